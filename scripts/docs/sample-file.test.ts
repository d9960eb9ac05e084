import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleFence } from './sample-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'runwright-samples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, ...lines: readonly string[]): void {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
}

describe('a sample from a file', () => {
  write('a.ts', 'one();', '// #region inner', '  two();', '', '    three();', '// #endregion', 'four();');
  write('a.yaml', 'a: 1', '# #region list', 'b: 2', '# #endregion');
  write('a.json', '{}');
  write('a.sh', 'npm start');
  write('a.html', '<!-- #region p -->', '<p>', '<!-- #endregion -->');
  write('open.ts', '// #region open', 'one();');
  write(
    'nested.ts',
    '// #region all',
    'a();',
    '// #region part',
    'b();',
    '// #endregion',
    'c();',
    '// #endregion',
  );

  it('is the whole file without the lines that mark regions', () => {
    expect(sampleFence(folder, 'a.ts')).toBe('```ts\none();\n  two();\n\n    three();\nfour();\n```\n');
  });

  it('is a region without its common indent', () => {
    expect(sampleFence(folder, 'a.ts#inner')).toBe('```ts\ntwo();\n\n  three();\n```\n');
  });

  it('can hold a region inside another', () => {
    expect(sampleFence(folder, 'nested.ts#all')).toBe('```ts\na();\nb();\nc();\n```\n');
    expect(sampleFence(folder, 'nested.ts#part')).toBe('```ts\nb();\n```\n');
  });

  it('has the language of its extension', () => {
    expect(sampleFence(folder, 'a.yaml#list')).toBe('```yaml\nb: 2\n```\n');
    expect(sampleFence(folder, 'a.json')).toBe('```json\n{}\n```\n');
    expect(sampleFence(folder, 'a.sh')).toBe('```sh\nnpm start\n```\n');
    expect(sampleFence(folder, 'a.html')).toBe('```html\n<p>\n```\n');
  });

  it('reports a missing file, a missing region, a region without an end and an unknown extension', () => {
    expect(() => sampleFence(folder, 'b.ts')).toThrow('Cannot show `b.ts`: no such file.');
    expect(() => sampleFence(folder, 'a.ts#outer')).toThrow('has no line `// #region outer`');
    expect(() => sampleFence(folder, 'open.ts#open')).toThrow('the region has no end');
    expect(() => sampleFence(folder, 'a.bin')).toThrow('its extension has no language');
  });
});
