import { sqliteStore } from '@runwright/store-sql';
import { machine, median } from '../machine.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { bareBlocks } from './bare-blocks.ts';
import { bareTransactions } from './bare-transactions.ts';
import { noopBlock, noopEngine } from './noop-engine.ts';

const rounds = 5;

/** How the blocks of one measurement are spread over runs. */
interface Load {
  readonly name: string;
  readonly runs: number;
  readonly blocks: number;
}

const oneRun: Load = { name: 'one run of 1,000 blocks', runs: 1, blocks: 1000 };
const manyRuns: Load = { name: '100 runs at once, 20 blocks each', runs: 100, blocks: 20 };

/**
 * What the engine costs per block: no-op blocks per second with each store, in one run and over 100 runs at once, beside
 * the rate at which node:sqlite commits a row with the same settings in the same round. Medians of 5 rounds, interleaved.
 */
export async function throughput(): Promise<string> {
  const bare: number[] = [];
  const statements: number[] = [];
  const measured = [oneRun, manyRuns].flatMap((load) =>
    (['memory', 'SQLite'] as const).map((store) => ({ load, store, figures: [] as number[] })),
  );
  for (const { load, store } of measured) await blocksPerSecond(load, store);
  for (let round = 0; round < rounds; round++) {
    bare.push(await withTempFolder(bareTransactions));
    statements.push(await withTempFolder(bareBlocks));
    for (const { load, store, figures } of measured) figures.push(await blocksPerSecond(load, store));
  }
  const row = (name: string, figures: readonly number[]) =>
    `| ${name} | ${Math.round(median(figures)).toLocaleString('en')} | ${(median(figures) / median(bare)).toFixed(2)} |`;
  return [
    '## engine: no-op blocks',
    '',
    `${machine()}; medians of ${rounds} rounds; SQLite in WAL with synchronous=FULL`,
    '',
    '| what | per second | of bare |',
    '|---|---:|---:|',
    row('bare node:sqlite, one-row transactions', bare),
    row('bare node:sqlite, the statements of one run alone', statements),
    ...measured.map(({ load, store, figures }) => row(`blocks, ${load.name}, ${store} store`, figures)),
    '',
  ].join('\n');
}

function blocksPerSecond(load: Load, store: 'memory' | 'SQLite'): Promise<number> {
  return withTempFolder(async (folder) => {
    const engine = await noopEngine({
      concurrency: load.runs,
      store: store === 'SQLite' ? await sqliteStore({ folder }) : undefined,
    });
    const workflow = await engine.save(Array.from({ length: load.blocks }, (_, n) => noopBlock(`b${n}`)));
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: load.runs }, () => engine.run(workflow)));
    const seconds = (performance.now() - startedAt) / 1000;
    await engine.close();
    return (load.runs * load.blocks) / seconds;
  });
}
