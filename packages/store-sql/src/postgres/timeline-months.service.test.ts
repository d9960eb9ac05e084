import type { Store } from '@runwright/contract';
import { findPostgres } from '@runwright/testing/postgres';
import { Kysely } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../migrate.ts';
import { runDraft } from '../run-draft.test-helpers.ts';
import { postgresConnection } from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { postgresStore } from './postgres-store.ts';
import { createTestDatabase, type TestDatabase } from './test-database.test-helpers.ts';

const day = 86_400_000;

describe.skipIf(findPostgres() === null)('the timeline on PostgreSQL', () => {
  let database: TestDatabase;
  let client: Client;
  let store: Store;
  beforeAll(async () => {
    database = await createTestDatabase();
    const options = '-c search_path=runwright';
    const pool = database.openPool({ options, max: 2 });
    await migrate(new Kysely({ dialect: postgresDialect(postgresConnection(pool)) }), {
      schema: 'runwright',
      last: '0021-duties',
    });
    await pool.query("insert into timeline values ('wr_before', 'o_1', '{\"n\": 1}', 1)");
    await pool.end();
    store = await postgresStore({ url: database.url });
    client = new Client({ connectionString: database.url, options });
    await client.connect();
  });
  afterAll(async () => {
    await store?.close();
    await client?.end();
    await database?.close();
  });

  const partitionOf = async (runId: string) => {
    const { rows } = await client.query(
      'select tableoid::regclass::text as name from timeline where run_id = $1 order by at',
      [runId],
    );
    return rows.map((row) => row.name);
  };

  it('keeps the events that were there before it was divided', async () => {
    expect(await store.timeline.read('wr_before', { limit: 9 })).toEqual([{ n: 1, sequence: 1 }]);
    expect(await partitionOf('wr_before')).toEqual(['timeline_before']);
  });

  it('puts a new event into the partition of its month, also when the writer does not know of partitions', async () => {
    await client.query(
      "insert into timeline (run_id, sequence, organization_id, event) values ('wr_new', 1, 'o_1', '{}')",
    );
    const now = new Date(await (store.now?.() ?? Date.now()));
    expect(await partitionOf('wr_new')).toEqual([
      `timeline_${now.toISOString().slice(0, 7).replace('-', '_')}`,
    ]);
  });

  it('drops a month when all runs from before its end are deleted, and no other', async () => {
    const now = Date.UTC(2020, 5, 20);
    await store.timeline.maintain?.({ now });
    await store.timeline.maintain?.({ now: Date.UTC(2020, 1, 1) });
    await store.runs.create({ ...runDraft('wr_may'), createdAt: Date.UTC(2020, 3, 10) }, []);
    await store.timeline.maintain?.({ now });
    const months = async () => {
      const { rows } = await client.query(
        "select relname from pg_class where relname like 'timeline_2020%' and relkind = 'r' order by 1",
      );
      return rows.map((row) => row.relname.slice(-2));
    };
    expect(await months()).toEqual(['04', '05', '06', '07', '08', '09']);
    await client.query('delete from runs');
    await store.timeline.maintain?.({ now: now + 15 * day });
    expect(await months()).toEqual(['07', '08', '09', '10']);
  });
});
