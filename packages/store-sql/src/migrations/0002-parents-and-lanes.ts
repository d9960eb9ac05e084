import { runSearchText, runTypeOf } from '@runwright/contract';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Runs get a parent, lanes, a time to wake up, and the columns by which lists are filtered. */
export const parentsAndLanes: Migration = {
  async up(db) {
    for (const [name, type] of columns) {
      await db.schema.alterTable('runs').addColumn(name, type).execute();
    }
    // A column that is not null cannot be added to rows without a default.
    for (const [name, fallback] of required) {
      await db.schema
        .alterTable('runs')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(fallback))
        .execute();
    }
    await fillRuns(db);
    await db.schema
      .createTable('run_lanes')
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('lane', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('run_lanes_key', ['run_id', 'lane'])
      .execute();
    await db.schema.createIndex('run_lanes_by_lane').on('run_lanes').columns(['lane']).execute();
    await db.schema.createIndex('runs_by_awaited_by').on('runs').columns(['awaited_by']).execute();
  },
};

const columns = [
  ['parent', 'text'],
  ['awaited_by', 'text'],
  ['wake_at', 'bigint'],
] as const;

const required = [
  ['lanes', '[]'],
  ['run_type', 'workflow_run'],
  ['search_text', ''],
] as const;

interface StoredRun {
  readonly run_id: string;
  readonly workflow_run_id: string;
  readonly kind: 'task' | 'workflow';
  readonly title: string | null;
  readonly request: string;
}

async function fillRuns(db: Kysely<unknown>): Promise<void> {
  const { rows } =
    await sql<StoredRun>`select run_id, workflow_run_id, kind, title, request from runs`.execute(db);
  for (const row of rows) {
    const run = {
      runId: row.run_id,
      workflowRunId: row.workflow_run_id,
      kind: row.kind,
      title: row.title,
      request: JSON.parse(row.request),
    };
    await sql`update runs set run_type = ${runTypeOf(run)}, search_text = ${runSearchText(run)} where run_id = ${run.runId}`.execute(
      db,
    );
  }
}
