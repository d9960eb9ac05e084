import { DatabaseSync } from 'node:sqlite';
import type { RunQuery } from '@runwright/contract';
import { findPostgres } from '@runwright/testing/postgres';
import { type CompiledQuery, Kysely, sql } from 'kysely';
import { type CustomTypesConfig, types as defaultTypes } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contains } from './contains.ts';
import { listRuns } from './list-runs.ts';
import { migrate } from './migrate.ts';
import { nodeSqliteDialect } from './node-sqlite.ts';
import { postgresConnection } from './postgres/postgres-connection.ts';
import { postgresDialect } from './postgres/postgres-dialect.ts';
import { createTestDatabase } from './postgres/test-database.test-helpers.ts';
import type { Tables } from './tables.ts';

interface Opened {
  readonly db: Kysely<Tables>;
  readonly executed: CompiledQuery[];
  /** The plan of a query, one step on each line. */
  explain(query: CompiledQuery): Promise<string>;
  close(): Promise<void>;
}

const count = 50_000;
type Filter = Partial<RunQuery>;

const lists: Readonly<Record<string, Filter>> = {
  all: {},
  'a page in the middle': { page: 2000 },
  'a status': { statuses: ['failed'] },
  'several statuses': { statuses: ['completed', 'failed', 'running'], page: 20 },
  'a status that no run has': { statuses: ['paused'] },
  'a type': { types: ['cua_b'] },
  'a type and a status': { types: ['task_v1', 'cua_b'], statuses: ['terminated'] },
  'a workflow': { workflowPermanentId: 'wpid_7' },
  'a workflow and a status that its runs do not have': {
    workflowPermanentId: 'wpid_7',
    statuses: ['paused'],
  },
  'a time': { createdAfter: 10_000, createdBefore: 10_100 },
  'an entry of metadata that few runs have': { metadata: { batch: '777' } },
  'an entry of metadata that many runs have': { metadata: { customer: 'ann' }, page: 2000 },
  'two entries of metadata': { metadata: { customer: 'ann', batch: '777' } },
  'metadata and a status': { metadata: { customer: 'ann' }, statuses: ['failed'] },
  'metadata, a workflow and a time': {
    metadata: { customer: 'ann' },
    workflowPermanentId: 'wpid_7',
    createdBefore: 20_000,
  },
  'a time and a status': { createdAfter: 10_000, createdBefore: 11_000, statuses: ['failed'] },
};
const searches: Readonly<Record<string, Filter>> = {
  'a common text': { searchKey: 'Orders' },
  'a text that few runs have': { searchKey: 'batch 777 ' },
  'a text of one run': { searchKey: 'invoice 49999 ' },
  'a text of no run': { searchKey: 'nowhere' },
  'a text with the signs of patterns': { searchKey: '100%_"' },
  'a text and a status': { searchKey: 'batch 777 ', statuses: ['completed'] },
  'a text and metadata': { searchKey: 'batch 777 ', metadata: { customer: 'ann' } },
  'a short text of no run': { searchKey: 'ü!' },
  'a text that many old runs have': { searchKey: 'archived' },
};

const binaries = findPostgres();
describe.each([
  ['SQLite', openSqlite],
  ...(binaries === null ? [] : [['PostgreSQL', openPostgres] as const]),
] as const)('lists of 50,000 runs on %s', (_name, open) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
  }, 120_000);
  afterAll(() => opened?.close());

  const list = async (filter: Filter) => {
    opened.executed.length = 0;
    const { items } = await listRuns(opened.db, { organizationId: 'o_1', page: 1, pageSize: 10, ...filter });
    return { ids: items.map((run) => run.runId), queries: [...opened.executed] };
  };

  it.each(Object.entries(lists))(
    '%s: is found in the order of an index, without a sort',
    async (_of, filter) => {
      const { ids, queries } = await list(filter);
      expect(ids).toEqual(await expected(opened.db, filter));
      expect(ids.length > 0).toBe(!filter.statuses?.includes('paused'));
      const plans = await Promise.all(queries.map(opened.explain));
      // The rows of the page are read last, unless there are none.
      const rows = ids.length > 0 ? plans.pop() : '';
      const keys = plans.join('\n');
      expect(keys).not.toMatch(/Seq Scan|SCAN runs(?! USING)|\bSort {2}|Bitmap/);
      expect(keys).toMatch(/Index Only Scan|COVERING INDEX/);
      expect(rows ?? '').not.toMatch(/Seq Scan|SCAN runs/);
    },
  );

  it.each(Object.entries(searches))('%s: is found as by reading all texts', async (_of, filter) => {
    expect((await list(filter)).ids).toEqual(await expected(opened.db, filter));
  });

  it('a rare text is found by the index of trigrams', async () => {
    const plans = await Promise.all(
      (await list({ searchKey: 'invoice 49999 ' })).queries.map(opened.explain),
    );
    const all = plans.join('\n');
    expect(all).toMatch(/Bitmap Index Scan on run_search_by_trigrams|SCAN run_trigrams VIRTUAL TABLE/);
    expect(all).not.toMatch(/Seq Scan|SCAN (?:runs|texts)/);
  });

  it('a search compares no more texts than it has to', async () => {
    // The texts, the sizes of the runs that were found, and the runs.
    expect((await list({ searchKey: 'orders' })).queries).toHaveLength(3);
    expect((await list({ searchKey: 'nowhere' })).queries.length).toBeLessThanOrEqual(3);
  });

  it('of several entries of metadata, the one that fewer runs have is read', async () => {
    const { queries } = await list({ metadata: { customer: 'ann', batch: '777' } });
    // Two read the sizes and the runs afterwards.
    const reading = queries.at(-3);
    expect(reading?.parameters.slice(0, 3)).toEqual(['o_1', 'batch', '777']);
  });

  it('the outputs of the last runs of a page are left out where all are too large together', async () => {
    const ids = (await list({ page: 3, pageSize: 3 })).ids;
    const output = JSON.stringify('x'.repeat(12 * 1024 * 1024));
    await opened.db.updateTable('runs').set({ output }).where('run_id', 'in', ids).execute();
    const page = await listRuns(opened.db, { organizationId: 'o_1', page: 3, pageSize: 3 });
    expect(page.items.map((run) => run.runId)).toEqual(ids);
    expect(page.items.map((run) => typeof run.output)).toEqual(['string', 'string', 'object']);
    expect(page.items[2]?.output).toMatchObject({ output_omitted: true });
    await opened.db.updateTable('runs').set({ output: null }).where('run_id', 'in', ids).execute();
  });

  it('a run that is deleted is searched no more', async () => {
    await opened.db.deleteFrom('runs').where('run_id', '=', 'wr_49998').execute();
    expect((await list({ searchKey: 'invoice 49998 ' })).ids).toEqual([]);
    const texts = opened.db.selectFrom('run_search').select('run_id').where('run_id', '=', 'wr_49998');
    expect(await texts.execute()).toEqual([]);
  });
});

