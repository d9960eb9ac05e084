import {
  defineBlock,
  isFinal,
  type Run,
  RunwrightError,
  type Store,
  type TimelineEvent,
  Type,
} from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';
import type { EngineOptions } from '../api/engine-options.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

/** Says its text, or fails, terminates or hangs when the text asks for it. `said` is what all of them said. */
function speaker() {
  const said: string[] = [];
  const block = defineBlock({
    type: 'say',
    config: Type.Object({ text: Type.String() }),
    output: Type.Object({ text: Type.String() }),
    async run({ text }, { label, signal }) {
      said.push(`${label}:${text}`);
      if (text === 'fail') throw new RunwrightError('block_failed', 'it was told to fail');
      if (text === 'terminate') throw new RunwrightError('terminated', 'it was told to give up');
      if (text === 'hang') {
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }
      return { text };
    },
  });
  return { said, block };
}

async function scene(options: EngineOptions = {}) {
  const speaking = speaker();
  const engine = await createTestEngine({ ...options, blocks: [speaking.block, ...(options.blocks ?? [])] });
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const begin = async (definition: object, request: object = {}): Promise<Run> => {
    const workflow = await engine.workflows.create(
      organizationId,
      engine.workflows.parse({
        title: 'Test',
        workflow_definition: { parameters: [], ...definition },
      }),
    );
    return engine.runs.start({ workflow_id: workflow.workflowPermanentId, ...request }, { organizationId });
  };
  const finish = async (definition: object, request: object = {}): Promise<Run> => {
    const { runId } = await begin(definition, request);
    return engine.runs.finished(organizationId, runId);
  };
  return { engine, organizationId, begin, finish, said: speaking.said };
}

const say = (label: string, text: string, members: object = {}) => ({
  block_type: 'say',
  label,
  text,
  ...members,
});

const blockEvents = (events: readonly TimelineEvent[]) =>
  events.flatMap((event) =>
    event.type === 'block-start'
      ? [`+${event.label}`]
      : event.type === 'block-end'
        ? [`-${event.label} ${event.status}`]
        : [],
  );

it('blocks run in the order of the list and their outputs make the output of the run', async () => {
  const { engine, organizationId, begin } = await scene();
  const created = await begin({ blocks: [say('a', 'one'), say('b', 'two')] });
  expect(created).toMatchObject({ status: 'created', kind: 'workflow', revision: 1 });
  expect(created.runId).toMatch(/^wr_\d{19,}$/);
  const run = await engine.runs.finished(organizationId, created.runId);
  expect(run).toMatchObject({ status: 'completed', failureReason: null, errors: [] });
  expect(run.output).toEqual({
    a_output: { text: 'one' },
    b_output: { text: 'two' },
    extracted_information: [],
  });
  expect(run.startedAt).not.toBeNull();
  expect(run.finishedAt).not.toBeNull();
  const timeline = await engine.runs.timeline(organizationId, created.runId);
  expect(blockEvents(timeline)).toEqual(['+a', '-a completed', '+b', '-b completed']);
  expect(timeline.map((event) => event.sequence)).toEqual(timeline.map((_, index) => index + 1));
  expect(timeline.at(-1)).toMatchObject({ type: 'run-end', status: 'completed' });
});

it('a template sees parameters and what earlier blocks put out', async () => {
  const { finish, said } = await scene();
  const parameters = [{ parameter_type: 'workflow', key: 'name', workflow_parameter_type: 'string' }];
  await finish(
    { parameters, blocks: [say('a', 'Hello {{ name }}'), say('b', '{{ a_output.text }}!')] },
    { parameters: { name: 'Ann' } },
  );
  expect(said).toEqual(['a:Hello Ann', 'b:Hello Ann!']);
});

it('a failure stops the run and names block and reason', async () => {
  const { finish, said } = await scene();
  const run = await finish({ blocks: [say('a', 'fail'), say('b', 'two')] });
  expect(said).toEqual(['a:fail']);
  expect(run).toMatchObject({
    status: 'failed',
    failureReason: 'say block a failed: it was told to fail',
    failureCategory: 'block',
    errors: [{ error_code: 'block_failed', block_label: 'a' }],
  });
});

it('a failure that may be passed over leaves the run completed', async () => {
  const { finish, said } = await scene();
  const run = await finish({ blocks: [say('a', 'fail', { continue_on_failure: true }), say('b', 'two')] });
  expect(said).toEqual(['a:fail', 'b:two']);
  expect(run.status).toBe('completed');
  expect(run.errors).toHaveLength(1);
});

