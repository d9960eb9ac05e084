import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blockTypesPath, blockTypesText, everyBlockType } from './block-types.ts';

const root = join(import.meta.dirname, '../..');

it('finds the types of blocks as the schemas of the block types generate them', async () => {
  const written = await readFile(join(root, blockTypesPath), 'utf8');
  const isCurrent = written === (await blockTypesText(await everyBlockType()));
  expect(isCurrent, `${blockTypesPath} does not fit the blocks: run \`npm run workflow:types\``).toBe(true);
});

it('generates other types when a member changes', async () => {
  const [first, ...rest] = await everyBlockType();
  const node = { ...first?.node, properties: {} };
  const changed = [{ type: first?.type ?? '', output: first?.output ?? {}, node }, ...rest];
  expect(await blockTypesText(changed)).not.toBe(await blockTypesText(await everyBlockType()));
});

it('finds a function for each block type, apart from those that the builder writes', async () => {
  const sources = await Promise.all(
    ['blocks.ts', 'schema-blocks.ts', 'workflow.ts'].map((name) =>
      readFile(join(root, 'packages/workflow/src', name), 'utf8'),
    ),
  );
  const text = sources.join('\n');
  const missing = (await everyBlockType())
    .map(({ type }) => type)
    .filter((type) => type !== 'conditional' && !text.includes(`'${type}'`));
  expect(missing).toEqual([]);
});
