import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import process, { argv, kill, memoryUsage } from 'node:process';
import type { BrowserSession, EgressPolicy } from '@runwright/contract';
import { browserUnderTest } from '@runwright/testing/browser';
import { playwrightDriver } from '../driver.ts';
import { runningProcesses } from './process-table.ts';

/**
 * A process that opens and closes sessions, four at a time, and has some of their browsers killed in the middle of an
 * action; it tells its parent how it went. `node --expose-gc browser-cleanup.test-process.ts <state folder> <sessions> <killed>`
 */

/** What is told of each part of the sessions. */
export interface DrillSample {
  readonly sessions: number;
  /** Bytes, after a garbage collection. */
  readonly resident: number;
  readonly heap: number;
  /** Middle of the times from asking for a session to having it, ms. */
  readonly openMs: number;
}

/** Result of the sessions. */
export interface DrillReport {
  readonly samples: readonly DrillSample[];
  /** How the actions in whose middle something was killed have ended: the codes of their errors, or `result`. */
  readonly endings: Readonly<Record<string, number>>;
}

const atOnce = 4;
const [, , stateFolder = '', total = '8', killed = '4'] = argv;
const count = Number(total);
const every = Math.max(1, Math.floor(count / Number(killed)));
const part = Math.max(1, Math.floor(count / 10));
const reveal = (text: string): string => text;
const egress: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};
const ways: readonly Strike[] = [
  async ({ id }) => strikeAt(id, ({ command }) => !/--type=/.test(command)),
  async ({ id }) => strikeAt(id, ({ command }) => /--type=renderer/.test(command)),
  (_, stop) => stop.abort(),
];

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<title>Drill</title><button onclick="document.title = \'Pressed\'">Press</button>');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const driver = playwrightDriver({ ...browserUnderTest(), stateFolder });
const endings: Record<string, number> = {};
const samples: DrillSample[] = [];
let openTimes: number[] = [];
let begun = 0;
let done = 0;

await Promise.all(Array.from({ length: atOnce }, work));
await driver.close();
server.closeAllConnections();
server.close();
const report: DrillReport = { samples, endings };
process.send?.(report);

async function work(): Promise<void> {
  for (let index = begun++; index < count; index = begun++) {
    const isKilled = index % every === every - 1;
    const way = isKilled ? ways[Math.floor(index / every) % ways.length] : null;
    await visit(way ?? null);
    done += 1;
    if (done % part === 0) sample();
  }
}

async function visit(strike: Strike | null): Promise<void> {
  const stop = new AbortController();
  const startedAt = performance.now();
  const session = await driver.open({ egress, reveal, signal: stop.signal });
  openTimes.push(performance.now() - startedAt);
  const act = (action: Parameters<BrowserSession['page']['act']>[0]) =>
    session.page.act(action, { epoch: 0, signal: stop.signal });
  try {
    await act({ action_type: 'goto_url', url });
    await session.page.read({ mode: 'action', signal: stop.signal });
    if (!strike) return;
    const acting = act({ action_type: 'wait', for: 'text', value: 'never' });
    acting.catch(() => undefined);
    await strike(session, stop);
    const ending = await acting.then(
      () => 'result',
      (cause: unknown) => (cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)),
    );
    endings[ending] = (endings[ending] ?? 0) + 1;
  } finally {
    await session.close();
  }
}

type Strike = (session: BrowserSession, stop: AbortController) => Promise<void> | void;

type Process = Awaited<ReturnType<typeof runningProcesses>>[number];

async function strikeAt(id: string, isTarget: (process: Process) => boolean): Promise<void> {
  const all = await runningProcesses();
  const main = all.find(({ command }) => command.includes(`/${id}/profile`) && !/--type=/.test(command));
  const group = all.filter((process) => process.group === main?.group);
  for (const process of group) if (isTarget(process)) kill(process.pid, 'SIGKILL');
}

function sample(): void {
  globalThis.gc?.();
  const { rss, heapUsed } = memoryUsage();
  const sorted = openTimes.toSorted((a, b) => a - b);
  samples.push({
    sessions: done,
    resident: rss,
    heap: heapUsed,
    openMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
  });
  openTimes = [];
}
