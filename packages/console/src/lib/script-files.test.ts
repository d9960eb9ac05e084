import { expect, it } from 'vitest';
import { readFile, writeFiles } from './script-files.ts';

it('texts are read and written as texts, and bytes stay as they were', () => {
  const program = readFile({
    path: 'main.ts',
    content: btoa(String.fromCharCode(...new TextEncoder().encode('const é = "…";'))),
    mime_type: 'text/typescript',
  });
  const picture = readFile({ path: 'a.png', content: '/9j/4A==', mime_type: 'image/png' });
  expect([program.text, picture.text]).toEqual(['const é = "…";', null]);
  const added = { path: 'new.js', mimeType: null, text: 'return 1', base64: '' };
  expect(writeFiles([program, picture, added])).toEqual([
    { path: 'main.ts', content: 'const é = "…";', encoding: 'utf-8', mime_type: 'text/typescript' },
    { path: 'a.png', content: '/9j/4A==', encoding: 'base64', mime_type: 'image/png' },
    { path: 'new.js', content: 'return 1', encoding: 'utf-8' },
  ]);
});
