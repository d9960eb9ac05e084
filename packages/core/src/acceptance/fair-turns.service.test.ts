import { defineBlock, Type } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import type { EngineSettings } from '../api/engine-options.ts';
import { createEngine } from '../engine/create-engine.ts';
import { endsOf, flowEngine, task } from './flow.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

/** An engine with one place, whose runs wait until they are let go, and the ids of its runs in the order in which they began. */
async function scene(settings: EngineSettings = {}) {
  const began: string[] = [];
  const gates: (() => void)[] = [];
  const block = defineBlock({
    type: 'wait',
    config: Type.Object({}),
    output: Type.Object({}),
    async run(_config, { runId, signal }) {
      signal.throwIfAborted();
      began.push(runId);
      await new Promise<void>((resolve, reject) => {
        gates.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      return {};
    },
  });
  const engine = await createEngine({
    blocks: [block],
    drivers: { clock: manualClock() },
    settings: { concurrency: 1, ...settings },
  });
  open.push(engine);
  await engine.start();
  const organization = async (name: string) => {
    const { organizationId } = await engine.organizations.create({ name });
    const { workflowPermanentId } = await engine.workflows.create(organizationId, {
      title: 'Wait',
      workflow_definition: { parameters: [], blocks: [{ block_type: 'wait', label: 'a' }] },
    });
    return {
      organizationId,
      start: async (request: object = {}) =>
        (await engine.runs.start({ workflow_id: workflowPermanentId, ...request }, { organizationId })).runId,
    };
  };
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    for (let turns = 0; !(await isSo()); turns += 1) {
      if (turns > 20_000) throw new Error(`${began.length} runs have begun`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  /** Waits until so many runs have begun, and lets the others end. */
  const beginnings = async (count: number) => {
    await until(() => {
      if (began.length < count) for (const gate of gates.splice(0)) gate();
      return began.length >= count;
    });
    return began.slice(0, count);
  };
  const queued = (organizationId: string, runId: string) =>
    until(async () => (await engine.runs.get(organizationId, runId)).status === 'queued');
  return { engine, organization, began, until, beginnings, queued };
}

it('an organization with 10,000 queued runs delays the first run of another one by one run', async () => {
  const { organization, beginnings, queued } = await scene();
  const [large, small] = [await organization('Large'), await organization('Small')];
  for (let index = 0; index < 10_000; index += 1) await large.start();
  await beginnings(1);
  const first = await small.start();
  await queued(small.organizationId, first);
  expect((await beginnings(2))[1]).toBe(first);
}, 120_000);

it('two organizations with queued runs take turns', async () => {
  const { organization, beginnings, queued } = await scene();
  const [large, small] = [await organization('Large'), await organization('Small')];
  const many: string[] = [];
  for (let index = 0; index < 8; index += 1) many.push(await large.start());
  await beginnings(1);
  const few: string[] = [];
  for (let index = 0; index < 3; index += 1) few.push(await small.start());
  await queued(small.organizationId, few[2] ?? '');
  const order = await beginnings(7);
  expect(order.filter((runId) => few.includes(runId))).toEqual(few);
  expect(order.filter((runId) => many.includes(runId))).toEqual(many.slice(0, 4));
});

it('runs with a higher priority begin first, whatever came before them', async () => {
  const { engine, organization, beginnings, queued } = await scene({ limits: { highestPriority: 10 } });
  const { start, organizationId } = await organization('Acme');
  const [head, low, plain, high] = [
    await start(),
    await start({ priority: -1 }),
    await start(),
    await start({ priority: 10 }),
  ];
  await queued(organizationId, high);
  expect(await beginnings(4)).toEqual([head, high, plain, low]);
  expect((await engine.runs.get(organizationId, high)).settings.priority).toBe(10);
});

it.each([11, -11, 0.5])('a start with the priority %j is refused', async (priority) => {
  const { organization } = await scene();
  const { start } = await organization('Acme');
  await expect(start({ priority })).rejects.toMatchObject({ code: 'invalid_input' });
});

it('a host can refuse priorities above its own limit', async () => {
  const { organization } = await scene({ limits: { highestPriority: 0 } });
  const { start } = await organization('Acme');
  await start({ priority: -5 });
  await expect(start({ priority: 1 })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { problems: [{ path: ['priority'] }] },
  });
});

it('runs of an organization beyond its limit leave the other places to others, and go on one by one', async () => {
  const { organization, began, until, beginnings } = await scene({
    concurrency: 4,
    limits: { organizationConcurrency: 2 },
  });
  const [large, small] = [await organization('Large'), await organization('Small')];
  const many: string[] = [];
  for (let index = 0; index < 6; index += 1) many.push(await large.start());
  const one = await small.start();
  await until(() => began.length === 3);
  expect([...began].sort()).toEqual([many[0], many[1], one].sort());
  expect(new Set(await beginnings(7))).toEqual(new Set([...many, one]));
});

it('runs whose start URLs have one host share its limit, whatever their organization and workflow', async () => {
  const clock = manualClock();
  const { engine, save, start, ran, get, release, finished } = await flowEngine(
    clock,
    { A: ['gate'] },
    { settings: { concurrency: 4, limits: { hostConcurrency: 1 } } },
  );
  open.push(engine);
  const parameter = { parameter_type: 'workflow', key: 'site', workflow_parameter_type: 'string' } as const;
  const at = (url: string) => save([{ ...task('A'), url }]);
  const templated = await engine.workflows.create((await engine.organizations.first()).organizationId, {
    title: 'Templated',
    workflow_definition: { parameters: [parameter], blocks: [{ ...task('A'), url: 'https://{{ site }}/b' }] },
  });
  const one = await start(await at('https://shop.example/a'));
  // Of two runs that wait at the same time, either may be the first.
  await expect.poll(() => ran).toHaveLength(1);
  const same = await start(templated.workflowPermanentId, { parameters: { site: 'SHOP.example' } });
  const other = await start(await at('https://other.example/a'));
  await expect.poll(() => ran).toHaveLength(2);
  expect((await get(one)).status).toBe('running');
  expect((await get(other)).status).toBe('running');
  expect((await get(same)).status).toBe('queued');
  release();
  await expect.poll(() => ran).toHaveLength(3);
  release();
  expect((await finished(same)).status).toBe('completed');
});

it('a run that its parent waits for counts with its parent, so that neither waits for the other', async () => {
  const { engine, save, begin, finished, timeline } = await flowEngine(
    manualClock(),
    {},
    { settings: { concurrency: 2, limits: { organizationConcurrency: 1 } } },
  );
  open.push(engine);
  const child = await save([task('A')]);
  const run = await begin([
    {
      block_type: 'workflow_trigger',
      label: 'call',
      workflow_permanent_id: child,
      wait_for_completion: true,
    },
  ]);
  expect((await finished(run)).status).toBe('completed');
  expect(endsOf(await timeline(run))).toEqual(['call completed']);
});
