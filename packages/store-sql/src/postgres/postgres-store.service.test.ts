import type { Store } from '@runwright/contract';
import { findPostgres, postgresServer } from '@runwright/testing/postgres';
import { testStore } from '@runwright/testing/suites';
import { Kysely, sql } from 'kysely';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDraft } from '../run-draft.test-helpers.ts';
import { commitMarks } from './commit-marks.ts';
import { losingProxy } from './losing-proxy.test-helpers.ts';
import { postgresConnection } from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { postgresStore } from './postgres-store.ts';
import { createTestDatabase, type TestDatabase } from './test-database.test-helpers.ts';

const binaries = findPostgres();
if (binaries === null) console.warn('PostgreSQL is not installed: the tests of `postgresStore` are skipped.');

describe.skipIf(binaries === null)('PostgreSQL', () => {
  let database: TestDatabase;
  let client: Client;
  /** Of all tests of the suite: opening connections for each of them would take half of their time. */
  let shared: Store;

  beforeAll(async () => {
    database = await createTestDatabase();
    shared = await postgresStore({ url: database.url, maxConnections: 5 });
    client = new Client(database.url);
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await shared?.close();
    await database?.close();
  });

  /** Empties the one database of these tests: making one for each would take most of their time. */
  const emptied = async (): Promise<string> => {
    const { rows } = await client.query<{ statements: string }>(
      `select string_agg(format('delete from %I.%I', schemaname, tablename), '; ') as statements
       from pg_tables where schemaname = 'runwright' and tablename not like 'kysely%'`,
    );
    await client.query(rows[0]?.statements ?? '');
    return database.url;
  };

  testStore('postgresStore', async () => {
    await emptied();
    return { ...shared, close: async () => {} };
  });

  it('several processes share one database, and one of them migrates it', async () => {
    const options = { url: database.url, schema: 'fresh' };
    const stores = await Promise.all([1, 2, 3].map(() => postgresStore(options)));
    await stores[0]?.runs.create(runDraft('wr_1'), []);
    expect(await stores[2]?.runs.find('wr_1')).toMatchObject({ runId: 'wr_1' });
    await Promise.all(stores.map((store) => store.close()));
  });

  it('a process goes on when a newer version adds columns to the tables whose statements it has prepared', async () => {
    const url = await emptied();
    const store = await postgresStore({ url, maxConnections: 2 });
    await store.runs.create(runDraft('wr_1'), []);
    expect(await store.runs.find('wr_1')).toMatchObject({ runId: 'wr_1' });
    await client.query('alter table runwright.runs add column of_a_newer_version text');
    try {
      expect(await store.runs.find('wr_1')).toMatchObject({ runId: 'wr_1' });
      expect((await store.runs.create(runDraft('wr_2'), [])).runId).toBe('wr_2');
    } finally {
      await client.query('alter table runwright.runs drop column of_a_newer_version');
      await store.close();
    }
  });

  it('runs that are created at once share transactions, and one that exists already is refused alone', async () => {
    const store = await postgresStore({ url: await emptied(), maxConnections: 4 });
    await store.runs.create(runDraft('wr_05'), []);
    const transactions = async (): Promise<number> =>
      Number((await client.query('select sum(number) as n from runwright.commit_marks')).rows[0].n);
    const before = await transactions();
    const ids = Array.from({ length: 40 }, (_, index) => `wr_${String(index + 10)}`);
    const created = await Promise.all(ids.map((id) => store.runs.create(runDraft(id), [])));
    expect(created.map(({ runId }) => runId)).toEqual(ids);
    expect((await transactions()) - before).toBeLessThan(5);
    const turns = await store.runs.findTurns(ids);
    expect(new Set([...turns.values()].map(({ turn }) => turn)).size).toBe(ids.length);
    const outcomes = await Promise.allSettled(
      ['wr_06', 'wr_05', 'wr_07'].map((id) => store.runs.create(runDraft(id), [])),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await store.close();
  });

  it('of workers that claim runs of one concurrency key at the same instant one succeeds', async () => {
    const url = await emptied();
    const workers = await Promise.all(
      ['a', 'b', 'c', 'd'].map(() => postgresStore({ url, maxConnections: 8 })),
    );
    const ids = Array.from({ length: 16 }, (_, index) => `wr_${String(index).padStart(2, '0')}`);
    // Created while they are claimed, so that claims do not see each other's runs.
    const claims = ids.map(async (runId, index) => {
      const worker = workers[index % workers.length];
      await worker?.runs.create({ ...runDraft(runId), concurrencyKeys: ['account'] }, []);
      return await worker?.runs.claim(runId, { owner: `worker-${index}`, leaseMs: 60_000, now: 1 });
    });
    expect((await Promise.all(claims)).filter(Boolean).length).toBeLessThanOrEqual(1);
    await Promise.all(workers.map((store) => store.close()));
  });

  it('what changes at the same time in several processes is all counted', async () => {
    const url = await emptied();
    const stores = await Promise.all([1, 2, 3, 4].map(() => postgresStore({ url })));
    const use = { organizationId: 'o_1', day: '2026-01-01', tokens: 1, cost: 0.5 };
    const caps = { tokens: 100, cost: null };
    const added = await Promise.all(
      Array.from({ length: 120 }, (_, index) => stores[index % 4]?.modelUse.add(use, caps)),
    );
    expect(added.filter(Boolean)).toHaveLength(100);
    expect(await stores[0]?.modelUse.get('o_1', '2026-01-01')).toMatchObject({ tokens: 100, cost: 50 });
    await Promise.all(stores.map((store) => store.close()));
  });

  it('a commit whose answer is lost is not repeated, and one that never arrived is', async () => {
    await emptied();
    for (const lose of ['answer', 'commit'] as const) {
      const proxy = await losingProxy(database.port, lose);
      const url = database.url.replace(String(database.port), String(proxy.port));
      const store = await postgresStore({ url, migrate: false });
      proxy.begin();
      const run = await store.runs.create(runDraft(`wr_${lose}`), []);
      const patched = store.runs.commit(
        run.runId,
        [{ type: 'run', revision: 1, patch: { stepCount: 7 } }],
        null,
        {
          now: 2,
        },
      );
      expect(await patched).toMatchObject({ stepCount: 7, revision: 2 });
      expect(proxy.lost()).toBe(2);
      expect(store.retries?.()).toEqual({ conflicts: 0, connections: lose === 'commit' ? 2 : 0 });
      await store.close();
      await proxy.close();
    }
  });

  it.each([
    ['commit', true],
    ['rollback', false],
  ])(
    'the outcome of a transaction is known when its %s is executed, and waited for until then',
    async (end, outcome) => {
      await emptied();
      const pool = database.openPool({ max: 2 });
      const [owner, other] = [await pool.connect(), await pool.connect()];
      const marks = commitMarks('runwright.commit_marks');
      await marks.begin(owner);
      await owner.query('commit');
      const mark = await marks.begin(owner);
      const asked = marks.wasCommitted(other, mark);
      await owner.query(end);
      expect(await asked).toBe(outcome);
      owner.release();
      other.release();
      await pool.end();
    },
  );

  it('a database that nobody has migrated is refused on request, and stays as it is', async () => {
    const options = { url: database.url, schema: 'untouched', migrate: false };
    await expect(postgresStore(options)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Run `runwright migrate`'),
    });
    const { rows } = await client.query("select 1 from pg_namespace where nspname = 'untouched'");
    expect(rows).toEqual([]);
  });

  it('a database that is down is reported as unavailable, with what to check', async () => {
    const url = database.url.replace(String(database.port), '1');
    await expect(postgresStore({ url, reconnectMs: 0 })).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringMatching(/Cannot query the database: .*Check that PostgreSQL runs/),
      details: { store_unavailable: true },
    });
  });
});

