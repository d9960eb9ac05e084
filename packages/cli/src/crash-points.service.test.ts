import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Attempt, Run, Store } from '@runwright/contract';
import { sqliteStore } from '@runwright/store-sql';
import { openOutboxEntries } from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startsProcess } from './command.test-helpers.ts';
import {
  type CrashCase,
  type CrashPoint,
  executeCase,
  type Prepared,
  prepare,
} from './crash-points.test-helpers.ts';
import { executeUntilCrash } from './simulated-crash.test-helpers.ts';

const child = new URL('./crash-points.test-process.ts', import.meta.url).pathname;
/** Cases at once. */
const concurrency = 2;
/** More writes than the workflow has; a guard against a run that never gets whole. */
const mostWrites = 200;

let root: string;
let prepared: Prepared;
let server: Server;
/** Calls that arrived, by case and then by path, oldest first. */
const calls = new Map<string, string[]>();

/** What happened in the cases of one test, so that none of the rules below goes unproven. */
const seen = new Set<string>();

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'runwright-crash-points-'));
  prepared = await prepare(join(root, 'prepared'));
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

it.each(['before', 'after'] as const)(
  'a run of twelve blocks that is cut off %s every eleventh write ends, and nothing finished is done again',
  async (moment) => {
    await crashAtEvery(11, moment, executeUntilCutOff);
    expect(seen).toContain('finished block');
  },
);

it.each(['before', 'after'] as const)(
  'a run of twelve blocks that is cut off %s any write ends, and nothing finished is done again',
  { tags: ['extended'] },
  async (moment) => {
    await crashAtEvery(1, moment, executeUntilCutOff);
    seen.delete('repeated inner block');
    expect([...seen].sort()).toEqual([
      'delivered webhook',
      'finished block',
      'interrupted webhook',
      'purchase lost',
      ...(moment === 'before' ? ['repeated block'] : []),
    ]);
  },
);

it(
  'a run of twelve blocks whose process is killed in the middle ends, and nothing finished is done again',
  startsProcess,
  async () => {
    seen.clear();
    expect(await crashAt({ moment: 'after', write: 24 }, 'killed-once', executeUntilKilled)).toBe(false);
    expect(seen).toContain('finished block');
  },
);

it.each(['before', 'after'] as const)(
  'a run of twelve blocks whose process is killed %s any write ends, and nothing finished is done again',
  { tags: ['extended'], timeout: 600_000 },
  async (moment) => {
    await crashAtEvery(1, moment, executeUntilKilled);
    expect(seen).toContain('finished block');
    expect(seen).toContain('interrupted webhook');
  },
);

it('a run that is cut off after every twelve writes ends all the same, and nothing finished is done again', async () => {
  const name = 'many-crashes';
  const given = await newCase(name);
  const crashes: { readonly ended: readonly Attempt[]; readonly made: readonly string[] }[] = [];
  while (await executeUntilCutOff(given, { moment: 'after', write: 12 })) {
    // Fewer writes than a block needs to begin and end would let it lose its third worker, and fail.
    if (crashes.length > mostWrites) throw new Error('the run makes no progress');
    const ended = await withStore(given, async (store) => endedOf(await attemptsOf(store)));
    crashes.push({ ended, made: [...(calls.get(name) ?? [])] });
  }
  // How many depends on which writes of the workers share a commit.
  expect(crashes.length).toBeGreaterThan(1);
  const all = calls.get(name) ?? [];
  await withStore(given, async (store) => {
    await expectEnded(store, name);
    const after = await attemptsOf(store);
    for (const { ended, made } of crashes) {
      for (const row of ended) expect(after).toContainEqual(row);
      for (const path of ended.filter(isDone).map(pathOf)) {
        expect(timesOf(path, all), path).toBe(timesOf(path, made));
      }
    }
    expectBought(after, timesOf('buy', all), name);
  });
});

/** Answers the requests of runs, and notes them by case. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const [, name = '', path = ''] = (request.url ?? '').split('/');
  calls.set(name, [...(calls.get(name) ?? []), path]);
  response.statusCode = path === 'missing' ? 404 : 200;
  response.end('{}');
}

/** Executes a case until the point; resolves to whether the point was reached. */
type Execute = (given: CrashCase, point: CrashPoint) => Promise<boolean>;

/** Runs one case after the other, `stride` writes apart, until a run ends before its point. */
async function crashAtEvery(stride: number, moment: CrashPoint['moment'], execute: Execute): Promise<void> {
  seen.clear();
  let write = 1 - stride;
  let hasEnded = false;
  const executeCases = async () => {
    while (!hasEnded) {
      write += stride;
      if (write > mostWrites) throw new Error('no run ended before its point');
      hasEnded = (await crashAt({ moment, write }, `${execute.name}-${stride}`, execute)) || hasEnded;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, executeCases));
}

/** Executes one case and goes on with it after its crash; resolves to whether it ended before its point. */
async function crashAt(point: CrashPoint, series: string, execute: Execute): Promise<boolean> {
  const name = `${series}-${point.moment}-${point.write}`;
  const given = await newCase(name);
  const hasCrashed = await execute(given, point);
  await withStore(given, async (store) => {
    const before = await attemptsOf(store);
    const made = [...(calls.get(name) ?? [])];
    await executeCase({ ...store, close: async () => undefined }, given);
    await expectEnded(store, name);
    expectNothingTwice({ before, after: await attemptsOf(store), made, all: calls.get(name) ?? [], name });
  });
  return !hasCrashed;
}

async function newCase(name: string): Promise<CrashCase> {
  const folder = join(root, name);
  await cp(join(root, 'prepared'), folder, { recursive: true });
  const { port } = server.address() as AddressInfo;
  return { ...prepared, folder, base: `http://127.0.0.1:${port}/${name}` };
}

