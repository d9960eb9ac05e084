import { expect, it } from 'vitest';
import { httpUrls } from './http-urls.ts';

it('paths of artifacts and files lead back to them', () => {
  const urls = httpUrls();
  expect(urls.artifactPath('a_1')).toBe('/v1/artifacts/a_1/content');
  expect(urls.filePath('f_2')).toBe('/v1/files/f_2/content');
  expect(urls.servedObject(urls.artifactPath('a_1'))).toEqual({ type: 'artifact', id: 'a_1' });
  expect(urls.servedObject(urls.filePath('f_2'))).toEqual({ type: 'file', id: 'f_2' });
});

it.each([
  '/v1/files/f_2',
  '/v1/files//content',
  '/v1/files/f_2/x/content',
  '/v1/content',
  '/x/v1/files/f_2/content',
])('the path %s leads to no stored object', (path) => {
  expect(httpUrls().servedObject(path)).toBeNull();
});

it('a run has a page only where the console is served', () => {
  expect(httpUrls({ console: true }).runPath('wr_1')).toBe('/console/runs/wr_1');
  expect(httpUrls().runPath('wr_1')).toBeNull();
});
