import { type Run, RunwrightError, type TimelineDraft } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import { runSettings } from '../run-requests/run-request.ts';
import { taskDraft } from '../run-requests/task-draft.ts';
import { eventEntry, openJournal } from './journal.ts';

async function scene() {
  const store = storeUnderTest();
  const clock = manualClock();
  const settings = runSettings({}, taskDraft({ prompt: 'x' }));
  const created = await store.runs.create(
    {
      runId: 'wr_1',
      workflowRunId: 'wr_1',
      kind: 'workflow',
      organizationId: 'o_1',
      workflowId: 'w_1',
      workflowPermanentId: 'wpid_1',
      title: null,
      request: {},
      parameters: {},
      settings,
      triggerType: 'api',
      apiKeyId: null,
      createdAt: clock.now(),
    },
    [],
  );
  const claimed = await store.runs.claim('wr_1', { owner: 'me', leaseMs: 1000, now: clock.now() });
  if (!claimed) throw new Error('the run is free');
  const journal = openJournal({ store, clock, ...claimed, attempts: [], committed: () => undefined });
  const event = (message: string) =>
    eventEntry({
      runId: 'wr_1',
      organizationId: 'o_1',
      eventId: message,
      blockRunId: null,
      label: null,
      at: clock.now(),
      type: 'progress',
      message,
      data: null,
    });
  const messages = async () =>
    (await store.timeline.read('wr_1', { limit: 100 })).map((entry) => entry.eventId);
  return { store, clock, created, journal, event, messages };
}

it('what is deferred is written with the next commit, in its order', async () => {
  const { journal, event, messages, store } = await scene();
  journal.defer({ entries: [event('one')] });
  journal.defer({ entries: [event('two')], patch: (run) => ({ stepCount: run.stepCount + 1 }) });
  expect(await messages()).toEqual([]);
  await journal.commit({ entries: [event('three')], patch: (run) => ({ stepCount: run.stepCount + 1 }) });
  expect(await messages()).toEqual(['one', 'two', 'three']);
  expect(await store.runs.find('wr_1')).toMatchObject({ stepCount: 2, revision: 2 });
});

it('commits of blocks that do several things at once come one after the other', async () => {
  const { journal, store } = await scene();
  const count = () => journal.commit({ patch: (run) => ({ stepCount: run.stepCount + 1 }) });
  await Promise.all([count(), count(), count()]);
  expect((await store.runs.find('wr_1'))?.stepCount).toBe(3);
});

it('a change from outside is no reason to stop, an end is', async () => {
  const { journal, store, event, created, clock, messages } = await scene();
  const outside = (run: Run, patch: object) =>
    store.runs.commit('wr_1', [{ type: 'run', patch, revision: run.revision }], null, { now: clock.now() });
  const queued = await outside(created, { status: 'queued' });
  await journal.commit({ entries: [event('one')] });
  expect(journal.run().status).toBe('queued');
  await outside({ ...queued, revision: journal.run().revision }, { status: 'canceled' });
  await expect(journal.commit({ entries: [event('two')] })).rejects.toMatchObject({ code: 'lease_lost' });
  expect(await messages()).toEqual(['one']);
});

it('a journal whose run has another owner, or that is closed, writes nothing', async () => {
  const { journal, store, event, clock, messages } = await scene();
  await store.runs.claim('wr_1', { owner: 'other', leaseMs: 1000, now: clock.now() + 2000 });
  await expect(journal.commit({ entries: [event('one')] })).rejects.toSatisfy(
    (error) => RunwrightError.is(error) && error.code === 'lease_lost',
  );
  const { journal: closed, event: late, messages: left } = await scene();
  closed.close();
  await expect(closed.commit({ entries: [late('two')] })).rejects.toMatchObject({ code: 'lease_lost' });
  expect([await messages(), await left()]).toEqual([[], []]);
});

it('the run shows what is deferred, and a deferred status is written with the next commit', async () => {
  const { journal, store } = await scene();
  journal.defer({ patch: () => ({ status: 'running' }) });
  expect(journal.run().status).toBe('running');
  expect((await store.runs.find('wr_1'))?.status).toBe('created');
  await journal.commit();
  expect((await store.runs.find('wr_1'))?.status).toBe('running');
});

it('an event can be added after the journal was closed and the run has ended', async () => {
  const { journal, store, clock, messages } = await scene();
  await journal.commit({ patch: () => ({ status: 'completed' }) });
  journal.close();
  await journal.append(progress('at the close', clock.now()));
  expect(await messages()).toEqual(['at the close']);
  expect(await store.runs.find('wr_1')).toMatchObject({ status: 'completed', revision: 2 });
});

it('a stale worker adds no event', async () => {
  const { journal, store, clock, messages } = await scene();
  await clock.advance(1000);
  await store.runs.claim('wr_1', { owner: 'other', leaseMs: 1000, now: clock.now() });
  await expect(journal.append(progress('stale', clock.now()))).rejects.toMatchObject({ code: 'lease_lost' });
  expect(await messages()).toEqual([]);
});

function progress(message: string, at: number): TimelineDraft {
  return {
    ...{ runId: 'wr_1', organizationId: 'o_1', eventId: message, blockRunId: null, label: null, at },
    ...{ type: 'progress', message, data: null },
  };
}