it('a block that gives up makes the run terminated', async () => {
  const { finish } = await scene();
  const run = await finish({ blocks: [say('a', 'terminate'), say('b', 'two')] });
  expect(run).toMatchObject({
    status: 'terminated',
    failureReason: 'say block a terminated: it was told to give up',
  });
});

it('an empty workflow fails and says so', async () => {
  const { finish } = await scene();
  expect(await finish({ blocks: [] })).toMatchObject({ status: 'failed', output: null });
  expect((await finish({ blocks: [] })).failureReason).toContain('no executable blocks');
});

it('a conditional runs one branch, as its child, and the merge point once', async () => {
  const { engine, organizationId, finish, said } = await scene();
  const branch = (expression: string, next: string) => ({
    criteria: { criteria_type: 'jinja2_template', expression },
    next_block_label: next,
  });
  const blocks = [
    {
      block_type: 'conditional',
      label: 'which',
      next_block_label: 'last',
      branch_conditions: [branch('{{ n > 100 }}', 'big'), { is_default: true, next_block_label: 'small' }],
    },
    say('big', 'big'),
    say('small', 'small'),
    say('last', 'last'),
  ];
  const parameters = [{ parameter_type: 'workflow', key: 'n', workflow_parameter_type: 'integer' }];
  const run = await finish({ parameters, blocks }, { parameters: { n: 150 } });
  await finish({ parameters, blocks }, { parameters: { n: 5 } });
  expect(said).toEqual(['big:big', 'last:last', 'small:small', 'last:last']);
  const events = await engine.runs.timeline(organizationId, run.runId);
  const starts = events.filter((event) => event.type === 'block-start');
  const conditionalId = starts[0]?.blockRunId;
  expect(starts.map((event) => [event.label, event.parentBlockRunId])).toEqual([
    ['which', null],
    ['big', conditionalId],
    ['last', null],
  ]);
  const end = events.find((event) => event.type === 'block-end' && event.label === 'which');
  expect(end).toMatchObject({ branch: { expression: '{{ n > 100 }}', result: true, nextLabel: 'big' } });
});

it('the finally block runs after a failure and the failure stays the result', async () => {
  const { finish, said } = await scene();
  const definition = { blocks: [say('a', 'fail'), say('b', 'b'), say('z', 'bye')], finally_block_label: 'z' };
  const run = await finish(definition);
  expect(said).toEqual(['a:fail', 'z:bye']);
  expect(run).toMatchObject({ status: 'failed', failureReason: 'say block a failed: it was told to fail' });
});

it('a finally block that fails decides a run that had completed', async () => {
  const { finish } = await scene();
  const definition = { blocks: [say('a', 'a'), say('z', 'fail')], finally_block_label: 'z' };
  expect((await finish(definition)).failureReason).toBe('say block z failed: it was told to fail');
});

it('a block is tried again as often as its policy says, each time as an attempt of its own', async () => {
  let calls = 0;
  const flaky = defineBlock({
    type: 'flaky',
    config: Type.Object({}),
    output: Type.Object({ attempt: Type.Integer() }),
    async run(_config, { attempt }) {
      calls += 1;
      if (calls < 3) throw new Error('not yet');
      return { attempt };
    },
  });
  const { engine, organizationId, finish } = await scene({ blocks: [flaky] });
  const run = await finish({ blocks: [{ block_type: 'flaky', label: 'f', retry: { max_retries: 2 } }] });
  expect(run).toMatchObject({ status: 'completed', output: { f_output: { attempt: 3 } }, errors: [] });
  const events = await engine.runs.timeline(organizationId, run.runId);
  expect(blockEvents(events)).toEqual(['+f', '-f failed', '+f', '-f failed', '+f', '-f completed']);
});

it('a block that takes longer than its time-out fails the run', async () => {
  const clock = manualClock();
  const { engine, organizationId, begin } = await scene({ drivers: { clock } });
  const { runId } = await begin({ blocks: [say('a', 'hang', { timeout_seconds: 30 })] });
  await running(engine, organizationId, runId);
  await clock.advance(30_000);
  const run = await engine.runs.finished(organizationId, runId);
  expect(run).toMatchObject({ status: 'failed', failureCategory: 'limit' });
  expect(run.failureReason).toContain('say block a timed_out');
});

