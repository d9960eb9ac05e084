import { DatabaseSync } from 'node:sqlite';
import type { IdempotencyKey, Store } from '@runwright/contract';
import { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { nodeSqliteDialect } from './node-sqlite.ts';
import { runDraft } from './run-draft.test-helpers.ts';
import { sqlStore } from './sql-store.ts';
import { openConnection } from './sqlite-connection.ts';
import type { Tables } from './tables.ts';

let database: DatabaseSync;
let store: Store;
let queries: string[];
beforeEach(async () => {
  database = new DatabaseSync(':memory:');
  queries = [];
  const { prepare } = database;
  database.prepare = (text) => {
    queries.push(text);
    return prepare.call(database, text);
  };
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) });
  await migrate(db);
  store = sqlStore(db, openConnection(database, db as Kysely<unknown>), () => db.destroy());
  queries.length = 0;
});
afterEach(() => store.close());

const now = { now: 1 };
const idempotencyKey: IdempotencyKey = {
  organizationId: 'o_1',
  method: 'POST',
  route: '/v1/folders',
  key: 'k',
  owner: 'a',
  requestHash: null,
  answer: null,
  leaseUntil: 1,
  expiresAt: 1,
};
const calls: Record<string, () => Promise<unknown>> = {
  'reads a run of an organization': () => store.runs.get('o_1', 'wr_1'),
  'finds a run': () => store.runs.find('wr_1'),
  'finds the status of a run': () => store.runs.findStatus('wr_1'),
  'claims a run': () => store.runs.claim('wr_1', { owner: 'a', leaseMs: 1, ...now }),
  'releases a run': () => store.runs.release('wr_1', { owner: 'a', token: 1 }),
  'commits to a run': () =>
    store.runs
      .commit('wr_1', [{ type: 'run', revision: 1, patch: { status: 'completed' } }], null, now)
      .catch(() => undefined),
  'revises a run': () => store.runs.revise('wr_1', () => null, now),
  'ends all leases': () => store.runs.endLeases(),
  'ends leases that are over': () => store.runs.endExpiredLeases({ limit: 10, ...now }),
  'looks for runs without an owner after one': () =>
    store.runs.unowned({ limit: 10, ...now, after: { createdAt: 1, runId: 'wr_1' } }),
  'counts waiting runs': () => store.runs.waiting?.() ?? Promise.reject(new Error('not counted')),
  'looks for children': () => store.runs.children('wr_1'),
  'looks for the next run with a concurrency key': () => store.runs.nextWithConcurrencyKey('key'),
  'looks for the next runs within a limit': () => store.runs.nextWithinLimit({ key: 'key', capacity: 2 }),
  'finds turns': () => store.runs.findTurns(['wr_1']),
  'looks for runs without an owner': () => store.runs.unowned({ limit: 10, ...now }),
  'reads the model use of a day': () => store.modelUse.get('o_1', '2026-03-31'),
  'adds to the model use of a day': () =>
    store.modelUse.add(
      { organizationId: 'o_1', day: '2026-03-31', tokens: 1, cost: 0 },
      { tokens: null, cost: null },
    ),
  'reads attempts': () => store.attempts.read('wr_1'),
  'reads a timeline': () => store.timeline.read('wr_1', { limit: 10 }),
  'looks for due entries': () => store.outbox.due({ type: 'webhook', limit: 10, ...now }),
  'looks for entries that are being sent': () => store.outbox.sending({ limit: 10 }),
  'lists artifacts': () => store.artifacts.list('o_1', 'wr_1'),
  'lists files': () => store.files.list('o_1', 'wr_1'),
  'lists deliveries': () => store.deliveries.list('o_1', 'wr_1'),
  'reads a delivery': () => store.deliveries.find('o_1', 'wr_1', 'whd_1'),
  'reads a script': () => store.scripts.get('o_1', 's_1'),
  'finds a script': () => store.scripts.find('o_1', 'wpid_1', 'default'),
  'reads a workflow': () => store.workflows.get('o_1', 'wpid_1'),
  'reads a version of a workflow': () => store.workflows.getVersion('o_1', 'w_1'),
  'lists versions of a workflow': () => store.workflows.versions('o_1', 'wpid_1', { page: 1, pageSize: 10 }),
  'moves a workflow': () => store.workflows.move('o_1', 'wpid_1', null, now),
  'deletes a workflow': () => store.workflows.delete('o_1', ['wpid_1'], now),
  'reads a folder': () => store.folders.get('o_1', 'fld_1'),
  'lists workflows in a folder': () => store.folders.workflowsIn('o_1', 'fld_1'),
  'reads a schedule': () => store.schedules.get('o_1', 'sch_1'),
  'looks for due schedules': () => store.schedules.due({ limit: 10, ...now }),
  'looks for the next due time': () => store.schedules.nextDueAt(),
  'leaves a due time': () =>
    store.schedules.moveOn({ scheduleId: 'sch_1', dueAt: 1, nextRunAt: 2 }, { error: 'refused' }),
  'lists schedules of a workflow': () =>
    store.schedules.list({ organizationId: 'o_1', workflowPermanentId: 'wpid_1', page: 1, pageSize: 10 }),
  'deletes a file': () => store.files.delete('o_1', 'f_1'),
  'reserves an idempotency key': async () => {
    await store.idempotencyKeys.reserve({ ...idempotencyKey, leaseUntil: 9, expiresAt: 9 }, now);
    await store.idempotencyKeys.reserve(idempotencyKey, now);
  },
  'renews an idempotency key': () => store.idempotencyKeys.renew(idempotencyKey, { leaseUntil: 1 }),
  'completes an idempotency key': () => store.idempotencyKeys.complete(idempotencyKey),
  'releases an idempotency key': () => store.idempotencyKeys.release(idempotencyKey),
  'removes idempotency keys': () => store.idempotencyKeys.deleteExpired(now),
  'finds pushed codes': () =>
    store.pushedCodes.find({ organizationId: 'o_1', identifierKey: 'ann@shop.test', since: 0, ...now }),
  'removes pushed codes': () => store.pushedCodes.deleteExpired(now),
  'deletes a folder': () => store.folders.delete('o_1', 'fld_1'),
};