/** Lists by reading everything. */
async function expected(db: Kysely<Tables>, filter: Filter): Promise<readonly string[]> {
  const { statuses, types, workflowPermanentId, createdAfter, createdBefore, searchKey, page = 1 } = filter;
  const metadata = Object.entries(filter.metadata ?? {}).map(([name, value]) => `"${name}":"${value}"`);
  let query = db.selectFrom('runs').select('run_id').where('organization_id', '=', 'o_1');
  if (statuses) query = query.where('status', 'in', statuses);
  if (types) query = query.where('run_type', 'in', types);
  if (workflowPermanentId) query = query.where('workflow_permanent_id', '=', workflowPermanentId);
  if (createdAfter) query = query.where('created_at', '>=', createdAfter);
  if (createdBefore) query = query.where('created_at', '<=', createdBefore);
  if (searchKey) query = query.where(contains('search_text', searchKey));
  for (const entry of metadata) query = query.where('settings', 'like', `%${entry}%`);
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('run_id', 'desc')
    .limit(10)
    .offset((page - 1) * 10)
    .execute();
  return rows.map((row) => row.run_id);
}

async function fill(db: Kysely<Tables>): Promise<void> {
  await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    insert into runs (run_id, workflow_run_id, kind, organization_id, workflow_id, workflow_permanent_id, status, request,
      parameters, settings, trigger_type, errors, step_count, created_at, modified_at, revision, token, last_sequence, run_type,
      search_text)
    select 'wr_' || n, 'wr_' || n, 'workflow', 'o_1', 'w_1', 'wpid_' || (n % 50),
      case when n % 5000 = 1 then 'terminated' when n % 10 = 2 then 'failed' else 'completed' end,
      '{}', '{}',
      '{"metadata":{"batch":"' || (n % 1000) || '","customer":"' || case when n % 3 = 0 then 'bob' else 'ann' end || '"}}',
      'api', '[]', 0, n / 2, n, 1, 1, 0,
      case when n % 5000 = 3 then 'cua_b' when n % 10 = 1 then 'task_v1' else 'workflow_run' end,
      'orders, batch ' || (n % 1000) || ' invoice ' || n || ' end' || case when n < 20000 then ' archived' else '' end
        || case when n = 7 then ' 100%_"' else '' end
    from numbers`.execute(db);
}

async function openSqlite(): Promise<Opened> {
  const database = new DatabaseSync(':memory:');
  const executed: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: nodeSqliteDialect(database),
    log: ({ query }) => void executed.push(query),
  });
  await migrate(db);
  await fill(db);
  return {
    db,
    executed,
    async explain({ sql: text, parameters }) {
      const steps = database.prepare(`explain query plan ${text}`).all(...(parameters as string[]));
      return steps.map((step) => String(step.detail)).join('\n');
    },
    close: () => db.destroy(),
  };
}

async function openPostgres(): Promise<Opened> {
  const database = await createTestDatabase();
  const types: CustomTypesConfig = {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      id === 20 ? Number : defaultTypes.getTypeParser(id, format as 'text'),
  };
  const pool = database.openPool({ options: '-c search_path=runwright', types, max: 2 });
  const executed: CompiledQuery[] = [];
  const dialect = postgresDialect(postgresConnection(pool));
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void executed.push(query) });
  await migrate(db, { schema: 'runwright' });
  await fill(db);
  for (const table of ['runs', 'run_search', 'run_metadata']) await pool.query(`vacuum analyze ${table}`);
  return {
    db,
    executed,
    async explain({ sql: text, parameters }) {
      const { rows } = await pool.query(`explain ${text}`, [...parameters]);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    },
    async close() {
      await pool.end();
      await database.close();
    },
  };
}