it('the elapsed limit ends a run with a reason that names the minutes', async () => {
  const clock = manualClock();
  const { engine, organizationId } = await scene({ drivers: { clock } });
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Slow',
    max_elapsed_time_minutes: 2,
    workflow_definition: { parameters: [], blocks: [say('a', 'a'), say('b', 'hang')] },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await running(engine, organizationId, runId, 'b');
  await clock.advance(120_000);
  const run = await engine.runs.finished(organizationId, runId);
  expect(run).toMatchObject({ status: 'timed_out', output: { a_output: { text: 'a' }, b_output: null } });
  expect(run.failureReason).toContain('2 minutes');
  const events = await engine.runs.timeline(organizationId, runId);
  expect(blockEvents(events).at(-1)).toBe('-b timed_out');
});

it('a cancel reaches the running block, and the next one never begins', async () => {
  const { engine, organizationId, begin, said } = await scene();
  const { runId } = await begin({ blocks: [say('a', 'a'), say('b', 'hang'), say('c', 'c')] });
  await running(engine, organizationId, runId, 'b');
  const canceled = await engine.runs.cancel(organizationId, runId);
  expect(canceled).toMatchObject({ status: 'canceled', failureReason: null });
  expect(await engine.runs.cancel(organizationId, runId)).toEqual(canceled);
  await engine.close();
  expect(said).toEqual(['a:a', 'b:hang']);
});

it('a cancel after the end is refused and changes nothing', async () => {
  const { engine, organizationId, finish } = await scene();
  const run = await finish({ blocks: [say('a', 'a')] });
  await expect(engine.runs.cancel(organizationId, run.runId)).rejects.toMatchObject({ code: 'conflict' });
  expect(await engine.runs.get(organizationId, run.runId)).toEqual(run);
});

it('two final statuses at once leave one', async () => {
  const { engine, organizationId, begin } = await scene();
  for (let round = 0; round < 20; round += 1) {
    const { runId } = await begin({ blocks: [say('a', 'a')] });
    await engine.runs.cancel(organizationId, runId).catch(() => undefined);
    await engine.runs.finished(organizationId, runId);
    const events = await engine.runs.timeline(organizationId, runId);
    expect(events.filter((event) => event.type === 'run-end')).toHaveLength(1);
  }
});

it('a long wait holds no worker and goes on at its time', async () => {
  const clock = manualClock();
  const { engine, organizationId, begin, finish } = await scene({
    drivers: { clock },
    settings: { concurrency: 1 },
  });
  const waiting = { block_type: 'wait', label: 'w', wait_sec: 600 };
  const { runId } = await begin({ blocks: [waiting, say('b', 'after')] });
  await running(engine, organizationId, runId, 'w');
  expect((await finish({ blocks: [say('x', 'x')] })).status).toBe('completed');
  await clock.advance(599_000);
  expect((await engine.runs.get(organizationId, runId)).status).toBe('running');
  await clock.advance(2000);
  const run = await engine.runs.finished(organizationId, runId);
  expect(run.output).toMatchObject({ w_output: { success: true }, b_output: { text: 'after' } });
});

it('the elapsed limit ends a run that waits without a worker', async () => {
  const clock = manualClock();
  const { engine, organizationId } = await scene({ drivers: { clock } });
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Patient',
    max_elapsed_time_minutes: 1,
    workflow_definition: { parameters: [], blocks: [{ block_type: 'wait', label: 'w', wait_sec: 1800 }] },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await running(engine, organizationId, runId, 'w');
  await clock.advance(61_000);
  const run = await engine.runs.finished(organizationId, runId);
  expect(run).toMatchObject({
    status: 'timed_out',
    failureReason: 'The run was not done within 1 minutes, its elapsed limit.',
  });
});

it('a back-off is a stored time, and the deadline of the block counts through it', async () => {
  const clock = manualClock();
  const { engine, organizationId, begin, said } = await scene({ drivers: { clock } });
  const retry = { max_retries: 3, backoff_seconds: 20, factor: 2 };
  const { runId } = await begin({ blocks: [say('a', 'fail', { retry, timeout_seconds: 50 })] });
  await running(engine, organizationId, runId, 'a');
  await clock.advance(19_000);
  expect(said).toHaveLength(1);
  await clock.advance(2000);
  expect(said).toHaveLength(2);
  await clock.advance(40_000);
  const run = await engine.runs.finished(organizationId, runId);
  expect(said).toHaveLength(2);
  expect(run).toMatchObject({ status: 'failed', errors: [{ error_code: 'block_timeout' }] });
});