it.each(Object.entries(calls))(
  'a call that %s goes by an index, and reads no more because a database or an organization has more',
  async (_name, call) => {
    await call();
    const executed = queries.filter((query) => /^(?:select|update|delete)/.test(query));
    const plans = executed.flatMap(planOf);
    expect(plans).not.toEqual([]);
    for (const step of plans) {
      expect(step).not.toMatch(/^SCAN/);
      expect(step).not.toContain('(organization_id=?)');
    }
  },
);

const outlines: typeof calls = {
  ...calls,
  'looks for runs whose time is over': () =>
    store.runs.expired({ organizationId: 'o_1', finishedBefore: 1, limit: 10 }),
};

it.each([
  'looks for runs without an owner',
  'looks for runs without an owner after one',
  'looks for children',
  'looks for the next run with a concurrency key',
  'looks for the next runs within a limit',
  'looks for runs whose time is over',
  'finds turns',
  'looks for due schedules',
])('a call that %s reads no text that its callers make as long as they like', async (name) => {
  await outlines[name]?.();
  const reading = queries.filter((query) => query.startsWith('select'));
  expect(reading).not.toEqual([]);
  for (const query of reading)
    expect(query).not.toMatch(/select \*|\.\*|"(?:request|parameters|settings|output|run_options)"/);
});

it('the owners that lost the runs of a tree are found by indexes alone, however many runs there are', async () => {
  await store.runs.findDeadOwners('wr_1');
  const plan = queries.flatMap(allSteps).join('\n');
  expect(plan).toContain('runs_by_awaited_by (awaited_by=?)');
  expect(plan).not.toMatch(/SCAN runs/);
});

it('moving a workflow reads one version of it, not all', async () => {
  await calls['moves a workflow']?.();
  const update = queries.find((query) => query.startsWith('update'));
  expect(update).toMatch(/returning "workflow_id", "version"$/);
});

it('a call that looks for due entries reads those of its type alone, in their order', async () => {
  await calls['looks for due entries']?.();
  const plan = queries.flatMap((query) => allSteps(query)).join('\n');
  expect(plan).toContain('INDEX outbox_by_status_type_created_at (status=? AND type=?)');
  expect(plan).not.toMatch(/TEMP B-TREE/);
});

it.each(['claims a run', 'looks for the next run with a concurrency key'])(
  'a call that %s reads of the runs that wait for a concurrency key only those whose turn comes first',
  async (name) => {
    await calls[name]?.();
    const plans = queries.filter((query) => /^(?:select|update)/.test(query) && /run_lanes/.test(query));
    const steps = plans.flatMap(planOf).join('\n');
    expect(steps).toContain('COVERING INDEX run_lanes_by_turn (lane=? AND claimed=?');
    expect(steps).not.toMatch(/TEMP B-TREE/);
  },
);

it('the turn of a new run is found by indexes alone, however many runs wait', async () => {
  await store.runs.create(runDraft('wr_1'), []);
  const steps = queries.filter((query) => query.includes('begun_turn') && query.startsWith('select'));
  const plan = steps.flatMap(allSteps).join('\n');
  expect(plan).toContain('runs_by_waiting_turn (priority=?');
  expect(plan).toContain('runs_of_organization_by_waiting_turn (organization_id=? AND priority=?');
  expect(plan).toContain('runs_of_organization_by_begun_turn (organization_id=? AND priority=?');
  expect(plan).not.toMatch(/TEMP B-TREE|SCAN runs/);
});

/** How SQLite looks for the rows of a query. */
function planOf(query: string): readonly string[] {
  return allSteps(query).filter((detail) => /^(?:SCAN|SEARCH)/.test(detail));
}

function allSteps(query: string): readonly string[] {
  const steps = database
    .prepare(`explain query plan ${query}`)
    .all(...(query.match(/\?/g) ?? []).map(() => null));
  return steps.map((step) => String(step.detail));
}
