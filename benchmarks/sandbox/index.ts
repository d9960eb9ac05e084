import { endWarmThreads, runProgram } from '@runwright/sandbox';
import { machine, median } from '../machine.ts';

const rounds = 30;
const { signal } = new AbortController();

/** What the program of a `code` block costs: from call to result, for a program that does nothing. */
export async function sandbox(): Promise<string> {
  // Compiles the interpreter, which happens once in a process.
  await milliseconds();
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await endWarmThreads();
    cold.push(await milliseconds());
    // The next thread is made meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 300));
    warm.push(await milliseconds());
  }
  await endWarmThreads();
  const row = (name: string, figures: readonly number[]) =>
    `| ${name} | ${median(figures).toFixed(1)} | ${Math.min(...figures).toFixed(1)} |`;
  return [
    '## sandbox: `return 1`',
    '',
    `${machine()}; ${rounds} rounds`,
    '',
    '| what | median ms | fastest ms |',
    '|---|---:|---:|',
    row('in a thread that was ready', warm),
    row('in a thread that had to be made', cold),
    '',
  ].join('\n');

  async function milliseconds(): Promise<number> {
    const startedAt = performance.now();
    await runProgram({ source: 'return 1', signal });
    return performance.now() - startedAt;
  }
}
