import type { RunQuery, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { openOutboxEntries } from '../../open-outbox-entries.ts';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, outboxEntry, rival, runDraft, workflowVersion } from './rows.ts';

/** Creating, finding and listing runs. */
export function testRuns(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  it('a new run is `created`, has revision 1 and keeps its draft', async () => {
    const draft = runDraft('wr_1');
    const run = await store().runs.create(draft, []);
    expect(run).toEqual({
      ...draft,
      status: 'created',
      output: null,
      summary: null,
      failureReason: null,
      failureCategory: null,
      errors: [],
      stepCount: 0,
      scriptRun: null,
      modelUse: null,
      warnings: [],
      webhookStatus: null,
      hasOpenRecording: false,
      modifiedAt: 1000,
      queuedAt: null,
      startedAt: null,
      finishedAt: null,
      wakeAt: null,
      parent: null,
      concurrencyKeys: [],
      concurrencyLimits: [],
      revision: 1,
    });
    expect(await store().runs.get(acme, 'wr_1')).toEqual(run);
    expect(await store().runs.find('wr_1')).toEqual(run);
  });

  it('the status of a run is read alone', async () => {
    const run = await store().runs.create(runDraft('wr_1'), []);
    expect(await store().runs.findStatus('wr_1')).toBe('created');
    const patch = { status: 'canceled', output: { a: [1] } } as const;
    await store().runs.commit('wr_1', [{ type: 'run', patch, revision: run.revision }], null, { now: 1000 });
    expect(await store().runs.findStatus('wr_1')).toBe('canceled');
    expect(await store().runs.findStatus('wr_2')).toBeNull();
  });

  it('a run is created together with its workflow and its outbox entries', async () => {
    const workflow = workflowVersion(1);
    await store().runs.create(runDraft('wr_1'), [outboxEntry('ob_1')], workflow);
    expect(await store().workflows.getVersion(acme, workflow.workflowId)).toEqual(workflow);
    expect(await openOutboxEntries(store(), 1000)).toEqual([outboxEntry('ob_1')]);
  });

  it('a run id is used once', async () => {
    await store().runs.create(runDraft('wr_1', { title: 'first' }), []);
    await expectError(store().runs.create(runDraft('wr_1', { title: 'second' }), []), 'conflict');
    expect(await store().runs.get(acme, 'wr_1')).toMatchObject({ title: 'first' });
  });

  it('nothing of a run is created when its workflow version exists', async () => {
    await store().workflows.add(workflowVersion(1));
    const create = store().runs.create(runDraft('wr_1'), [outboxEntry('ob_1')], workflowVersion(1));
    await expectError(create, 'conflict');
    expect(await store().runs.find('wr_1')).toBeNull();
    expect(await openOutboxEntries(store(), 1000)).toEqual([]);
  });

  it('nothing of a run is created when its outbox entry exists', async () => {
    await store().runs.create(runDraft('wr_1'), [outboxEntry('ob_1')]);
    const workflow = workflowVersion(1);
    await expectError(store().runs.create(runDraft('wr_2'), [outboxEntry('ob_1')], workflow), 'conflict');
    expect(await store().runs.find('wr_2')).toBeNull();
    expect(await store().workflows.getVersion(acme, workflow.workflowId)).toBeNull();
  });

  it('a task run is found by its workflow run id too', async () => {
    await store().runs.create(runDraft('tsk_1', { kind: 'task', workflowRunId: 'wr_9' }), []);
    expect(await store().runs.get(acme, 'wr_9')).toMatchObject({ runId: 'tsk_1' });
    expect(await store().runs.find('wr_9')).toBeNull();
  });

  it('another organization neither gets nor lists a run', async () => {
    await store().runs.create(runDraft('wr_1', { workflowRunId: 'wr_2' }), []);
    expect(await store().runs.get(rival, 'wr_1')).toBeNull();
    expect(await store().runs.get(rival, 'wr_2')).toBeNull();
    const page = await store().runs.list({ organizationId: rival, page: 1, pageSize: 10 });
    expect(page).toEqual({ items: [], next: null });
  });

  it('callers cannot change a stored run through what they gave or got', async () => {
    const parameters = { list: [1, 2] };
    const created = await store().runs.create(runDraft('wr_1', { parameters }), []);
    parameters.list.push(3);
    try {
      (created.parameters as { list: number[] }).list.push(4);
    } catch {
      // A frozen row refuses, which is as good as a copy.
    }
    expect(await store().runs.get(acme, 'wr_1')).toMatchObject({ parameters: { list: [1, 2] } });
  });

  it('runs are listed newest first, ties by id descending, in pages', async () => {
    await store().runs.create(runDraft('wr_1', { createdAt: 1000 }), []);
    await store().runs.create(runDraft('wr_2', { createdAt: 3000 }), []);
    await store().runs.create(runDraft('wr_3', { createdAt: 2000 }), []);
    await store().runs.create(runDraft('wr_4', { createdAt: 2000 }), []);
    await store().runs.create(runDraft('wr_5', { createdAt: 500 }), []);

    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => store().runs.list({ organizationId: acme, page, pageSize: 2 })),
    );
    expect(pages.map((page) => page.items.map((run) => run.runId))).toEqual([
      ['wr_2', 'wr_4'],
      ['wr_3', 'wr_1'],
      ['wr_5'],
      [],
    ]);
    expect(pages.map((page) => page.next !== null)).toEqual([true, true, false, false]);
  });

  it('a page that ends with the last run has no next one', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    const page = await store().runs.list({ organizationId: acme, page: 1, pageSize: 1 });
    expect(page).toMatchObject({ items: [{ runId: 'wr_1' }], next: null });
  });

  it('runs are filtered by status and by workflow', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    await store().runs.create(runDraft('wr_2', { workflowPermanentId: 'wpid_2' }), []);
    await store().runs.commit(
      'wr_2',
      [{ type: 'run', revision: 1, patch: { status: 'queued', queuedAt: 1500 } }],
      null,
      { now: 1500 },
    );
    const list = async (filter: object) => {
      const page = await store().runs.list({ organizationId: acme, page: 1, pageSize: 10, ...filter });
      return page.items.map((run) => run.runId);
    };
    expect(await list({ statuses: ['queued'] })).toEqual(['wr_2']);
    expect(await list({ statuses: ['queued', 'created'] })).toEqual(['wr_2', 'wr_1']);
    expect(await list({ statuses: [] })).toEqual([]);
    expect(await list({ workflowPermanentId: 'wpid_1' })).toEqual(['wr_1']);
    expect(await list({ workflowPermanentId: 'wpid_1', statuses: ['queued'] })).toEqual([]);
  });

  it('runs are filtered by what they were started as, by time and by text', async () => {
    const task = { kind: 'task', createdAt: 2000 } as const;
    await store().runs.create(runDraft('wr_1', { title: 'Weekly Zürich', createdAt: 1000 }), []);
    await store().runs.create(
      runDraft('tsk_1', {
        ...task,
        workflowRunId: 'wr_9',
        request: { engine: 'cua-a', prompt: '100% done' },
      }),
      [],
    );
    await store().runs.create(
      runDraft('tsk_2', {
        ...task,
        createdAt: 3000,
        request: { engine: 'service-1.0', url: 'https://SHOP.test' },
      }),
      [],
    );
    const list = async (filter: Partial<RunQuery>) => {
      const page = await store().runs.list({ organizationId: acme, page: 1, pageSize: 10, ...filter });
      return page.items.map((run) => run.runId);
    };
    expect(await list({ types: ['workflow_run'] })).toEqual(['wr_1']);
    expect(await list({ types: ['task_v1', 'cua_a'] })).toEqual(['tsk_2', 'tsk_1']);
    expect(await list({ types: [] })).toEqual([]);
    expect(await list({ createdAfter: 2000 })).toEqual(['tsk_2', 'tsk_1']);
    expect(await list({ createdAfter: 1001, createdBefore: 2000 })).toEqual(['tsk_1']);
    expect(await list({ searchKey: 'ZÜRICH' })).toEqual(['wr_1']);
    expect(await list({ searchKey: 'WR_9' })).toEqual(['tsk_1']);
    expect(await list({ searchKey: '0% d' })).toEqual(['tsk_1']);
    expect(await list({ searchKey: 'shop' })).toEqual(['tsk_2']);
    expect(await list({ searchKey: '_00' })).toEqual([]);
  });
}
