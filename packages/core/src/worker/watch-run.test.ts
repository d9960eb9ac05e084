import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import { runSettings } from '../run-requests/run-request.ts';
import { taskDraft } from '../run-requests/task-draft.ts';
import { createKeyedEmitter } from '../runtime/keyed-emitter.ts';
import { watchRun } from './watch-run.ts';

const leaseMs = 30_000;

/** A run that the worker `me` has claimed and watches. */
async function watchedRun(store = storeUnderTest()) {
  const clock = manualClock();
  const settings = runSettings({}, taskDraft({ prompt: 'x' }));
  const ids = { runId: 'wr_1', workflowRunId: 'wr_1', organizationId: 'o_1', workflowId: 'w_1' };
  const given = {
    ...ids,
    workflowPermanentId: 'wpid_1',
    kind: 'workflow',
    title: null,
    apiKeyId: null,
  } as const;
  const rest = { request: {}, parameters: {}, settings, triggerType: 'api', createdAt: clock.now() } as const;
  await store.runs.create({ ...given, ...rest }, []);
  const claim = (owner: string, now = clock.now()) => store.runs.claim('wr_1', { owner, leaseMs, now });
  const claimed = await claim('me');
  if (!claimed) throw new Error('the run is free');
  const watch = watchRun({
    store,
    clock,
    ...claimed,
    leaseMs,
    deadlineAt: Number.MAX_SAFE_INTEGER,
    cancels: createKeyedEmitter(),
    shutdown: new AbortController().signal,
  });
  return { store, clock, watch, claim };
}

it('the lease of a run in the store is renewed for as long as the run is watched', async () => {
  const { clock, watch, claim } = await watchedRun();
  for (let third = 0; third < 30; third += 1) await clock.advance(leaseMs / 3);
  expect(watch.signal.aborted).toBe(false);
  expect(await claim('other')).toBeNull();
  watch.stop();
  await clock.advance(leaseMs);
  expect(await claim('other')).not.toBeNull();
});

it('a worker whose lease another worker has taken stops with `lease_lost`', async () => {
  const { clock, watch, claim } = await watchedRun();
  await claim('other', clock.now() + leaseMs);
  await clock.advance(leaseMs / 3);
  expect(watch.signal.reason).toMatchObject({ code: 'lease_lost' });
  watch.stop();
});

it('a worker that renews too late does not keep a run which another worker has released meanwhile', async () => {
  const { store, clock, watch, claim } = await watchedRun();
  const other = await claim('other', clock.now() + leaseMs);
  if (!other) throw new Error('the lease is over');
  await store.runs.release('wr_1', other.fence);
  await clock.advance(leaseMs / 3);
  expect(watch.signal.reason).toMatchObject({ code: 'lease_lost' });
  watch.stop();
  // Only the first worker was lost, and the run is free at once.
  expect(await claim('third')).toMatchObject({ lostWorkers: 1 });
});

it('an end from outside is found without reading the whole run', async () => {
  const store = storeUnderTest();
  let reads = 0;
  const find = async (runId: string) => {
    reads += 1;
    return store.runs.find(runId);
  };
  const { clock, watch } = await watchedRun({ ...store, runs: { ...store.runs, find } });
  await clock.advance(1000);
  expect(watch.signal.aborted).toBe(false);
  const patch = { status: 'canceled' } as const;
  await store.runs.commit('wr_1', [{ type: 'run', patch, revision: 1 }], null, { now: clock.now() });
  await clock.advance(500);
  expect(watch.signal.reason).toMatchObject({ code: 'canceled' });
  expect(reads).toBe(0);
  watch.stop();
});
