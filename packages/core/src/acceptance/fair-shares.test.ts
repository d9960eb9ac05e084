import { defineBlock, Type } from '@runwright/contract';
import { fakeBrowser, manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import type { EngineSettings } from '../api/engine-options.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

/** An engine with two organizations, whose block `hold` waits until it is let go, with or without a browser. */
async function scene(settings: EngineSettings = {}) {
  const clock = manualClock();
  const began: string[] = [];
  const held = new Map<string, () => void>();
  let browsers = 0;
  let peakBrowsers = 0;
  const hold = defineBlock({
    type: 'hold',
    onWorkerLost: 'repeat',
    config: Type.Object({ browses: Type.Boolean({ default: false }) }),
    output: Type.Object({}),
    async run({ browses }, { runId, browser, signal }) {
      if (browses) await browser();
      signal.throwIfAborted();
      began.push(runId);
      await new Promise<void>((resolve, reject) => {
        held.set(runId, resolve);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      return {};
    },
  });
  const fake = fakeBrowser({ pages: [] });
  const browser: typeof fake = {
    ...fake,
    async open(options) {
      const session = await fake.open(options);
      browsers += 1;
      peakBrowsers = Math.max(peakBrowsers, browsers);
      session.gone.addEventListener('abort', () => {
        browsers -= 1;
      });
      return session;
    },
  };
  const engine = await createTestEngine({ blocks: [hold], drivers: { clock, browser }, settings });
  open.push(engine);
  await engine.start();
  const organization = async (name: string) => {
    const { organizationId } = await engine.organizations.create({ name });
    const save = async (...blocks: readonly object[]) => {
      const draft = engine.workflows.parse({
        title: name,
        workflow_definition: { parameters: [], blocks },
      });
      return (await engine.workflows.create(organizationId, draft)).workflowPermanentId;
    };
    const start = (workflow_id: string, request: object = {}) =>
      engine.runs.start({ workflow_id, ...request }, { organizationId });
    const finished = (runId: string) => engine.runs.finished(organizationId, runId);
    const runs = async () => (await engine.runs.list(organizationId, { pageSize: 100 })).items;
    return { organizationId, save, start, finished, runs };
  };
  const acme = await organization('Acme');
  const rival = await organization('Rival');
  const until = (isSo: () => boolean | Promise<boolean>) =>
    expect.poll(async () => isSo(), { interval: 1 }).toBe(true);
  const release = (runId: string) => {
    held.get(runId)?.();
    held.delete(runId);
  };
  /** Lets all runs end as soon as they begin, until this one has ended. */
  const finishAll = async (runId: string, of: typeof acme) => {
    let isOver = false;
    const run = of.finished(runId).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      for (const one of held.keys()) release(one);
      await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(200);
    }
    return run;
  };
  return { engine, clock, acme, rival, began, until, release, finishAll, peakBrowsers: () => peakBrowsers };
}

const hold = (members: object = {}) => ({ block_type: 'hold', label: 'hold', ...members });
const trigger = (workflow_permanent_id: string, members: object = {}) => ({
  ...{ block_type: 'workflow_trigger', label: 'call', workflow_permanent_id, ...members },
});
/** A loop whose iterations start runs of a workflow, all at once. */
const starts = (workflow: string, count: number, members: object = {}) => ({
  ...{
    block_type: 'for_loop',
    label: 'each',
    loop_variable_reference: `range(${count})`,
    concurrency: count,
  },
  loop_blocks: [trigger(workflow, members)],
});

it('of the runs that a run waits for, one passes the limit of its organization, and the next one when that ends', async () => {
  const { acme, rival, began, until, release, finishAll } = await scene({
    concurrency: 4,
    limits: { organizationConcurrency: 1 },
  });
  const run = await acme.start(await acme.save(starts(await acme.save(hold()), 4)));
  await until(() => began.length === 1);
  const other = await rival.start(await rival.save(hold()));
  await until(() => began.length === 2);
  expect(began[1]).toBe(other.runId);
  release(began[0] ?? '');
  await until(() => began.length === 3);
  await until(async () => (await acme.runs()).filter(({ status }) => status === 'queued').length === 2);
  expect((await finishAll(run.runId, acme)).status).toBe('completed');
  expect(await acme.runs()).toHaveLength(5);
});

it('the runs that a run waits for take turns with those of other organizations, except for one', async () => {
  const { acme, rival, began, until, release, finishAll } = await scene({ concurrency: 2 });
  const child = await acme.save(hold());
  const run = await acme.start(await acme.save(starts(child, 6)));
  await until(async () => began.length === 2 && (await acme.runs()).length === 7);
  const other = await rival.start(await rival.save(hold()));
  await until(async () => (await rival.runs())[0]?.status === 'queued');
  release(began[0] ?? '');
  release(began[1] ?? '');
  await until(() => began.length === 4);
  expect(began.slice(2)).toContain(other.runId);
  expect((await finishAll(run.runId, acme)).status).toBe('completed');
});

it('runs that wait for each other in a chain end with one place and one browser', async () => {
  const { acme, finishAll, peakBrowsers } = await scene({
    concurrency: 1,
    maxBrowsers: 1,
    limits: { organizationConcurrency: 1 },
  });
  const browses = hold({ browses: true });
  const inner = await acme.save(browses);
  const middle = await acme.save(browses, trigger(inner));
  const run = await acme.start(await acme.save(browses, trigger(middle)));
  expect((await finishAll(run.runId, acme)).status).toBe('completed');
  expect(await acme.runs()).toHaveLength(3);
  expect(peakBrowsers()).toBe(3);
});

it('iterations that wait for runs at once leave their place to these, also when some have ended', async () => {
  const { acme, finishAll, peakBrowsers } = await scene({ concurrency: 1, maxBrowsers: 1 });
  const browses = hold({ browses: true });
  const inner = await acme.save(browses);
  const middle = await acme.save(browses, starts(inner, 3));
  const run = await acme.start(await acme.save(browses, starts(middle, 3)));
  expect((await finishAll(run.runId, acme)).status).toBe('completed');
  expect(await acme.runs()).toHaveLength(13);
  expect(peakBrowsers()).toBe(3);
});

it('runs that a run without a browser waits for open no more browsers than there are', async () => {
  const { acme, finishAll, peakBrowsers } = await scene({ concurrency: 4, maxBrowsers: 3 });
  const leaf = await acme.save(hold({ browses: true }));
  const middle = await acme.save(trigger(leaf));
  const run = await acme.start(await acme.save(starts(middle, 6)));
  expect((await finishAll(run.runId, acme)).status).toBe('completed');
  // Half of them: those above hold none that could wait for these.
  expect(peakBrowsers()).toBe(2);
});

it('runs that wait for a browser and for runs let these open none beside them', async () => {
  const { acme, rival, clock, began, until, finishAll, peakBrowsers } = await scene({
    concurrency: 4,
    maxBrowsers: 2,
  });
  const browses = hold({ browses: true });
  const leaf = await acme.save(browses);
  const branches = {
    ...{ block_type: 'for_loop', label: 'each', loop_variable_reference: 'range(2)', concurrency: 2 },
    loop_blocks: [
      {
        ...{ block_type: 'conditional', label: 'which' },
        branch_conditions: [
          { criteria: { expression: '{{ current_index == 0 }}' }, next_block_label: 'call' },
          { is_default: true, next_block_label: 'hold' },
        ],
      },
      { ...trigger(leaf), next_block_label: null },
      { ...browses, next_block_label: null },
    ],
  };
  const other = await rival.start(await rival.save(browses));
  await until(() => began.length === 1);
  const parents: string[] = [];
  for (const _ of [1, 2, 3]) parents.push((await acme.start(await acme.save(branches))).runId);
  await until(() => began.length > 1);
  await clock.advance(3000);
  for (const runId of parents) expect((await finishAll(runId, acme)).status).toBe('completed');
  expect(peakBrowsers()).toBeLessThanOrEqual(3);
  await finishAll(other.runId, rival);
});

it('an organization holds half of the browsers, and its further runs do not hold up those of others', async () => {
  const { acme, rival, began, until, clock, engine } = await scene({ concurrency: 2, maxBrowsers: 2 });
  const browses = await acme.save(hold({ browses: true }));
  const runs = [await acme.start(browses), await acme.start(browses), await acme.start(browses)];
  await until(() => began.length === 1);
  const other = await rival.start(await rival.save(hold({ browses: true })));
  await until(() => began.length === 2);
  expect(began[1]).toBe(other.runId);
  await engine.runs.cancel(acme.organizationId, began[0] ?? '');
  await clock.advance(3000);
  await until(() => began.length === 3);
  expect(runs.map(({ runId }) => runId)).toContain(began[2]);
});

it('runs whose blocks use no browser begin while their organization can have no more browsers', async () => {
  const { acme, began, until } = await scene({ concurrency: 2, maxBrowsers: 2 });
  const browses = await acme.save(hold({ browses: true }));
  await acme.start(browses);
  await until(() => began.length === 1);
  const { runId } = await acme.start(browses);
  const program = { block_type: 'code', label: 'program', code: 'return fetch.name' };
  const reference = { loop_variable_reference: 'range(2)' };
  const loop = { block_type: 'for_loop', label: 'each', ...reference, loop_blocks: [program] };
  const plain = await acme.start(await acme.save(loop));
  expect((await acme.finished(plain.runId)).status).toBe('completed');
  expect((await acme.runs()).find((run) => run.runId === runId)?.startedAt).toBeNull();
});

it('a host can let an organization hold more browsers', async () => {
  const { acme, began, until, clock, peakBrowsers } = await scene({
    concurrency: 4,
    maxBrowsers: 4,
    limits: { organizationBrowsers: 3 },
  });
  const browses = await acme.save(hold({ browses: true }));
  for (const _ of [1, 2, 3, 4]) await acme.start(browses);
  await until(() => began.length === 3);
  await clock.advance(3000);
  expect(peakBrowsers()).toBe(3);
});

it('of several organizations, a priority above 0 counts as 0, and the start warns of it', async () => {
  const { acme } = await scene();
  const workflow = await acme.save(hold());
  const started = await acme.start(workflow, { priority: 10 });
  expect(started.warnings).toMatchObject([{ code: 'priority_ignored', path: ['priority'] }]);
  expect(started.warnings[0]?.message).toContain('RUNWRIGHT_HIGHEST_PRIORITY');
  expect(started.settings.priority).toBeUndefined();
  expect((await acme.start(workflow, { priority: -3 })).settings.priority).toBe(-3);
});

it('priorities that the host allows count also of several organizations', async () => {
  const { acme } = await scene({ limits: { highestPriority: 5 } });
  const workflow = await acme.save(hold());
  expect(await acme.start(workflow, { priority: 5 })).toMatchObject({
    settings: { priority: 5 },
    warnings: [],
  });
  await expect(acme.start(workflow, { priority: 6 })).rejects.toMatchObject({ code: 'invalid_input' });
});

it('runs that runs start count for the limit of run starts, and their block says so', async () => {
  const { acme, rival, finishAll } = await scene({ runStarts: { max: 3, windowSeconds: 3600 } });
  const child = await acme.save(hold());
  const parent = await acme.save(starts(child, 8, { wait_for_completion: false }));
  const { runId } = await acme.start(parent);
  expect(await finishAll(runId, acme)).toMatchObject({
    status: 'failed',
    failureCategory: 'limit',
    failureReason: expect.stringContaining('at most 3 run starts per 3600 seconds'),
  });
  expect(await acme.runs()).toHaveLength(3);
  await expect(acme.start(child)).rejects.toMatchObject({ code: 'rate_limited' });
  await rival.start(await rival.save(hold()));
});

it('runs of schedules count for the limit of run starts, and a schedule shows that its run was refused', async () => {
  const { acme, engine, clock, until } = await scene({ runStarts: { max: 1, windowSeconds: 7200 } });
  const { organizationId } = acme;
  const workflow = await acme.save(hold());
  const schedule = await engine.schedules.create(organizationId, workflow, { cron: '* * * * *' });
  await clock.advance(60_000);
  await until(async () => (await acme.runs()).length === 1);
  await clock.advance(60_000);
  await until(async () => {
    const found = await engine.schedules.get(organizationId, schedule.scheduleId);
    return found.lastError?.includes('at most 1 run starts') === true;
  });
  expect(await acme.runs()).toHaveLength(1);
});
