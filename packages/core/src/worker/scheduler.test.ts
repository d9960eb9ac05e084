import type { Run, Store } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';
import type { EngineOptions } from '../api/engine-options.ts';

const minute = 60_000;
const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

const keptStore = (): Store => ({ ...storeUnderTest(), close: async () => undefined });

async function scene(options: EngineOptions = {}) {
  const clock = manualClock();
  const store = keptStore();
  const engineOn = async (more: EngineOptions = {}) => {
    const engine = await createTestEngine({
      ...options,
      ...more,
      drivers: { clock, store, ...options.drivers, ...more.drivers },
    });
    open.push(engine);
    return engine;
  };
  const engine = await engineOn();
  const { organizationId } = await engine.organizations.first();
  const save = async (members: object = {}) => {
    const definition = { blocks: [{ block_type: 'wait', label: 'w', wait_sec: 1 }], ...members };
    return (await engine.workflows.create(organizationId, { workflow_definition: definition }))
      .workflowPermanentId;
  };
  const runs = async (): Promise<readonly Run[]> =>
    (await engine.runs.list(organizationId, { pageSize: 100 })).items.toReversed();
  const schedule = async (workflow: string, request: object = {}) =>
    engine.schedules.create(organizationId, workflow, { cron: '*/10 * * * *', ...request });
  return { clock, store, engine, engineOn, organizationId, save, runs, schedule };
}

it('each due time starts a run of the latest version, with the parameters and options of the schedule', async () => {
  const { clock, engine, organizationId, save, runs, schedule } = await scene();
  await engine.start();
  const parameter = { parameter_type: 'workflow', key: 'city', workflow_parameter_type: 'string' };
  const workflow = await save({ parameters: [parameter] });
  const { scheduleId } = await schedule(workflow, {
    parameters: { city: 'Bern' },
    run_options: { title: 'Nightly', unknown: 1 },
  });
  await clock.advance(10 * minute - 1);
  expect(await runs()).toEqual([]);
  await clock.advance(1);
  const [first] = await runs();
  expect(first).toMatchObject({
    triggerType: 'scheduled',
    title: 'Nightly',
    parameters: { city: 'Bern' },
    createdAt: clock.now(),
  });
  await engine.workflows.update(
    organizationId,
    workflow,
    engine.workflows.parse({
      workflow_definition: { parameters: [parameter], blocks: [] },
    }),
  );
  await clock.advance(10 * minute);
  const all = await runs();
  expect(all).toHaveLength(2);
  expect(all[1]?.workflowId).not.toBe(first?.workflowId);
  expect(await engine.schedules.get(organizationId, scheduleId)).toMatchObject({
    lastRunId: all[1]?.runId,
    lastRunAt: clock.now(),
    lastError: null,
    nextRunAt: clock.now() + 10 * minute,
  });
});

it('several processes on one store start one run for a due time', async () => {
  const { clock, engine, engineOn, save, runs, schedule } = await scene();
  const others = [await engineOn(), await engineOn(), await engineOn()];
  await schedule(await save());
  await Promise.all([engine, ...others].map((one) => one.start()));
  await clock.advance(60 * minute);
  expect(await runs()).toHaveLength(6);
});

it('a process without places for runs starts none', async () => {
  const { clock, engine, save, runs, schedule } = await scene({ settings: { concurrency: 0 } });
  await engine.start();
  await schedule(await save());
  await clock.advance(60 * minute);
  expect(await runs()).toEqual([]);
});

it('a schedule that another process creates is noticed in time', async () => {
  const { clock, engineOn, save, runs, schedule } = await scene({ settings: { concurrency: 0 } });
  const worker = await engineOn({ settings: { concurrency: 1 } });
  await worker.start();
  await clock.advance(5 * minute);
  await schedule(await save());
  await clock.advance(5 * minute);
  expect(await runs()).toMatchObject([{ createdAt: clock.now() }]);
});

it('times that were missed while nothing ran start one run', async () => {
  const { clock, engine, organizationId, save, runs, schedule } = await scene();
  const { scheduleId } = await schedule(await save());
  await clock.advance(35 * minute);
  await engine.start();
  await clock.advance(0);
  expect(await runs()).toHaveLength(1);
  expect((await engine.schedules.get(organizationId, scheduleId)).nextRunAt).toBe(clock.now() + 5 * minute);
  await clock.advance(5 * minute);
  expect(await runs()).toHaveLength(2);
});