async function withStore<T>({ folder }: CrashCase, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await sqliteStore({ folder });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Executes a case in this process, and cuts its engine off at the point. */
const executeUntilCutOff: Execute = (given, point) => executeUntilCrash(given, point, answer);

/** Executes a case in a process that kills itself at the point. */
async function executeUntilKilled(given: CrashCase, point: CrashPoint): Promise<boolean> {
  const process_ = spawn(process.execPath, [child, JSON.stringify(given), JSON.stringify(point)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { NODE_COMPILE_CACHE: join(root, 'compiled'), ...process.env },
  });
  const [code, signal] = await once(process_, 'exit');
  expect([code, signal]).toEqual(signal === null ? [0, null] : [null, 'SIGKILL']);
  return signal !== null;
}

async function runsOf(store: Store): Promise<readonly Run[]> {
  const { organizationId } = prepared;
  return (await store.runs.list({ organizationId, page: 1, pageSize: 10 })).items;
}

async function attemptsOf(store: Store): Promise<readonly Attempt[]> {
  const runs = await runsOf(store);
  return (await Promise.all(runs.map(({ runId }) => store.attempts.read(runId)))).flat();
}

/** One run and one that it started, both ended, each once; and one webhook, sent at most once. */
async function expectEnded(store: Store, name: string): Promise<void> {
  const runs = await runsOf(store);
  const outer = runs.find(({ parent }) => parent === null);
  const inner = runs.find(({ parent }) => parent !== null);
  if (!outer || !inner) throw new Error(`${name}: expected two runs, found ${runs.length}`);
  expect(runs, name).toHaveLength(2);
  expect(inner.status, name).toBe('completed');

  const sent = timesOf('webhook', calls.get(name) ?? []);
  const deliveries = await store.deliveries.list(prepared.organizationId, outer.runId);
  expect(deliveries, name).toHaveLength(1);
  const [delivery] = deliveries;
  if (delivery?.status === 'delivered') {
    seen.add('delivered webhook');
    expect(sent, name).toBe(1);
    expect(outer, name).toMatchObject({ status: 'completed', failureReason: null });
  } else {
    seen.add('interrupted webhook');
    // Killed while it was sent: nobody knows whether it arrived, so it is not sent again.
    expect(sent, name).toBeLessThanOrEqual(1);
    expect(delivery, name).toMatchObject({ status: 'failed', error: expect.stringContaining('interrupted') });
    expect(outer, name).toMatchObject({ status: 'failed', failureCategory: 'webhook' });
  }
  for (const { runId } of runs) {
    const events = await store.timeline.read(runId, { limit: 1000 });
    const of = (type: string) => events.filter((event) => event.type === type);
    expect(of('run-end'), name).toHaveLength(1);
    expect(of('webhook'), name).toHaveLength(runId === outer.runId ? 1 : 0);
  }
  expect(await openOutboxEntries(store), name).toEqual([]);
  expect(await store.runs.unowned({ now: Number.MAX_SAFE_INTEGER, limit: 10 }), name).toEqual([]);
}

/** What was written as ended stands as it did, and the server was not called for it again. */
function expectNothingTwice(told: {
  readonly before: readonly Attempt[];
  readonly after: readonly Attempt[];
  /** Calls until the process was killed. */
  readonly made: readonly string[];
  readonly all: readonly string[];
  readonly name: string;
}): void {
  const { before, after, made, all, name } = told;
  const ended = endedOf(before);
  for (const row of ended) expect(after, name).toContainEqual(row);

  const done = new Set(ended.filter(isDone).map(pathOf));
  const wanted = new Set(after.filter(callsOut).map(pathOf));
  expect([...wanted].sort(), name).toEqual(everyPath);
  for (const path of wanted) {
    const count = timesOf(path, all);
    const earlier = timesOf(path, made);
    const label = `${name}: ${path}`;
    if (done.has(path)) expect([earlier, count], label).toEqual([1, 1]);
    else if (path !== 'buy') expect(count, label).toBe(earlier + 1);
    else expectBought(after, count, label);
    if (done.has(path)) seen.add('finished block');
    // A write of the outer run may be the last one while a request of the inner run is under way.
    if (count === 2) seen.add(path.startsWith('inner_') ? 'repeated inner block' : 'repeated block');
  }
  expect(all, name).not.toContain('avoided');
}

/** A purchase is made once, or, when its process was lost in the middle, not again. */
function expectBought(after: readonly Attempt[], count: number, name: string): void {
  const last = after.filter(({ label }) => label === 'buy').at(-1);
  if (last?.status === 'completed') {
    expect(count, name).toBe(1);
    return;
  }
  expect(count, name).toBeLessThanOrEqual(1);
  expect(last, name).toMatchObject({ status: 'failed', errors: [{ error_code: 'worker_lost' }] });
  seen.add('purchase lost');
}

const everyPath = [
  ...['buy', 'chosen', 'cleanup', 'first', 'inner_read', 'inner_write', 'last', 'missing'],
  ...['read-0', 'read-1', 'write-0', 'write-1'],
];

const endedOf = (rows: readonly Attempt[]) => rows.filter(({ finishedAt }) => finishedAt !== null);
const timesOf = (path: string, all: readonly string[]) => all.filter((one) => one === path).length;
const isDone = (row: Attempt) => callsOut(row) && row.status !== 'lost';
const callsOut = ({ blockType }: Attempt) => blockType === 'http_request';

/** The path that an attempt calls: its label and, in the loop, its iteration. */
function pathOf({ label, path }: Attempt): string {
  const iteration = path.at(-2);
  return iteration === undefined ? label : `${label}-${iteration}`;
}
