import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { machine } from '../machine.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import type { MemorySample } from './memory-child.ts';

const child = new URL('./memory-child.ts', import.meta.url).pathname;

/**
 * Whether an engine grows with the runs that it has carried out: memory of a process of its own after each 1,000 of
 * 10,000 runs, garbage collected, with the SQLite store on disk. Every other run has a loop whose iterations go at once,
 * and starts the next one.
 */
export async function memory(): Promise<string> {
  const samples = await withTempFolder(sampled);
  return [
    '## engine: memory over 10,000 runs',
    '',
    `${machine()}; MiB after a garbage collection; 4 pairs of runs at once, SQLite store on disk`,
    '',
    '| runs | resident | heap | outside the heap |',
    '|---:|---:|---:|---:|',
    ...samples.map(
      ({ runs, resident, heap, external }) =>
        `| ${runs.toLocaleString('en')} | ${mebibytes(resident)} | ${mebibytes(heap)} | ${mebibytes(external)} |`,
    ),
    '',
  ].join('\n');
}

async function sampled(folder: string): Promise<readonly MemorySample[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', child, folder]);
  return JSON.parse(stdout);
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
