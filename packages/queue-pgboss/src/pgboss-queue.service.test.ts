import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findPostgres } from '@runwright/testing/postgres';
import { testQueue } from '@runwright/testing/suites';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { pgbossQueue } from './pgboss-queue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

const binaries = findPostgres();
if (binaries === null) console.warn('PostgreSQL is not installed: the tests of `pgbossQueue` are skipped.');

describe.skipIf(binaries === null)('PostgreSQL', () => {
  // Every queue has a schema of its own in a database that all tests of a run share.
  const url = inject('postgresUrl');
  let schemas = 0;
  const open = async () => {
    schemas += 1;
    return await pgbossQueue({ url, schema: `queue_${schemas}`, pollMs: 20 });
  };

  testQueue('pgbossQueue', open, { ownTime: { patienceMs: 150 } });

  it('processes that share a queue get each run once', async () => {
    schemas += 1;
    const options = { url, schema: `queue_${schemas}`, pollMs: 20 };
    const [one, other] = await Promise.all([pgbossQueue(options), pgbossQueue(options)]);
    const ids = Array.from({ length: 20 }, (_, index) => `wr_${index}`);
    await Promise.all(ids.map((id, index) => (index % 2 ? one : other).enqueue(id)));
    const leaving = new AbortController();
    const seen: string[] = [];
    const drain = async (queue: typeof one): Promise<void> => {
      for (;;) {
        const delivery = await queue.claim({ signal: leaving.signal });
        if (!delivery) return;
        seen.push(delivery.runId);
        await delivery.done();
        if (seen.length === ids.length) leaving.abort();
      }
    };
    await Promise.all([drain(one), drain(other)]);
    expect(seen.sort()).toEqual(ids.sort());
    await Promise.all([one.close(), other.close()]);
  });

  it('a process that waits is woken by what another one enqueues, also after it has lost its connection', async () => {
    schemas += 1;
    const options = { url, schema: `queue_${schemas}`, pollMs: 3_600_000 };
    const [one, other] = await Promise.all([pgbossQueue(options), pgbossQueue(options)]);
    const admin = new pg.Client(url);
    await admin.connect();
    const listeners = async (): Promise<readonly number[]> => {
      const text = `select pid from pg_stat_activity where application_name = 'runwright-wake' and query like 'listen "queue_${schemas}_wake"%'`;
      return (await admin.query(text)).rows.map(({ pid }) => pid);
    };
    const claimNext = () => other.claim({ signal: new AbortController().signal });
    await expect.poll(listeners).toHaveLength(2);
    const first = await listeners();
    const claim = claimNext();
    await one.enqueue('wr_1');
    await (await claim)?.done();
    await admin.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [first]);
    const second = claimNext();
    const isNew = (pid: number): boolean => !first.includes(pid);
    await expect.poll(async () => (await listeners()).filter(isNew)).toHaveLength(2);
    await one.enqueue('wr_2');
    expect(await second).toMatchObject({ runId: 'wr_2' });
    await admin.end();
    await Promise.all([one.close(), other.close()]);
  });

  it('a run with a higher priority goes first, also when it waits already', async () => {
    const queue = await open();
    for (const id of ['wr_1', 'wr_2', 'wr_3']) await queue.enqueue(id);
    await queue.enqueue('wr_4', { priority: 1 });
    await queue.enqueue('wr_3', { priority: 1 });
    const claimNext = () => queue.claim({ signal: new AbortController().signal });
    const order = [];
    for (let count = 0; count < 2; count += 1) {
      const delivery = await claimNext();
      order.push(delivery?.runId);
      await delivery?.done();
    }
    expect(order.toSorted()).toEqual(['wr_3', 'wr_4']);
    await queue.close();
  });

  // The shortest heartbeat of pg-boss is 10 s.
  it('a run of a process that was killed is delivered to another one', { tags: ['extended'] }, async () => {
    schemas += 1;
    const soon = { pollMs: 20, heartbeatSeconds: 10, monitorSeconds: 2 };
    const options = { url, schema: `queue_${schemas}`, ...soon };
    const source = `
      const { pgbossQueue } = await import(${JSON.stringify(import.meta.resolve('./pgboss-queue.ts'))});
      const queue = await pgbossQueue(${JSON.stringify(options)});
      await queue.enqueue('wr_1');
      await queue.claim({ signal: new AbortController().signal });
      console.log('held');
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const other = await pgbossQueue(options);
    child.kill('SIGKILL');
    const delivery = await other.claim({ signal: new AbortController().signal });
    expect(delivery).toMatchObject({ runId: 'wr_1', delivery: 2 });
    await delivery?.done();
    await other.close();
  });

  it('a server that cannot be reached is named with what to check', async () => {
    const unreachable = new URL(url);
    unreachable.port = '1';
    await expect(pgbossQueue({ url: unreachable.href })).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringMatching(/Cannot use the queue in PostgreSQL: .*Check that the server runs/),
    });
  });
});