it('a time that was missed for longer than the schedule allows starts no run, and says so', async () => {
  const { clock, engine, organizationId, save, runs, schedule } = await scene();
  const workflow = await save();
  const late = await schedule(workflow, { starting_deadline_seconds: 4 * 60 });
  const inTime = await schedule(workflow, { starting_deadline_seconds: 5 * 60 });
  await clock.advance(35 * minute);
  await engine.start();
  await clock.advance(0);
  const started = await runs();
  expect(started).toHaveLength(1);
  expect(await engine.schedules.get(organizationId, inTime.scheduleId)).toMatchObject({
    lastRunId: started[0]?.runId,
    lastError: null,
  });
  expect(await engine.schedules.get(organizationId, late.scheduleId)).toMatchObject({
    lastRunId: null,
    lastError: expect.stringMatching(/^No run was started: .*240 s .*by hand/),
    nextRunAt: clock.now() + 5 * minute,
  });
  await clock.advance(5 * minute);
  expect(await runs()).toHaveLength(3);
});

it('a due time starts one run when the clock is set back while it starts', async () => {
  const { clock, store, engineOn, save, runs, schedule } = await scene({ settings: { concurrency: 0 } });
  let offsetMs = 0;
  const { due } = store.schedules;
  store.schedules.due = async (options) => {
    const found = await due(options);
    if (found.length > 0) offsetMs = -1000;
    return found;
  };
  await schedule(await save());
  const shifted = { ...clock, now: () => clock.now() + offsetMs };
  const worker = await engineOn({ drivers: { clock: shifted }, settings: { concurrency: 1 } });
  await worker.start();
  await clock.advance(15 * minute);
  expect(await runs()).toHaveLength(1);
});

it('a start that is refused is written to the schedule, which goes on', async () => {
  const { clock, engine, organizationId, save, runs, schedule } = await scene();
  await engine.start();
  const workflow = await save();
  const { scheduleId } = await schedule(workflow);
  // A schedule that no run would accept is refused, but its workflow may change afterwards.
  await engine.workflows.update(organizationId, workflow, {
    workflow_definition: {
      parameters: [{ parameter_type: 'workflow', key: 'city', workflow_parameter_type: 'integer' }],
      blocks: [{ block_type: 'wait', label: 'w', wait_sec: 1 }],
    },
  });
  await clock.advance(10 * minute);
  expect(await runs()).toEqual([]);
  expect(await engine.schedules.get(organizationId, scheduleId)).toMatchObject({
    lastRunId: null,
    lastError: 'The run cannot be started: `parameters.city`: Field required.',
    nextRunAt: clock.now() + 10 * minute,
  });
  await engine.schedules.update(organizationId, scheduleId, { parameters: { city: 7 } });
  await clock.advance(10 * minute);
  expect(await runs()).toHaveLength(1);
  expect(await engine.schedules.get(organizationId, scheduleId)).toMatchObject({ lastError: null });
});

it('a store that does not answer is asked again, and the due time is not lost', async () => {
  const { clock, engine, store, save, runs, schedule } = await scene();
  await engine.start();
  await schedule(await save());
  const { create } = store.runs;
  store.runs.create = async () => {
    throw new Error('The disk is full.');
  };
  await clock.advance(12 * minute);
  expect(await runs()).toEqual([]);
  store.runs.create = create;
  await clock.advance(minute);
  expect(await runs()).toHaveLength(1);
});

it('a schedule that is disabled, or deleted, or whose workflow is, starts nothing', async () => {
  const { clock, engine, organizationId, save, runs, schedule } = await scene();
  await engine.start();
  const workflow = await save();
  const disabled = await schedule(workflow, { enabled: false });
  expect(disabled.nextRunAt).toBeNull();
  const deleted = await schedule(workflow);
  await engine.schedules.delete(organizationId, deleted.scheduleId);
  const gone = await save();
  const orphan = await schedule(gone);
  await engine.workflows.delete(organizationId, gone);
  await clock.advance(30 * minute);
  expect(await runs()).toEqual([]);
  await expect(engine.schedules.get(organizationId, orphan.scheduleId)).rejects.toMatchObject({
    code: 'not_found',
  });
  await engine.schedules.update(organizationId, disabled.scheduleId, { enabled: true });
  await clock.advance(10 * minute);
  expect(await runs()).toHaveLength(1);
});

it('a changed time counts from the change', async () => {
  const { clock, engine, organizationId, save, runs, schedule } = await scene();
  await engine.start();
  const { scheduleId } = await schedule(await save(), { cron: '0 0 1 1 *' });
  await clock.advance(minute);
  const changed = await engine.schedules.update(organizationId, scheduleId, { cron: '*/2 * * * *' });
  expect(changed.nextRunAt).toBe(clock.now() + minute);
  await clock.advance(minute);
  expect(await runs()).toHaveLength(1);
});

it('an engine that drains starts no run', async () => {
  const { clock, engine, save, runs, schedule } = await scene();
  await engine.start();
  await schedule(await save());
  const drained = engine.drain();
  await clock.advance(30 * minute);
  await drained;
  expect(await runs()).toEqual([]);
});
