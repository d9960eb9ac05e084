import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { agentBlocks } from '@runwright/agent';
import { egressPolicy } from '@runwright/core';
import { pgbossQueue } from '@runwright/queue-pgboss';
import { postgresStore } from '@runwright/store-sql';
import { noopEngine } from '../engine/noop-engine.ts';
import { heard } from '../http/load.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { type DatabaseCounts, type DatabaseMeter, databaseMeter } from './database-use.ts';
import { busySeconds, processors, processorTime, treeSeconds } from './processor-time.ts';
import type { Site } from './site.ts';
import { started } from './started.ts';
import type { WorkerUse } from './worker-child.ts';
import { blocksOf, type Workload } from './workloads.ts';

/** What one run costs on the average. */
export interface RunCost extends DatabaseCounts, WorkerUse {
  /** Processor time of PostgreSQL, in seconds. */
  readonly postgresSeconds: number;
}

/** A measurement of workers that execute runs. */
export interface MeasuredRuns {
  readonly workers: number;
  readonly runsPerSecond: number;
  readonly cost: RunCost;
  /** Processors that other programs of the machine left, on the average. */
  readonly processorsLeft: number;
  /** Most connections that were open at once. */
  readonly connections: number;
  /** What the start of one run costs; `cost` is without it. */
  readonly start: DatabaseCounts;
}

type Children = readonly ChildProcess[];

const lookMs = 200;

/**
 * Lets workers in processes of their own execute runs, and measures from the first start of a run to the last end. They are warm: they
 * have executed other runs before, and were stopped while those that are measured were started. Counts and bytes are of the runs before, too,
 * and of the begin and end of the workers; processor times are not.
 */
export async function measureRuns(
  place: { readonly url: string; readonly site: Site },
  workload: Workload,
  workers: number,
): Promise<MeasuredRuns> {
  return await withTempFolder(async (folder) => {
    const meter = await databaseMeter(place.url);
    const warmUp = await startRuns(place, workload, workload.warmUp * workers);
    const children = await startWorkers(place, { workload, workers, folder });
    try {
      const counts = await meter.read();
      await tell(children, 'go');
      await untilEnded(meter, warmUp);
      for (const child of children) child.kill('SIGSTOP');
      const open = await meter.connections();
      const beforeStarts = await meter.read(open);
      const ids = await startRuns(place, workload, workload.runs * workers);
      const starts = difference(await meter.read(open), beforeStarts);
      const before = await usedBy(children, meter);
      for (const child of children) child.kill('SIGCONT');
      const connections = await untilEnded(meter, ids);
      const after = await usedBy(children, meter);
      const last = await tell<WorkerUse>(children, 'stop');
      const own = after.tree - before.tree + after.postgresSeconds - before.postgresSeconds;
      const all = ids.length + warmUp.length;
      const sum = (name: keyof WorkerUse) => last.reduce((total, use) => total + use[name], 0);
      return {
        workers,
        runsPerSecond: ids.length / (await secondsOf(meter, ids)),
        cost: {
          ...divide(difference(difference(await meter.read(), counts), starts), all),
          artifactBytes: sum('artifactBytes') / all,
          browserSeconds: sum('browserSeconds') / all,
          workerSeconds: (after.own - before.own) / ids.length,
          postgresSeconds: (after.postgresSeconds - before.postgresSeconds) / ids.length,
          browserProcessorSeconds: (sum('browserProcessorSeconds') - before.ended) / ids.length,
        },
        processorsLeft:
          processors - Math.max(0, after.busy - before.busy - own) / ((after.at - before.at) / 1000),
        connections,
        start: divide(starts, ids.length),
      };
    } finally {
      for (const child of children) child.kill('SIGKILL');
      await meter.close();
    }
  });
}

/** Processor times in seconds since the processes were started, `at` a time in ms. */
async function usedBy(children: Children, meter: DatabaseMeter) {
  const pids = children.map(({ pid }) => pid ?? 0);
  const times = await Promise.all(pids.map(processorTime));
  const trees = await Promise.all(pids.map(treeSeconds));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return {
    at: performance.now(),
    own: sum(times.map(({ own }) => own)),
    ended: sum(times.map(({ ended }) => ended)),
    tree: sum(trees),
    busy: await busySeconds(),
    postgresSeconds: await meter.seconds(),
  };
}

async function startWorkers(
  { url, site }: { readonly url: string; readonly site: Site },
  options: { readonly workload: Workload; readonly workers: number; readonly folder: string },
): Promise<Children> {
  const { workload, workers, folder } = options;
  const file = new URL('worker-child.ts', import.meta.url).pathname;
  let index = 0;
  return await started(workers, () => {
    index += 1;
    return fork(file, [url, String(workload.concurrency), join(folder, String(index)), site.host]);
  });
}

async function startRuns(
  { url, site }: { readonly url: string; readonly site: Site },
  workload: Workload,
  count: number,
): Promise<readonly string[]> {
  const engine = await noopEngine({
    concurrency: 0,
    blocks: agentBlocks(),
    drivers: { egress: egressPolicy({ allowedHosts: [site.host] }) },
    store: await postgresStore({ url }),
    queue: await pgbossQueue({ url }),
  });
  const workflowId = await engine.save(blocksOf(workload, site.url));
  const ids = await Promise.all(Array.from({ length: count }, () => engine.start(workflowId)));
  await engine.close();
  return ids;
}

/** Tells all processes something, and returns what each answers. */
async function tell<T>(children: Children, what: 'go' | 'stop'): Promise<readonly T[]> {
  return await Promise.all(
    children.map(async (child) => {
      child.send(what);
      const answer = await heard<T>(child);
      if (what === 'stop' && child.exitCode === null) await once(child, 'exit');
      return answer;
    }),
  );
}

/** Waits until all runs are final, and returns the most connections that were open meanwhile. */
async function untilEnded(meter: DatabaseMeter, ids: readonly string[]): Promise<number> {
  const open = 'select count(*) as n from runs where run_id = any($1) and finished_at is null';
  let most = 0;
  while ((await meter.value(open, [ids])) > 0) {
    most = Math.max(most, await meter.connections());
    await delay(lookMs);
  }
  const failed = `select count(*) as n from runs where run_id = any($1) and status <> 'completed'`;
  const count = await meter.value(failed, [ids]);
  if (count > 0) throw new Error(`${count} of ${ids.length} runs of the benchmark were not completed.`);
  return most;
}

async function secondsOf(meter: DatabaseMeter, ids: readonly string[]): Promise<number> {
  const query = 'select max(finished_at) - min(started_at) as n from runs where run_id = any($1)';
  return (await meter.value(query, [ids])) / 1000;
}

function difference(one: DatabaseCounts, other: DatabaseCounts): DatabaseCounts {
  return {
    commits: one.commits - other.commits,
    rows: one.rows - other.rows,
    walBytes: one.walBytes - other.walBytes,
    databaseBytes: one.databaseBytes - other.databaseBytes,
  };
}

function divide({ commits, rows, walBytes, databaseBytes }: DatabaseCounts, by: number): DatabaseCounts {
  return {
    commits: commits / by,
    rows: rows / by,
    walBytes: walBytes / by,
    databaseBytes: databaseBytes / by,
  };
}
