import { DatabaseSync } from 'node:sqlite';
import { isRequestOmitted, type Schedule, type Store, type Workflow } from '@runwright/contract';
import { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { nodeSqliteDialect } from './node-sqlite.ts';
import { runDraft } from './run-draft.test-helpers.ts';
import { sqlStore } from './sql-store.ts';
import { openConnection } from './sqlite-connection.ts';
import type { Tables } from './tables.ts';

const mib = 2 ** 20;
const organizationId = 'o_1';
const page = { organizationId, page: 1, pageSize: 100 };

let store: Store;
beforeEach(async () => {
  const database = new DatabaseSync(':memory:');
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) });
  await migrate(db);
  store = sqlStore(db, openConnection(database, db as Kysely<unknown>), () => db.destroy());
});
afterEach(() => store.close());

it('the requests and parameters of the last runs of a page are left out where all are too large together', async () => {
  const draft = runDraft('tsk_1');
  const large = { parameters: { text: 'x'.repeat(17 * mib) } };
  const task = { ...draft, ...large, kind: 'task', request: { engine: 'cua-b' } } as const;
  const settings = { ...draft.settings, runWith: 'code', blockOutputs: { a: 'y'.repeat(20_000) } } as const;
  await store.runs.create({ ...task, settings, workflowRunId: 'wr_1' }, []);
  await store.runs.create({ ...task, runId: 'tsk_2', workflowRunId: 'wr_2', createdAt: 2 }, []);
  const { items } = await store.runs.list(page);
  expect(items.map(({ runId }) => runId)).toEqual(['tsk_2', 'tsk_1']);
  expect(items.map(isRequestOmitted)).toEqual([false, true]);
  expect(items[0]).toMatchObject({ ...large, request: task.request });
  expect(items[1]).toEqual({
    ...(await store.runs.find('tsk_1')),
    request: { engine: 'cua-b', request_omitted: true, reason },
    parameters: { parameters_omitted: true, reason },
    settings: { runWith: 'code' },
  });
});

it('a single run is listed whole, however large it is', async () => {
  const parameters = { text: 'x'.repeat(33 * mib) };
  await store.runs.create({ ...runDraft('wr_1'), parameters }, []);
  expect((await store.runs.list(page)).items).toMatchObject([{ parameters }]);
});

it('the definitions of the last workflows of a page are left out where all are too large together', async () => {
  const made = [1, 2, 3].map((at) =>
    workflow(at, { workflowPermanentId: `wpid_${at}`, workflowId: `w_${at}` }),
  );
  for (const each of made) await store.workflows.add(each);
  const list = await store.workflows.list({ ...page, statuses: ['published'] });
  expect(list).toEqual({ items: [made[2], made[1], { ...made[0], draft: omittedDraft }], next: null });
  const second = { ...page, page: 2, pageSize: 2, statuses: ['published'] } as const;
  expect(await store.workflows.list(second)).toEqual({ items: [made[0]], next: null });
  expect(await store.workflows.get(organizationId, 'wpid_1')).toEqual(made[0]);
});

it('the definitions of the last versions of a page are left out where all are too large together', async () => {
  const made = [1, 2, 3].map((version) => workflow(version, { version, workflowId: `w_${version}` }));
  for (const each of made) await store.workflows.add(each);
  expect(await store.workflows.versions(organizationId, 'wpid_1', { page: 1, pageSize: 10 })).toEqual({
    items: [made[2], made[1], { ...made[0], draft: omittedDraft }],
    next: null,
  });
});

it('parameters and options of the last schedules of a page are left out where all are too large together', async () => {
  const made = [1, 2, 3].map(schedule);
  for (const each of made) await store.schedules.add(each);
  const left = {
    parameters: { parameters_omitted: true, reason },
    runOptions: { run_options_omitted: true, reason },
  };
  const list = await store.schedules.list(page);
  expect(list).toEqual({ items: [made[2], made[1], { ...made[0], ...left }], next: null });
  expect(await store.schedules.list({ ...page, pageSize: 2 })).toMatchObject({ next: '2' });
  expect(await store.schedules.get(organizationId, 'sch_1')).toEqual(made[0]);
});

const reason = expect.stringMatching(/ more than 33554432 bytes .* Read the \w+ itself/);
const omittedDraft = {
  workflow_definition: { definition_omitted: true, reason, parameters: [], blocks: [] },
};

function workflow(createdAt: number, members: Partial<Workflow>): Workflow {
  const draft = {
    workflow_definition: { parameters: [], blocks: [] },
    description: 'x'.repeat(16 * mib - 100),
  };
  return {
    workflowId: 'w_1',
    workflowPermanentId: 'wpid_1',
    organizationId,
    version: 1,
    title: 'Large',
    status: 'published',
    draft,
    folderId: null,
    importError: null,
    importWarnings: [],
    createdAt,
    modifiedAt: createdAt,
    deletedAt: null,
    ...members,
  };
}

function schedule(createdAt: number): Schedule {
  return {
    scheduleId: `sch_${createdAt}`,
    organizationId,
    workflowPermanentId: 'wpid_1',
    name: null,
    cron: '0 0 * * *',
    timezone: 'UTC',
    parameters: { text: 'x'.repeat(10 * mib) },
    runOptions: { title: 'y'.repeat(5 * mib) },
    enabled: true,
    startingDeadlineSeconds: null,
    apiKeyId: null,
    nextRunAt: 100,
    lastRunId: null,
    lastRunAt: null,
    lastError: null,
    createdAt,
    modifiedAt: createdAt,
  };
}