it('events come as they happen and end with the run', async () => {
  const { engine, organizationId, begin } = await scene();
  const { runId } = await begin({ blocks: [say('a', 'a')] });
  const seen: TimelineEvent[] = [];
  for await (const event of engine.runs.events(organizationId, runId)) seen.push(event);
  expect(seen).toEqual(await engine.runs.timeline(organizationId, runId));
  const rest: TimelineEvent[] = [];
  for await (const event of engine.runs.events(organizationId, runId, { after: seen.length - 1 }))
    rest.push(event);
  expect(rest).toEqual(seen.slice(-1));
});

it('events end with the end of a run that ends between two reads of the store', async () => {
  const kept = keptStore();
  const between: (() => Promise<unknown>)[] = [];
  const { read } = kept.timeline;
  const store: Store = {
    ...kept,
    timeline: {
      ...kept.timeline,
      async read(...args) {
        const page = await read.apply(kept.timeline, args);
        if (page.length === 0) await between.pop()?.();
        return page;
      },
    },
  };
  const { engine, organizationId, begin } = await scene({ drivers: { store } });
  const { runId } = await begin({ blocks: [say('a', 'hang')] });
  between.push(() => engine.runs.cancel(organizationId, runId));
  const seen: TimelineEvent[] = [];
  for await (const event of engine.runs.events(organizationId, runId)) seen.push(event);
  expect(between).toEqual([]);
  expect(seen.at(-1)).toMatchObject({ type: 'run-end', status: 'canceled' });
});

it('a run of another organization does not exist', async () => {
  const { engine, finish } = await scene();
  const run = await finish({ blocks: [say('a', 'a')] });
  await expect(engine.runs.get('o_other', run.runId)).rejects.toMatchObject({ code: 'not_found' });
});

it('a refused start names every parameter that is missing and stores no run', async () => {
  const { engine, organizationId, begin } = await scene();
  const parameter = (key: string) => ({ parameter_type: 'workflow', key, workflow_parameter_type: 'string' });
  const refused = begin({ parameters: [parameter('p'), parameter('q')], blocks: [say('a', 'a')] });
  await expect(refused).rejects.toMatchObject({
    code: 'invalid_input',
    details: { problems: [{ path: ['parameters', 'p'] }, { path: ['parameters', 'q'] }] },
  });
  expect((await engine.runs.list(organizationId)).items).toEqual([]);
});

it('an engine that is closed leaves its runs to the next one, and finished blocks are not repeated', async () => {
  const store = keptStore();
  const first = await scene({ drivers: { store } });
  const { runId } = await first.begin({ blocks: [say('a', 'a'), say('b', 'hang'), say('c', 'c')] });
  await running(first.engine, first.organizationId, runId, 'b');
  await first.engine.close();
  expect(isFinal((await store.runs.find(runId))?.status ?? 'created')).toBe(false);

  const again = speaker();
  const calm = {
    ...again.block,
    run: async ({ text }: { text: string }, context: { label: string }) => {
      again.said.push(`${context.label}:${text}`);
      return { text };
    },
  };
  const engine = await createTestEngine({ blocks: [calm], drivers: { store }, settings: { takeOver: true } });
  open.push(engine);
  await engine.start();
  const run = await engine.runs.finished(first.organizationId, runId);
  expect(run.status).toBe('completed');
  expect(again.said).toEqual(['b:hang', 'c:c']);
  expect(blockEvents(await engine.runs.timeline(first.organizationId, runId))).toEqual([
    '+a',
    '-a completed',
    '+b',
    '-b failed',
    '+b',
    '-b completed',
    '+c',
    '-c completed',
  ]);
});

/** A store that outlives the engines that close it. */
function keptStore(): Store {
  return { ...storeUnderTest(), close: async () => undefined };
}

/** Waits until a block (or any block) of the run has begun. */
async function running(engine: Engine, organizationId: string, runId: string, label?: string): Promise<void> {
  for await (const event of engine.runs.events(organizationId, runId)) {
    if (event.type === 'block-start' && (label === undefined || event.label === label)) return;
  }
  throw new Error(`no block ${label ?? ''} began`);
}
