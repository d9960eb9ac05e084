import { fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { pgbossQueue } from '@runwright/queue-pgboss';
import { postgresStore } from '@runwright/store-sql';
import pg from 'pg';
import { noopEngine } from '../engine/noop-engine.ts';
import { started } from './throughput.ts';

const settleMs = 10_000;
const measuredMs = 30_000;
const againMs = 200;

/** Transactions per second that one of the workers causes while nothing is to be done, and `waiting` runs wait for a later time. */
export async function idleTransactions(
  url: string,
  { workers, waiting }: { readonly workers: number; readonly waiting: number },
): Promise<number> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=runwright' });
  await client.connect();
  const number = async (query: string): Promise<number> => Number((await client.query(query)).rows[0].n);
  const file = new URL('worker-child.ts', import.meta.url).pathname;
  const children = await started(workers, () => fork(file, [url, '8']));
  try {
    await startWaiting(url, waiting);
    const asleep = `select count(*) as n from runs where owner is null and wake_at is not null and finished_at is null`;
    while ((await number(asleep)) < waiting) await delay(againMs);
    await delay(settleMs);
    const count =
      'select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()';
    const before = await number(count);
    await delay(measuredMs);
    // One of them is the first count.
    const counted = (await number(count)) - before - 1;
    return counted / (measuredMs / 1000) / workers;
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await client.end();
  }
}

async function startWaiting(url: string, count: number): Promise<void> {
  const store = await postgresStore({ url });
  const engine = await noopEngine({ concurrency: 0, store, queue: await pgbossQueue({ url }) });
  const workflowId = await engine.save([{ block_type: 'wait', label: 'later', wait_sec: 1800 }]);
  for (let index = 0; index < count; index += 1) await engine.start(workflowId);
  await engine.close();
}
