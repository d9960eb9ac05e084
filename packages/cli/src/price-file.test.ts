import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPriceFile } from './price-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-prices-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const fileOf = async (content: string): Promise<string> => {
  const path = join(folder, 'prices.yaml');
  await writeFile(path, content);
  return path;
};

it('reads prices by model name', async () => {
  const path = await fileOf('my-model: { input: 1, cached: 0.1, output: 4 }');
  expect(await readPriceFile(path)).toEqual({ 'my-model': { input: 1, cached: 0.1, output: 4 } });
});

it('reads the prices that the documentation shows', async () => {
  const page = await readFile(new URL('../../../docs/guides/models.md', import.meta.url), 'utf8');
  const shown = /```yaml\n(my-model[\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(await readPriceFile(await fileOf(shown))).toMatchObject({ 'qwen3:32b': { input: 0, output: 0 } });
});

it('refuses a file that is missing, no YAML, or has a price that is none', async () => {
  await expect(readPriceFile(join(folder, 'nothing'))).rejects.toThrow(
    /Cannot read the prices.*RUNWRIGHT_PRICES/s,
  );
  await expect(readPriceFile(await fileOf('a: ['))).rejects.toMatchObject({ code: 'invalid_input' });
  const negative = await fileOf('m: { input: -1, cached: 0, output: 4 }');
  await expect(readPriceFile(negative)).rejects.toMatchObject({
    code: 'invalid_input',
    details: { problems: [{ path: ['prices', 'm', 'input'] }] },
  });
});