/** A database whose connections can be lost, all at once. */
interface Losing {
  readonly url: string;
  lose(): Promise<void>;
  close(): Promise<void>;
}

async function openEnding(): Promise<Losing> {
  const database = await createTestDatabase();
  const client = new Client(database.url);
  await client.connect();
  return {
    url: database.url,
    async lose() {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
    },
    async close() {
      await client.end();
      await database.close();
    },
  };
}

async function openRestarted(): Promise<Losing> {
  const server = await postgresServer({ settings: { fsync: 'on', synchronous_commit: 'on' } });
  return { url: server.url, lose: () => server.restart('immediate'), close: () => server.close() };
}

const losses = [
  { title: 'PostgreSQL that ends its connections', open: openEnding, options: {} },
  { title: 'PostgreSQL that is restarted', open: openRestarted, options: { tags: ['extended'] } },
];
for (const { title, open, options } of losses)
  describe.skipIf(binaries === null)(title, options, () => {
    let database: Losing;
    beforeAll(async () => {
      database = await open();
    });
    afterAll(() => database?.close());

    it('a connection that is lost between two statements of a transaction fails it and ends nothing else', async () => {
      const pool = new Pool({ connectionString: database.url, max: 1 });
      pool.on('error', () => {});
      const db = new Kysely<unknown>({ dialect: postgresDialect(postgresConnection(pool)) });
      const lost = db.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction);
        await database.lose();
        await sql`select 1`.execute(transaction);
      });
      await expect(lost).rejects.toMatchObject({ details: { store_unavailable: true } });
      const refused = db
        .transaction()
        .setIsolationLevel('snapshot')
        .execute(async () => {});
      await expect(refused).rejects.toMatchObject({ code: 'internal' });
      // The one connection of the pool is free again.
      expect((await sql`select 2 as two`.execute(db)).rows).toEqual([{ two: 2 }]);
      await pool.end();
    });

    it('work goes on after all connections are lost; what was acknowledged is there, and nothing twice', async () => {
      const store = await postgresStore({ url: database.url, maxConnections: 4 });
      const lost = database.lose();
      const acknowledged: string[] = [];
      const creations = Array.from({ length: 40 }, async (_, index) => {
        const run = await store.runs.create(runDraft(`wr_${index}`), []);
        await store.runs.commit(run.runId, [{ type: 'run', revision: 1, patch: { stepCount: 1 } }], null, {
          now: 2,
        });
        acknowledged.push(run.runId);
      });
      await Promise.all([lost, ...creations]);
      expect(acknowledged).toHaveLength(40);
      for (const runId of acknowledged)
        expect(await store.runs.find(runId)).toMatchObject({ stepCount: 1, revision: 2 });
      await store.close();
    });
  });
