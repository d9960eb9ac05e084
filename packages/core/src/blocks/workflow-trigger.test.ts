import { defineBlock, isFinal, type Store, Type } from '@runwright/contract';
import { fakeBrowser, manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { flowEngine, outputOf, task, type Word } from '../acceptance/flow.test-helpers.ts';
import { storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';
import type { EngineOptions } from '../api/engine-options.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

async function scene(script: Readonly<Record<string, readonly Word[]>> = {}, options: EngineOptions = {}) {
  const made = await flowEngine(manualClock(), script, options);
  open.push(made.engine);
  /** Runs with their parent, oldest first. */
  const runs = async () => {
    const { items } = await made.engine.runs.list(made.organizationId, { pageSize: 100 });
    return items.toReversed();
  };
  /** The only run that a run has started, as soon as it has begun. */
  const childOf = async (parentId: string) => {
    for (;;) {
      const child = (await runs()).find((run) => run.parent?.runId === parentId);
      if (child && child.startedAt !== null) return child;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { ...made, runs, childOf };
}

const keptStore = (): Store => ({ ...storeUnderTest(), close: async () => undefined });

const trigger = (workflow: string, members: object = {}) => ({
  block_type: 'workflow_trigger',
  label: 't',
  workflow_permanent_id: workflow,
  ...members,
});
const parameter = (key: string, type: string) => ({
  parameter_type: 'workflow',
  key,
  workflow_parameter_type: type,
});

it('the payload becomes the parameters of the child, converted as those of any run', async () => {
  const { engine, organizationId, begin, finished, runs } = await scene();
  const { workflowPermanentId } = await engine.workflows.create(
    organizationId,
    engine.workflows.parse({
      title: 'Child',
      workflow_definition: {
        parameters: [parameter('n', 'integer'), parameter('list', 'json')],
        blocks: [task('c', { navigation_goal: '{{ n + 1 }}' })],
      },
    }),
  );
  const payload = { n: ' 12 ', list: '{{ [a_output.extracted_information] }}' };
  const run = await finished(await begin([task('a'), trigger(workflowPermanentId, { payload })]));
  expect(run.status).toBe('completed');
  const [, child] = await runs();
  expect(child).toMatchObject({
    kind: 'workflow',
    parent: { runId: run.runId, depth: 1, waits: true },
    parameters: { n: 12, list: ['a'] },
  });
  expect(outputOf(run, 't')).toEqual({
    workflow_run_id: child?.runId,
    workflow_permanent_id: workflowPermanentId,
    status: 'completed',
    failure_reason: null,
    outputs: { c_output: { extracted_information: 'c' } },
  });
});

it('a payload that the child refuses fails the block with every path, and starts no run', async () => {
  const { engine, organizationId, begin, finished, runs } = await scene();
  const { workflowPermanentId } = await engine.workflows.create(
    organizationId,
    engine.workflows.parse({
      title: 'Child',
      workflow_definition: {
        parameters: [parameter('n', 'integer'), parameter('m', 'string')],
        blocks: [task('c')],
      },
    }),
  );
  const run = await finished(await begin([trigger(workflowPermanentId, { payload: { n: 'abc' } })]));
  expect(run).toMatchObject({ status: 'failed', failureCategory: 'definition' });
  expect(run.failureReason).toContain('`payload.m`: Field required');
  expect(run.failureReason).toContain('`payload.n`: Input should be a valid integer');
  expect(await runs()).toHaveLength(1);
});

it('a workflow that does not exist, or a session that does not, fails the block', async () => {
  const { save, begin, finished } = await scene();
  const unknown = await finished(await begin([trigger('wpid_404')]));
  expect(unknown.failureReason).toContain('Workflow wpid_404 not found');
  const child = await save([task('c')]);
  const session = await finished(await begin([trigger(child, { browser_session_id: 'pbs_1' })]));
  expect(session.failureReason).toContain('Browser session pbs_1 not found');
  const shared = await finished(await begin([trigger(child, { use_parent_browser_session: true })]));
  expect(shared.failureReason).toContain('the run has none');
});

it('a retry starts a child of its own, and the first one stays as it was', async () => {
  const { save, begin, finished, runs, ran } = await scene({ c: ['fail', 'ok'] });
  const child = await save([task('c')]);
  const run = await finished(await begin([trigger(child, { retry: { max_retries: 1 } })]));
  expect(run.status).toBe('completed');
  expect(ran).toEqual(['c', 'c']);
  expect(
    (await runs())
      .slice(1)
      .map((one) => one.status)
      .sort(),
  ).toEqual(['completed', 'failed']);
});

it('a cancel of the parent cancels the children that it waits for, the innermost first', async () => {
  const { engine, organizationId, save, begin, childOf, began, get, clock, aborted } = await scene({
    c: ['hang'],
  });
  const inner = await save([task('c')]);
  const outer = await save([trigger(inner)]);
  const run = await begin([trigger(outer)]);
  const middle = await childOf(run.runId);
  const leaf = await childOf(middle.runId);
  await began(leaf, 'c');
  const order: string[] = [];
  const ends = [run, middle, leaf].map(async (one) => {
    await engine.runs.finished(organizationId, one.runId);
    order.push(one.runId);
  });
  await engine.runs.cancel(organizationId, run.runId);
  await Promise.all(ends);
  await clock.advance(1000);
  expect(order).toEqual([leaf.runId, middle.runId, run.runId]);
  expect(aborted).toEqual(['c']);
  for (const one of [run, middle, leaf]) expect((await get(one)).status).toBe('canceled');
});

it('a cancel of a parent leaves alone a child that it does not wait for', async () => {
  const { engine, organizationId, save, begin, childOf, began, get } = await scene({
    c: ['hang'],
    d: ['hang'],
  });
  const child = await save([task('c')]);
  const run = await begin([trigger(child, { wait_for_completion: false }), task('d')]);
  await began(run, 'd');
  const free = await childOf(run.runId);
  await engine.runs.cancel(organizationId, run.runId);
  expect((await get(free)).status).toBe('running');
});

it('a child that somebody cancels fails the block', async () => {
  const { engine, organizationId, save, begin, childOf, finished } = await scene({ c: ['hang'] });
  const run = await begin([trigger(await save([task('c')]))]);
  const child = await childOf(run.runId);
  await engine.runs.cancel(organizationId, child.runId);
  const ended = await finished(run);
  expect(ended.status).toBe('failed');
  expect(outputOf(ended, 't')).toMatchObject({ status: 'canceled', outputs: {} });
});

it('the deadline of the block ends the wait and cancels the child', async () => {
  const { save, begin, childOf, finished, get, clock } = await scene({ c: ['hang'] });
  const run = await begin([trigger(await save([task('c')]), { timeout_seconds: 60 })]);
  const child = await childOf(run.runId);
  await clock.advance(60_000);
  expect((await finished(run)).failureReason).toContain('timed_out');
  expect((await get(child)).status).toBe('canceled');
});

it('the elapsed limit of the parent ends the wait and cancels the child', async () => {
  const { save, begin, childOf, finished, get, clock } = await scene({ c: ['hang'] });
  const run = await begin([trigger(await save([task('c')]))], { max_elapsed_time_minutes: 1 });
  const child = await childOf(run.runId);
  await clock.advance(60_000);
  expect((await finished(run)).status).toBe('timed_out');
  expect((await get(child)).status).toBe('canceled');
});

it('a parent whose process ends goes on with the child that it had started', async () => {
  const store = keptStore();
  const first = await scene({ c: ['hang'] }, { drivers: { store } });
  const run = await first.begin([trigger(await first.save([task('c')]))]);
  const child = await first.childOf(run.runId);
  await first.engine.close();
  const second = await scene({}, { drivers: { store }, settings: { takeOver: true, concurrency: 1 } });
  expect((await second.finished(run)).status).toBe('completed');
  expect((await second.runs()).map((one) => one.runId)).toEqual([run.runId, child.runId]);
});

it('a parent that was lost before it knew of its child meets it again', async () => {
  const store = keptStore();
  const first = await scene({ c: ['hang'] }, { drivers: { store } });
  const run = await first.begin([trigger(await first.save([task('c')]))]);
  await first.childOf(run.runId);
  await first.engine.close();
  // As if the worker had died between the child's start and the row that says so.
  const [row] = await store.attempts.read(run.runId);
  const writes = row ? [{ type: 'attempt', attempt: { ...row, status: 'running' } } as const] : [];
  await store.runs.commit(run.runId, writes, null, { now: first.clock.now() });
  const second = await scene({}, { drivers: { store }, settings: { takeOver: true } });
  expect((await second.finished(run)).status).toBe('completed');
  expect(await second.runs()).toHaveLength(2);
  expect((await store.attempts.read(run.runId)).map((one) => one.status)).toEqual(['lost', 'completed']);
});

it('a child whose parent has ended meanwhile is not begun', async () => {
  const store = keptStore();
  const idle = await scene({}, { drivers: { store }, settings: { concurrency: 0 } });
  const run = await idle.begin([task('a')]);
  const child = await idle.begin([task('c')]);
  const parent = { runId: run.runId, depth: 1, waits: true, systemPrompt: null };
  const orphan = { ...child, runId: 'wr_9', workflowRunId: 'wr_9', parent };
  await idle.engine.runs.cancel(idle.organizationId, run.runId);
  await store.runs.create(orphan, []);
  const worker = await scene({}, { drivers: { store } });
  expect((await worker.engine.runs.finished(worker.organizationId, 'wr_9')).status).toBe('canceled');
  expect(worker.ran).not.toContain('a');
});

it('a parent with an open browser waits for its child in place, and one worker is enough', async () => {
  const browser = fakeBrowser({ pages: [] });
  const opener = defineBlock({
    type: 'open',
    config: Type.Object({}),
    output: Type.Object({}),
    async run(_config, context) {
      await context.browser();
      return {};
    },
  });
  const { save, begin, finished } = await scene(
    {},
    { blocks: [opener], drivers: { browser }, settings: { concurrency: 1 } },
  );
  const child = await save([task('c')]);
  const opens = (label: string) => ({ block_type: 'open', label });
  const run = await finished(await begin([opens('o'), trigger(child), opens('p')]));
  expect(run.status).toBe('completed');
  expect(browser.sessions).toHaveLength(1);
});

it('system prompts are joined, the parent\u2019s first', async () => {
  const { engine, organizationId, save, runs, start, finished } = await scene();
  const child = await save([task('c')]);
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Parent',
    workflow_definition: {
      parameters: [],
      workflow_system_prompt: 'You work for {{ workflow_title }}.',
      blocks: [trigger(child), trigger(child, { label: 'u', ignore_workflow_system_prompt: true })],
    },
  });
  await finished(await start(workflowPermanentId));
  const prompts = (await runs()).flatMap((run) => (run.parent ? [run.parent.systemPrompt] : []));
  expect(new Set(prompts)).toEqual(new Set(['You work for Parent.', null]));
});

it('a child does not wait for the concurrency keys of the runs that wait for it', async () => {
  const { engine, organizationId, save, start, finished, runs } = await scene();
  const workflowId = await save([task('a')], { run_sequentially: true });
  await engine.workflows.update(organizationId, workflowId, {
    title: 'Recursive',
    run_sequentially: true,
    workflow_definition: { parameters: [], blocks: [trigger(workflowId)] },
  });
  await finished(await start(workflowId));
  expect((await runs()).every((run) => isFinal(run.status))).toBe(true);
  expect(await runs()).toHaveLength(11);
});

it.each([1, 3])(
  'a loop of width %i runs a child for each item, and one worker is enough',
  async (concurrency) => {
    const { save, begin, finished, runs, clock } = await scene({}, { settings: { concurrency: 1 } });
    const child = await save([task('c')]);
    const loop = {
      block_type: 'for_loop',
      label: 'each',
      loop_variable_reference: '{{ [1, 2, 3, 4] }}',
      concurrency,
      loop_blocks: [trigger(child), task('after')],
    };
    const run = await begin([loop]);
    const ended = finished(run);
    await clock.advance(1000);
    expect((await ended).status).toBe('completed');
    const children = (await runs()).filter((one) => one.parent?.runId === run.runId);
    expect(children.map((one) => one.status)).toEqual(['completed', 'completed', 'completed', 'completed']);
  },
);

it('a payload whose template cannot be read is refused at save, with its path', async () => {
  const { save } = await scene();
  const payload = { fields: [{}, { notes: '{{ oops' }], 'user.name': '{% if %}' };
  await expect(save([trigger('wpid_1', { payload })])).rejects.toMatchObject({
    code: 'invalid_input',
    details: {
      problems: expect.arrayContaining([
        expect.objectContaining({ path: expect.arrayContaining(['payload', 'fields', 1, 'notes']) }),
        expect.objectContaining({ path: expect.arrayContaining(['payload', 'user.name']) }),
      ]),
    },
  });
});

it.each([
  ['inherits those of the run that starts it', {}, ['shop.example']],
  ['has its own', { allowed_domains: ['bank.example'] }, ['bank.example']],
])('`allowed_domains`: a child %s', async (_, members, domains) => {
  const { engine, organizationId, finished, runs } = await scene();
  const create = async (title: string, blocks: readonly object[], more: object) =>
    engine.workflows.create(
      organizationId,
      engine.workflows.parse({
        title,
        ...more,
        workflow_definition: { parameters: [], blocks },
      }),
    );
  const child = await create('Child', [task('c')], members);
  const parent = await create('Parent', [trigger(child.workflowPermanentId)], {
    allowed_domains: ['shop.example'],
  });
  const request = { workflow_id: parent.workflowPermanentId };
  await finished(await engine.runs.start(request, { organizationId }));
  const [first, second] = await runs();
  expect(first?.settings.allowedDomains).toEqual(['shop.example']);
  expect(second?.settings.allowedDomains).toEqual(domains);
});

it('a child has the smaller caps on model calls, of its own and of the run that starts it', async () => {
  const { engine, organizationId, finished, runs } = await scene();
  const create = async (blocks: readonly object[], more: object) =>
    engine.workflows.create(
      organizationId,
      engine.workflows.parse({ ...more, workflow_definition: { parameters: [], blocks } }),
    );
  const child = await create([task('c')], { title: 'Child', max_cost: 3, max_tokens: 500 });
  const caps = { max_cost: 1, max_tokens: 9_000 };
  const parent = await create([trigger(child.workflowPermanentId)], { title: 'Parent', ...caps });
  const request = { workflow_id: parent.workflowPermanentId };
  await finished(await engine.runs.start(request, { organizationId }));
  const [, second] = await runs();
  expect(second?.settings).toMatchObject({ maxCost: 1, maxTokens: 500 });
});
