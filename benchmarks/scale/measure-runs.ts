import { fork } from 'node:child_process';
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
import { type DatabaseMeter, type DatabaseUse, databaseMeter } from './database-use.ts';
import { busySeconds, processors } from './processor-time.ts';
import type { Site } from './site.ts';
import { started } from './started.ts';
import type { WorkerUse } from './worker-child.ts';
import { blocksOf, type Workload } from './workloads.ts';

/** What one run costs on the average. */
export type RunCost = DatabaseUse & WorkerUse;

/** A measurement of workers that execute runs. */
export interface MeasuredRuns {
  readonly workers: number;
  readonly runsPerSecond: number;
  readonly cost: RunCost;
  /** Processors that other programs of the machine left, on the average. */
  readonly processorsLeft: number;
  /** Most connections that were open at once. */
  readonly connections: number;
}

const lookMs = 200;

/**
 * Starts the runs, lets workers in processes of their own execute them, and measures from the first start of a run to the last end. What
 * the workers do while they begin and end is in the costs.
 */
export async function measureRuns(
  { url, site }: { readonly url: string; readonly site: Site },
  workload: Workload,
  workers: number,
): Promise<MeasuredRuns> {
  return await withTempFolder(async (folder) => {
    const ids = await startRuns(url, site, workload);
    const meter = await databaseMeter(url);
    const file = new URL('worker-child.ts', import.meta.url).pathname;
    let index = 0;
    const children = await started(workers, () => {
      index += 1;
      return fork(file, [url, String(workload.concurrency), join(folder, String(index)), site.host]);
    });
    try {
      const before = { ...(await meter.read()), busy: await busySeconds(), at: performance.now() };
      await tell(children, 'go');
      const connections = await untilEnded(meter, ids);
      const [times, elapsed] = await Promise.all([
        timesOf(meter, ids),
        (performance.now() - before.at) / 1000,
      ]);
      const uses = await tell<WorkerUse>(children, 'stop');
      const busy = (await busySeconds()) - before.busy;
      const after = await meter.read();
      const total = sumOf([...uses.map((use) => ({ ...none, ...use })), difference(after, before)]);
      const own = total.workerSeconds + total.browserProcessorSeconds + total.postgresSeconds;
      return {
        workers,
        runsPerSecond: ids.length / times.seconds,
        cost: mapCost(total, (value) => value / ids.length),
        processorsLeft: processors - Math.max(0, busy - own) / elapsed,
        connections,
      };
    } finally {
      for (const child of children) child.kill('SIGKILL');
      await meter.close();
    }
  });
}

async function startRuns(url: string, site: Site, workload: Workload): Promise<readonly string[]> {
  const engine = await noopEngine({
    concurrency: 0,
    blocks: agentBlocks(),
    drivers: { egress: egressPolicy({ allowedHosts: [site.host] }) },
    store: await postgresStore({ url }),
    queue: await pgbossQueue({ url }),
  });
  const workflowId = await engine.save(blocksOf(workload, site.url));
  const ids = await Promise.all(Array.from({ length: workload.runs }, () => engine.start(workflowId)));
  await engine.close();
  return ids;
}

/** Tells all processes something, and returns what each answers. */
async function tell<T>(
  children: readonly ReturnType<typeof fork>[],
  what: 'go' | 'stop',
): Promise<readonly T[]> {
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

async function timesOf(meter: DatabaseMeter, ids: readonly string[]): Promise<{ readonly seconds: number }> {
  const query = 'select max(finished_at) - min(started_at) as n from runs where run_id = any($1)';
  return { seconds: (await meter.value(query, [ids])) / 1000 };
}

const none: RunCost = {
  ...{ commits: 0, rows: 0, walBytes: 0, databaseBytes: 0, postgresSeconds: 0 },
  ...{ workerSeconds: 0, browserProcessorSeconds: 0, browserSeconds: 0, artifactBytes: 0 },
};

/** Makes one cost of several: each member is made of the members of the same name. */
export function combineCosts(
  costs: readonly RunCost[],
  combine: (values: readonly number[]) => number,
): RunCost {
  const names = Object.keys(none) as (keyof RunCost)[];
  const entries = names.map((name) => [name, combine(costs.map((cost) => cost[name]))]);
  return { ...none, ...Object.fromEntries(entries) };
}

const sumOf = (costs: readonly RunCost[]): RunCost =>
  combineCosts(costs, (values) => values.reduce((sum, value) => sum + value, 0));

const mapCost = (cost: RunCost, map: (value: number) => number): RunCost =>
  combineCosts([cost], ([value = 0]) => map(value));

function difference(after: DatabaseUse, before: DatabaseUse): RunCost {
  return {
    ...none,
    ...combineCosts(
      [
        { ...none, ...after },
        { ...none, ...before },
      ],
      ([one = 0, other = 0]) => one - other,
    ),
  };
}
