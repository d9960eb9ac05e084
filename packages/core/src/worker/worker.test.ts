import { type BrowserDriver, defineBlock, RunwrightError, type Store, Type } from '@runwright/contract';
import { fakeBrowser, manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

/** A store whose next calls of this name fail as if it did not answer. */
function failingStore(name: 'claim' | 'release', failures: number): Store {
  const memory = storeUnderTest();
  let left = failures;
  const failing = async (...args: never[]) => {
    if (left-- > 0) throw new RunwrightError('internal', 'The store does not answer.');
    return (memory.runs[name] as (...all: never[]) => unknown)(...args);
  };
  return { ...memory, runs: { ...memory.runs, [name]: failing } };
}

/** Starts a run whose only block waits for a time, so that the run is released and claimed again. */
async function startWaitingRun(store: Store) {
  const clock = manualClock();
  let executed = 0;
  const count = defineBlock({
    type: 'count',
    config: Type.Object({}),
    output: Type.Null(),
    async run() {
      executed += 1;
      return null;
    },
  });
  const engine = await createTestEngine({
    blocks: [count],
    drivers: { store, clock },
    settings: { sweepMs: 1e9 },
  });
  open.push(engine);
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: {
      blocks: [
        { block_type: 'count', label: 'before' },
        { block_type: 'wait', label: 'pause', wait_sec: 20 },
        { block_type: 'count', label: 'after' },
      ],
    },
  });
  const run = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const finished = engine.runs.finished(organizationId, run.runId);
  return { clock, finished, executed: () => executed };
}

it.each(['claim', 'release'] as const)(
  'a run whose `%s` failed is delivered again without a sweep, and each block is executed once',
  async (name) => {
    const { clock, finished, executed } = await startWaitingRun(failingStore(name, 2));
    let over = false;
    const ended = finished.finally(() => {
      over = true;
    });
    while (!over) {
      await clock.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await ended).status).toBe('completed');
    expect(executed()).toBe(2);
  },
);

it('notices that are made while the browser closes are on the timeline, and abandoned work still writes nothing', async () => {
  const fake = fakeBrowser({ pages: [] });
  const blocked = 'The ad blocker has blocked 3 requests.';
  const notices: string[] = [];
  const late = Promise.withResolvers<unknown>();
  const browser: BrowserDriver = {
    ...fake,
    async open(options) {
      const session = await fake.open(options);
      const close = async () => {
        await abandoned?.().then(late.resolve, late.resolve);
        notices.push(blocked);
        await session.close();
      };
      return { ...session, about: { ...session.about, notices }, close };
    },
  };
  let abandoned: (() => Promise<unknown>) | null = null;
  const look = defineBlock({
    type: 'look',
    config: Type.Object({}),
    output: Type.Null(),
    async run(_config, context) {
      await context.browser();
      abandoned = () => context.log.record({ type: 'progress', message: 'late', data: null });
      return null;
    },
  });
  const engine = await createTestEngine({ blocks: [look], drivers: { browser } });
  open.push(engine);
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { blocks: [{ block_type: 'look', label: 'look' }] },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  expect((await engine.runs.finished(organizationId, runId)).status).toBe('completed');
  expect(await late.promise).toBeInstanceOf(Error);
  await expect
    .poll(async () =>
      (await engine.runs.timeline(organizationId, runId)).flatMap((event) =>
        event.type === 'thought' ? [event.thought] : event.type === 'progress' ? [event.message] : [],
      ),
    )
    .toContain(blocked);
  const events = await engine.runs.timeline(organizationId, runId);
  expect(JSON.stringify(events)).not.toContain('late');
});
