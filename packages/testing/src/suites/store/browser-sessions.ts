import type { BrowserSessionRow, RunDraft, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, rival, runDraft } from './rows.ts';

/** Browser sessions, their leases, and the runs that use them. */
export function testBrowserSessions(open: () => Promise<Store>): void {
  const store = openEachTest(open);
  const add = (id: string, patch: Partial<BrowserSessionRow> = {}) =>
    store().browserSessions.add(sessionRow(id, patch), { maxOpen: 10, maxOpenPerOrganization: 10 });
  const start = (runId: string, patch: Partial<RunDraft> = {}, session = 'pbs_1') => {
    const draft = runDraft(runId, patch);
    return store().runs.create({ ...draft, settings: { ...draft.settings, browserSessionId: session } }, []);
  };
  const usedBy = async () => {
    const session = await store().browserSessions.find('pbs_1');
    return session && [session.runnableType, session.runnableId];
  };

  it('a session is read as it was added, by its own organization alone', async () => {
    const row = sessionRow('pbs_1', { extensions: ['ad-blocker'], proxyLocation: { country: 'DE' } });
    expect(await store().browserSessions.add(row, { maxOpen: 1, maxOpenPerOrganization: 1 })).toBe('added');
    expect(await store().browserSessions.get(acme, 'pbs_1')).toEqual(row);
    expect(await store().browserSessions.find('pbs_1')).toEqual(row);
    expect(await store().browserSessions.get(rival, 'pbs_1')).toBeNull();
    await expectError(add('pbs_1'), 'conflict');
  });

  it('open sessions of all organizations are counted against the bound, final ones are not', async () => {
    const limits = { maxOpen: 1, maxOpenPerOrganization: 10 };
    await add('pbs_1', { organizationId: rival });
    expect(await store().browserSessions.add(sessionRow('pbs_2'), limits)).toBe('full');
    expect(await store().browserSessions.get(acme, 'pbs_2')).toBeNull();
    await store().browserSessions.change('pbs_1', { status: 'completed', completedAt: 5, modifiedAt: 5 });
    expect(await store().browserSessions.add(sessionRow('pbs_2'), limits)).toBe('added');
  });

  it('open sessions of one organization are counted against its own bound', async () => {
    const limits = { maxOpen: 10, maxOpenPerOrganization: 1 };
    await add('pbs_1');
    expect(await store().browserSessions.add(sessionRow('pbs_2'), limits)).toBe('organization_full');
    expect(await store().browserSessions.get(acme, 'pbs_2')).toBeNull();
    const others = sessionRow('pbs_3', { organizationId: rival });
    expect(await store().browserSessions.add(others, limits)).toBe('added');
    await store().browserSessions.change('pbs_1', { status: 'completed', completedAt: 5, modifiedAt: 5 });
    expect(await store().browserSessions.add(sessionRow('pbs_2'), limits)).toBe('added');
  });

  it('the list has the open sessions of one organization, newest first', async () => {
    await add('pbs_1', { createdAt: 1 });
    await add('pbs_2', { createdAt: 2 });
    await add('pbs_3', { createdAt: 2 });
    await add('pbs_4', { organizationId: rival });
    await store().browserSessions.change('pbs_2', { status: 'failed', completedAt: 5, modifiedAt: 5 });
    const ids = (await store().browserSessions.listOpen(acme)).map((row) => row.browserSessionId);
    expect(ids).toEqual(['pbs_3', 'pbs_1']);
  });

  it('the first final status wins, and nothing changes after it', async () => {
    await add('pbs_1');
    const patch = { status: 'running', startedAt: 9, browserAddress: 'ws://x', modifiedAt: 9 } as const;
    expect(await store().browserSessions.change('pbs_1', patch)).toMatchObject(patch);
    const end = { status: 'timeout', failureReason: 'late', completedAt: 10, modifiedAt: 10 } as const;
    expect(await store().browserSessions.change('pbs_1', end)).toMatchObject(end);
    expect(await store().browserSessions.change('pbs_1', { status: 'failed', modifiedAt: 11 })).toBeNull();
    expect(await store().browserSessions.change('pbs_2', { modifiedAt: 11 })).toBeNull();
  });

  it('a lease keeps others away until it is over, and its owner renews it', async () => {
    await add('pbs_1');
    const claim = (owner: string, now: number) =>
      store().browserSessions.claim('pbs_1', { owner, leaseMs: 100, now });
    const unowned = async (now: number) =>
      (await store().browserSessions.unowned(now)).map((row) => row.browserSessionId);
    expect(await unowned(1000)).toEqual(['pbs_1']);
    expect(await claim('a', 1000)).not.toBeNull();
    expect(await claim('b', 1050)).toBeNull();
    expect(await unowned(1050)).toEqual([]);
    expect(await store().browserSessions.ownerOf('pbs_1', 1050)).toBe('a');
    expect(await claim('a', 1050)).not.toBeNull();
    expect(await claim('b', 1120)).toBeNull();
    expect(await store().browserSessions.ownerOf('pbs_1', 1150)).toBeNull();
    expect(await claim('b', 1150)).not.toBeNull();
    const patch = { modifiedAt: 1151 };
    expect(await store().browserSessions.change('pbs_1', patch, { owner: 'a' })).toBeNull();
    expect(await store().browserSessions.change('pbs_1', patch, { owner: 'b' })).not.toBeNull();
    await store().browserSessions.endLeases();
    expect(await unowned(1160)).toEqual(['pbs_1']);
  });

  it('a run takes its session when it is created and leaves it with its final status', async () => {
    await add('pbs_1');
    await start('wr_1');
    expect(await usedBy()).toEqual(['workflow_run', 'wr_1']);
    const refused = start('wr_2');
    await expect(refused).rejects.toThrow('Browser session pbs_1 is in use by wr_1');
    await expectError(refused, 'conflict');
    expect(await store().runs.find('wr_2')).toBeNull();
    expect(
      await store().browserSessions.change('pbs_1', { status: 'timeout', modifiedAt: 5 }, { idle: true }),
    ).toBeNull();
    await store().runs.commit('wr_1', [{ type: 'run', revision: 1, patch: { status: 'failed' } }], null, {
      now: 2000,
    });
    expect(await usedBy()).toEqual([null, null]);
    await start('tsk_1', { kind: 'task' });
    expect(await usedBy()).toEqual(['task', 'tsk_1']);
  });

  it('a session that is final or of another organization takes no run', async () => {
    await add('pbs_1');
    await add('pbs_2', { organizationId: rival });
    await store().browserSessions.change('pbs_1', { status: 'completed', modifiedAt: 5 });
    await expect(start('wr_1')).rejects.toThrow('Browser session pbs_1 is closed');
    await expectError(start('wr_1', {}, 'pbs_2'), 'not_found');
    await expectError(start('wr_1', {}, 'pbs_3'), 'not_found');
    expect(await store().runs.find('wr_1')).toBeNull();
  });

  it('a run that its parent waits for shares the session of the parent', async () => {
    await add('pbs_1');
    await start('wr_1');
    const parent = { runId: 'wr_1', depth: 1, waits: true, systemPrompt: null };
    await start('wr_2', { parent });
    expect(await usedBy()).toEqual(['workflow_run', 'wr_1']);
    await expectError(start('wr_3', { parent: { ...parent, waits: false } }), 'conflict');
  });
}

function sessionRow(browserSessionId: string, patch: Partial<BrowserSessionRow> = {}): BrowserSessionRow {
  return {
    browserSessionId,
    organizationId: acme,
    status: 'created',
    runnableType: null,
    runnableId: null,
    timeoutMinutes: 60,
    proxyLocation: null,
    extensions: null,
    browserType: null,
    browserProfileId: null,
    exposeAddress: true,
    browserAddress: null,
    notices: ['A notice.'],
    failureReason: null,
    createdAt: 1000,
    modifiedAt: 1000,
    startedAt: null,
    completedAt: null,
    deletedAt: null,
    ...patch,
  };
}
