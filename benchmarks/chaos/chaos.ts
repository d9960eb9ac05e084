import { setTimeout as delay } from 'node:timers/promises';
import { browsersOf } from '../soak/processes.ts';
import { type ApiClient, apiClient } from './api-client.ts';
import type { Database } from './database.ts';
import type { Fault } from './fault-schedule.ts';
import { injectFaults } from './inject-faults.ts';
import { judge, remarks } from './judge.ts';
import type { ChaosOptions } from './options.ts';
import { recoveryTimes } from './recovery.ts';
import type { ChaosResult } from './report.ts';
import { runMix } from './run-mix.ts';
import type { ServiceProcess } from './service-process.ts';
import { type AnsweredStart, startRuns } from './start-runs.ts';
import { type TrialService, withTrialService } from './trial-service.ts';

/** A webhook whose sender was lost is decided two minutes later, by the next sweep. */
const mostDrainMs = 8 * 60_000;

/** Executes one trial: starts all processes, runs and faults, waits until all is over, and judges. */
export async function chaos(
  options: ChaosOptions,
  faults: readonly Fault[],
  print: (line: string) => void,
): Promise<ChaosResult> {
  return await withTrialService(options, (service) => tryOut(service, options, faults, print));
}

async function tryOut(
  service: TrialService,
  options: ChaosOptions,
  faults: readonly Fault[],
  print: (line: string) => void,
): Promise<ChaosResult> {
  const { database, receiver } = service;
  // Workers first, then the API, as an operator would stop them.
  const processes = [...service.workers, service.api];
  print(`folder: ${service.folder}`);
  const api = apiClient(service.api.base, service.apiKey, print);
  const began = performance.now();
  const [answered, injected] = await Promise.all([
    startRuns(api, runMix(options), receiver.url),
    injectFaults(faults, service, print),
  ]);
  print(`${((performance.now() - began) / 1000).toFixed(1)} s: the last fault is over`);
  const left = await drained(database, print);
  const started = await withStatus(api, answered);
  const tookMs = performance.now() - began;
  const notEnded = await endInOrder(processes);
  const evidence = {
    ...{ started, notEnded, openEntries: left.entries },
    runs: await database.runs(),
    attempts: await database.attempts(),
    deliveries: await database.deliveries(),
    posts: receiver.posts,
    webhooks: receiver.webhooks,
    processes: processes.length,
    browsersLeft: await browsersOf(service.folder),
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

/** Ends one after the other. Returns those that had to be killed. */
async function endInOrder(all: readonly ServiceProcess[]): Promise<readonly string[]> {
  const notEnded: string[] = [];
  for (const one of all) if (!(await one.end('SIGTERM'))) notEnded.push(one.workerId);
  return notEnded;
}
