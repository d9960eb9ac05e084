import { findPostgres } from '@runwright/testing/postgres';
import { Kysely } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../migrate.ts';
import { postgresConnection } from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { postgresStore } from './postgres-store.ts';
import { createTestDatabase } from './test-database.test-helpers.ts';

describe.skipIf(findPostgres() === null)('the metadata of runs on PostgreSQL', () => {
  it('runs of an older database are found by it, and text that PostgreSQL does not take stops nothing', async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.close());
    const options = '-c search_path=runwright';
    const pool = database.openPool({ options, max: 2 });
    await migrate(new Kysely({ dialect: postgresDialect(postgresConnection(pool)) }), {
      schema: 'runwright',
      last: '0024-retention',
    });
    const settings = [{ job: 'j-1' }, { job: 'j-1', other: 'a\0b' }, null, { job: 'j-2', n: 7 }];
    for (const [index, metadata] of settings.entries()) {
      await pool.query(
        `insert into runs (run_id, workflow_run_id, kind, organization_id, workflow_id, workflow_permanent_id, status, request,
          parameters, settings, trigger_type, errors, step_count, created_at, modified_at, revision, token, last_sequence, run_type,
          search_text) values ($1, $1, 'workflow', 'o_1', 'w_1', 'wpid_1', 'completed', '{}', '{}', $2, 'api', '[]', 0, 1, 1, 1, 0,
          0, 'workflow_run', '')`,
        [`wr_${index}`, JSON.stringify({ webhookUrl: null, metadata })],
      );
    }
    await pool.end();

    const store = await postgresStore({ url: database.url });
    onTestFinished(() => store.close());
    const idsOf = async (metadata: Record<string, string>) => {
      const { items } = await store.runs.list({ organizationId: 'o_1', page: 1, pageSize: 10, metadata });
      return items.map((run) => run.runId);
    };
    expect(await idsOf({ job: 'j-1' })).toEqual(['wr_0']);
    expect(await idsOf({ job: 'j-2' })).toEqual(['wr_3']);
  });
});
