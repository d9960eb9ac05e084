import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestService } from '../../service.test-helpers.ts';

/**
 * How many times as long as writing and reading 7 MB of JSON a turn of the event loop may take. The longest turn that is promised is
 * 200 ms, about six times as long on a machine where this was measured; the collector of garbage may double a turn.
 */
export const maxRatio = 10;

/** Variables of a service that notes its long turns in {@link turnsFile}. */
export const probeVariables = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'turn-probe.mjs')).href}`,
};

/** Returns the variables of a start whose long turns are noted. */
export function turnVariables(service: TestService): Readonly<Record<string, string>> {
  return { RUNWRIGHT_TEST_TURNS: turnsFile(service) };
}

/** Forgets the turns so far. */
export async function forgetTurns(service: TestService): Promise<void> {
  await writeFile(turnsFile(service), '');
}

/** CPU time of the longest turn of the main thread of a service, in ms; 0 where none took more than 20 ms. */
export async function longestTurn(service: TestService): Promise<number> {
  const lines = (await readFile(turnsFile(service), 'utf8')).split('\n').map((line) => line.split(' '));
  const own = lines.filter(([pid]) => pid === String(service.process?.pid));
  return Math.max(0, ...own.map(([, ms]) => Number(ms)));
}

function turnsFile({ folder }: TestService): string {
  return join(folder, 'turns.txt');
}

/** CPU time of writing and reading 7 MB of JSON, in ms: the median of seven times. */
export function measureJson(): number {
  const text = '…'.repeat(40);
  const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, price: id / 3, tags: ['a', 'b'], text }));
  const spent = () => process.cpuUsage().user / 1000;
  const times = Array.from({ length: 7 }, () => {
    const before = spent();
    JSON.parse(JSON.stringify(rows));
    return spent() - before;
  });
  return times.toSorted((a, b) => a - b)[3] ?? 0;
}
