import { setTimeout as delay } from 'node:timers/promises';
import { browsersOf } from '../soak/processes.ts';
import { type ApiClient, apiClient } from './api-client.ts';
import type { Database } from './database.ts';
import { judge, remarks, type Verdict } from './judge.ts';
import type { PlannedRun } from './run-mix.ts';
import type { ServiceProcess } from './service-process.ts';
import { type AnsweredStart, startRuns } from './start-runs.ts';
import type { TrialService } from './trial-service.ts';

/** What became of the runs of a trial. */
export interface Trial<Done> {
  /** What `meanwhile` returned. */
  readonly done: Done;
  readonly verdicts: readonly Verdict[];
  readonly remarks: readonly string[];
  /** Time in ms from the first start until all was over. */
  readonly tookMs: number;
}

/** A webhook whose sender was lost is decided two minutes later, by the next sweep. */
const mostDrainMs = 8 * 60_000;

/** Starts runs while something happens to the service, waits until all is over, ends the processes, and judges. */
export async function trial<Done>(
  service: TrialService,
  options: {
    readonly runs: readonly PlannedRun[];
    readonly meanwhile: () => Promise<Done>;
    readonly print: (line: string) => void;
  },
): Promise<Trial<Done>> {
  const { print } = options;
  const { database, receiver } = service;
  // Workers first, then the API, as an operator would stop them.
  const processes = [...service.workers, service.api];
  print(`folder: ${service.folder}`);
  const api = apiClient(() => service.api.base, service.apiKey, print);
  const began = performance.now();
  const [answered, done] = await Promise.all([
    startRuns(api, options.runs, receiver.url),
    options.meanwhile(),
  ]);
  print(
    `${((performance.now() - began) / 1000).toFixed(1)} s: all is started, and nothing more happens to it`,
  );
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
  return { done, verdicts: judge(evidence), remarks: remarks(evidence), tookMs };
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
