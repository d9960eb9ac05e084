import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { postgresServer } from '@runwright/testing/postgres';
import { browsersOf } from '../soak/processes.ts';
import { type ApiClient, apiClient } from './api-client.ts';
import { type Database, openDatabase } from './database.ts';
import type { Fault } from './fault-schedule.ts';
import { injectFaults } from './inject-faults.ts';
import { judge, remarks } from './judge.ts';
import type { ChaosOptions } from './options.ts';
import { startReceiver } from './receiver.ts';
import { recoveryTimes } from './recovery.ts';
import type { ChaosResult } from './report.ts';
import { runMix } from './run-mix.ts';
import { startS3 } from './s3-server.ts';
import { type ServiceProcess, serviceProcess } from './service-process.ts';
import { type AnsweredStart, startRuns } from './start-runs.ts';
import { tcpProxy } from './tcp-proxy.ts';

const apiKey = 'rw_test_key_of_the_chaos_trial';
/** A crash of PostgreSQL may lose no commit; a loss of power is not tried, so nothing has to reach the disk. */
const durable = { synchronous_commit: 'on', full_page_writes: 'on' };
/** A webhook whose sender was lost is decided two minutes later, by the next sweep. */
const mostDrainMs = 8 * 60_000;

/** Executes one trial: starts all processes, runs and faults, waits until all is over, and judges. */
export async function chaos(
  options: ChaosOptions,
  faults: readonly Fault[],
  print: (line: string) => void,
): Promise<ChaosResult> {
  await using cleanup = new AsyncDisposableStack();
  const root = await mkdtemp(join(tmpdir(), 'runwright-chaos-'));
  print(`folder: ${root}`);
  cleanup.defer(() =>
    process.env.CHAOS_KEEP ? undefined : rm(root, { recursive: true, force: true, maxRetries: 5 }),
  );
  const server = cleanup.use(await postgresServer({ settings: durable }));
  const proxy = cleanup.adopt(await tcpProxy(server.port), (it) => it.close());
  const s3 = cleanup.adopt(await startS3(join(root, 's3')), (it) => it.close());
  const receiver = cleanup.adopt(await startReceiver(), (it) => it.close());
  const database = cleanup.adopt(openDatabase(server.url), (it) => it.close());

  const variables = {
    ...s3.variables,
    RUNWRIGHT_DATABASE_URL: server.url.replace(String(server.port), String(proxy.port)),
    RUNWRIGHT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    RUNWRIGHT_API_KEY: apiKey,
    RUNWRIGHT_ALLOWED_HOSTS: receiver.host,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'compiled'),
  };
  const named = (name: string, args: readonly string[]) =>
    serviceProcess({ name, folder: join(root, name), args, variables });
  const service = await named('api', ['start', '--no-worker']);
  const workers = await Promise.all(
    Array.from({ length: options.workers }, (_, index) =>
      named(`worker-${index}`, ['worker', '--concurrency', String(options.concurrency)]),
    ),
  );
  const all = [...workers, service];
  cleanup.defer(async () => {
    await Promise.all(all.map((one) => one.end('SIGKILL')));
  });
  await service.start();
  await Promise.all(workers.map((worker) => worker.start()));

  const api = apiClient(service.base, apiKey, print);
  const began = performance.now();
  const [answered, injected] = await Promise.all([
    startRuns(api, runMix(options), receiver.url),
    injectFaults(faults, { workers, server, proxy, database }, print),
  ]);
  print(`${((performance.now() - began) / 1000).toFixed(1)} s: the last fault is over`);
  const left = await drained(database, print);
  const started = await withStatus(api, answered);
  const tookMs = performance.now() - began;
  const notEnded = await endInOrder(all);
  const evidence = {
    ...{ started, notEnded, openEntries: left.entries },
    runs: await database.runs(),
    attempts: await database.attempts(),
    deliveries: await database.deliveries(),
    posts: receiver.posts,
    webhooks: receiver.webhooks,
    processes: all.length,
    browsersLeft: await browsersOf(root),
  };
  return {
    options,
    faults: Object.fromEntries(
      [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, group]) => [kind, group.length]),
    ),
    verdicts: judge(evidence),
    recovery: recoveryTimes(injected.kills, injected.disturbances),
    remarks: remarks(evidence),
    tookMs,
  };
}

/** Waits until no run and no outbox entry is open, or for as long as they may be; returns what is left. */
async function drained(database: Database, print: (line: string) => void) {
  const until = performance.now() + mostDrainMs;
  let last = '';
  for (;;) {
    const left = await database.open();
    const text = `${left.runs} runs and ${left.entries} outbox entries are open`;
    if (text !== last) print(text);
    last = text;
    if ((left.runs === 0 && left.entries === 0) || performance.now() > until) return left;
    await delay(2000);
  }
}

async function withStatus(api: ApiClient, answered: readonly AnsweredStart[]) {
  const started = [];
  for (const run of answered) {
    const found = run.runId === null ? null : await api.get(`/v1/runs/${run.runId}`);
    started.push({ ...run, statusOfApi: found?.status ?? null });
  }
  return started;
}

/** Workers first, then the API, as an operator would. Returns those that had to be killed. */
async function endInOrder(all: readonly ServiceProcess[]): Promise<readonly string[]> {
  const notEnded: string[] = [];
  for (const one of all) if (!(await one.end('SIGTERM'))) notEnded.push(one.workerId);
  return notEnded;
}
