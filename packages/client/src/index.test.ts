import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('uses nothing that only Node has', async () => {
  const folder = new URL('.', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.includes('.test'));
  expect(names).toContain('index.ts');
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8');
    expect(text, name).not.toMatch(/from 'node:|\bBuffer\b|\bprocess\.|\brequire\(/);
  }
});
