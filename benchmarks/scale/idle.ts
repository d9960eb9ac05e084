import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pgbossQueue } from '@runwright/queue-pgboss';
import { postgresStore } from '@runwright/store-sql';
import { noopEngine } from '../engine/noop-engine.ts';
import { heard } from '../http/load.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { databaseMeter } from './database-use.ts';
import { started } from './started.ts';

/** What one worker that has nothing to do costs PostgreSQL, beyond what PostgreSQL does by itself. */
export interface IdleWorker {
  readonly transactionsPerSecond: number;
  /** Processor time of PostgreSQL in a second, in seconds. */
  readonly postgresSeconds: number;
  readonly connections: number;
}

/** Longer than the ten seconds after which a pool closes a connection that nobody uses. */
const settleMs = 15_000;
const measuredMs = 20_000;
const aloneMs = 5000;
const againMs = 200;

/** Measures workers of which none has anything to do, while `waiting` runs wait for a later time. */
export async function idleWorker(
  url: string,
  { workers, waiting }: { readonly workers: number; readonly waiting: number },
): Promise<IdleWorker> {
  return await withTempFolder(async (folder) => {
    const meter = await databaseMeter(url);
    const file = new URL('worker-child.ts', import.meta.url).pathname;
    const alone = await meter.seconds();
    await delay(aloneMs);
    const aloneShare = ((await meter.seconds()) - alone) / (aloneMs / 1000);
    const children = await started(workers, () => fork(file, [url, '8', join(folder, 'worker')]));
    try {
      for (const child of children) child.send('go');
      await Promise.all(children.map((child) => heard(child)));
      await startWaiting(url, waiting);
      const asleep = `select count(*) as n from runs where owner is null and wake_at is not null and finished_at is null`;
      while ((await meter.value(asleep)) < waiting) await delay(againMs);
      await delay(settleMs);
      const count =
        'select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()';
      const before = await meter.value(count);
      const workedBefore = await meter.seconds();
      await delay(measuredMs);
      // One of them is the first count.
      const counted = (await meter.value(count)) - before - 1;
      const workerSeconds = (measuredMs / 1000) * workers;
      return {
        transactionsPerSecond: counted / workerSeconds,
        postgresSeconds: Math.max(
          0,
          ((await meter.seconds()) - workedBefore) / workerSeconds - aloneShare / workers,
        ),
        connections: (await meter.connections()) / workers,
      };
    } finally {
      for (const child of children) child.kill('SIGKILL');
      await meter.close();
    }
  });
}

async function startWaiting(url: string, count: number): Promise<void> {
  const store = await postgresStore({ url });
  const engine = await noopEngine({ concurrency: 0, store, queue: await pgbossQueue({ url }) });
  const workflowId = await engine.save([{ block_type: 'wait', label: 'later', wait_sec: 1800 }]);
  for (let index = 0; index < count; index += 1) await engine.start(workflowId);
  await engine.close();
}
