import { DatabaseSync } from 'node:sqlite';
import {
  type Attempt,
  isRequestOmitted,
  type Schedule,
  type Store,
  type Workflow,
} from '@runwright/contract';
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

/** Turns of the event loop while some work goes on. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  await work();
  clearImmediate(next);
  return turns;
}

it('large rows of a page are read with turns of the event loop in between', async () => {
  for (const at of Array(10).keys()) {
    const draft = { workflow_definition: { parameters: [], blocks: [] }, description: 'x'.repeat(mib) };
    await store.workflows.add(
      workflow(at, { workflowPermanentId: `wpid_${at}`, workflowId: `w_${at}`, draft }),
    );
    await store.runs.create({ ...runDraft(`wr_${at}`), parameters: { text: 'x'.repeat(mib) } }, []);
    await store.schedules.add({ ...schedule(at), parameters: { text: 'x'.repeat(mib) }, runOptions: {} });
  }
  const lists = [
    () => store.workflows.list({ ...page, statuses: ['published'] }),
    () => store.runs.list(page),
    () => store.schedules.list(page),
  ];
  for (const list of lists) expect(await countTurns(list)).toBeGreaterThanOrEqual(8);
});

it('large outputs of attempts are read with turns of the event loop in between, in their order', async () => {
  const { runId } = await store.runs.create(runDraft('wr_1'), []);
  const attempts = [3, 1, 2, 5, 4].map((at) => attempt(at, 'x'.repeat(mib)));
  for (const each of attempts)
    await store.runs.commit(runId, [{ type: 'attempt', attempt: each }], null, { now: 1 });
  const turns = await countTurns(async () => {
    expect(await store.attempts.read(runId)).toEqual(attempts.toSorted((a, b) => a.startedAt - b.startedAt));
  });
  expect(turns).toBeGreaterThanOrEqual(4);
});

it('large values are written with turns of the event loop in between, and read as they were', async () => {
  const { runId } = await store.runs.create(runDraft('wr_1'), []);
  const output = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `row ${id}` }));
  const patch = { output };
  const turns = await countTurns(async () => {
    const run = await store.runs.commit(runId, [{ type: 'run', patch, revision: 1 }], null, { now: 2 });
    expect(run.output).toEqual(output);
    expect(run).toMatchObject({ runId, revision: 2, parameters: {}, status: 'created' });
  });
  expect(turns).toBeGreaterThanOrEqual(20);
  expect((await store.runs.find(runId))?.output).toEqual(output);
  const summary = [{ type: 'run', patch: { summary: 'done' }, revision: 2 }] as const;
  expect((await store.runs.commit(runId, summary, null, { now: 3 })).output).toEqual(output);
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

function attempt(startedAt: number, output: string): Attempt {
  return {
    runId: 'wr_1',
    organizationId,
    path: ['loop', startedAt, 'b'],
    attempt: 1,
    blockRunId: `wrb_${startedAt}`,
    label: 'b',
    blockType: 'code',
    status: 'completed',
    output,
    failureReason: null,
    failureCategory: null,
    errors: [],
    chosenLabel: null,
    effect: false,
    owner: 'a',
    fenceToken: 1,
    startedAt,
    finishedAt: startedAt,
    dueAt: null,
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
