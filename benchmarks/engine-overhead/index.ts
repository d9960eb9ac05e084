import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machine, median } from '../machine.ts';
import { bareTransactions } from './bare-transactions.ts';
import { noopBlocks } from './noop-blocks.ts';

const rounds = 5;

/**
 * What the engine costs per block: blocks per second of a workflow that does nothing, with each store, beside the
 * rate at which node:sqlite commits a row with the same settings in the same run. Medians of 5 rounds, interleaved.
 */
export async function engineOverhead(): Promise<string> {
  const figures = { bare: [] as number[], memory: [] as number[], sqlite: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    figures.bare.push(await inFolder(async (folder) => bareTransactions(folder)));
    figures.memory.push(await noopBlocks());
    figures.sqlite.push(await inFolder((folder) => noopBlocks(folder)));
  }
  const bare = median(figures.bare);
  const row = (name: string, values: readonly number[]) =>
    `| ${name} | ${Math.round(median(values)).toLocaleString('en')} | ${(median(values) / bare).toFixed(2)} |`;
  return [
    '## engine-overhead',
    '',
    `${machine()}; medians of ${rounds} rounds; SQLite in WAL with synchronous=FULL`,
    '',
    '| what | per second | of bare |',
    '|---|---:|---:|',
    row('bare node:sqlite, one-row transactions', figures.bare),
    row('no-op blocks, memory store', figures.memory),
    row('no-op blocks, SQLite store', figures.sqlite),
    '',
  ].join('\n');
}

async function inFolder<T>(use: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
