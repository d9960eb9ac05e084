import { defineBlock, Type } from '@runwright/contract';
import { fakeBrowser, manualClock, scriptedModel } from '@runwright/testing';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import {
  agentEngine,
  closeEngines,
  each,
  endedBlocks,
  task,
  whileHolds,
} from './agent-engine.test-helpers.ts';

afterEach(closeEngines);

const goal = (text: string, members: object = {}) => ({ navigation_goal: text, ...members });
const seen = goal('{{ current_value }}');

it('an inner loop hides the outer item, but its own reference still sees it', async () => {
  const scene = await agentEngine(({ goal }) => ({ ok: goal }));
  const run = await scene.finish({
    blocks: [
      each(
        'O',
        [[1, 2], [3]],
        [
          each('I', '{{ current_value }}', [task('T', goal('{{ current_index }}/{{ current_value }}'))]),
          task('U', goal('{{ current_index }}/{{ current_value }} {{ T.output }}')),
        ],
      ),
    ],
  });
  expect(scene.asked).toEqual(['T: 0/1', 'T: 1/2', 'U: 0/[1, 2] 1/2', 'T: 0/3', 'U: 1/[3] 0/3']);
  expect(run.output).toMatchObject({
    O_output: [
      [
        { output_parameter: { key: 'I_output' }, output_value: [[{ loop_value: 1 }], [{ loop_value: 2 }]] },
        {},
      ],
      [{ output_value: [[{ loop_value: 3 }]] }, {}],
    ],
    I_output: [[{ loop_value: 3 }]],
  });
});

it('a body may branch, and its merge point runs once in each iteration', async () => {
  const scene = await agentEngine();
  const branch = { criteria: { expression: '{{ current_value > 1 }}' }, next_block_label: 'big' };
  const body = [
    {
      block_type: 'conditional',
      label: 'if',
      next_block_label: 'M',
      branch_conditions: [branch, { is_default: true, next_block_label: 'small' }],
    },
    task('small', { on_failure_next_label: 'big' }),
    task('big'),
    task('M', seen),
  ];
  await scene.finish({ blocks: [each('L', [1, 2], body)] });
  expect(scene.asked).toEqual(['small', 'M: 1', 'big', 'M: 2']);
});

it('a failure edge comes before `continue_on_failure`, and that before `next_loop_on_failure`', async () => {
  const scene = await agentEngine(({ label }) => (label === 'A' ? { fails: 'no' } : undefined));
  const all = { continue_on_failure: true, next_loop_on_failure: true };
  await scene.finish({
    blocks: [each('L', [1], [task('A', { ...all, on_failure_next_label: 'C' }), task('B'), task('C')])],
  });
  await scene.finish({ blocks: [each('L', [1], [task('A', all), task('B'), task('C')])] });
  expect(scene.asked).toEqual(['A', 'C', 'A', 'B', 'C']);
});

it('an iteration executes at most as many blocks as the limit, whatever flags its blocks have', async () => {
  const scene = await agentEngine(undefined, { settings: { limits: { blocksPerIteration: 2 } } });
  const body = [task('A'), task('B'), task('C')];
  const run = await scene.finish({ blocks: [each('L', [1, 2], body, { next_loop_on_failure: true })] });
  expect(scene.asked).toEqual(['A', 'B']);
  expect(run).toMatchObject({ status: 'failed', errors: [{ error_code: 'max_blocks_per_iteration' }] });
  const rescued = await scene.finish({ blocks: [each('L', [1, 2], body, { continue_on_failure: true })] });
  expect(rescued.status).toBe('completed');
});

it('a loop that is tried again begins at index 0 again, in rows of their own', async () => {
  const scene = await agentEngine(({ label, call }) =>
    label === 'T' && call === 1 ? { fails: 'once' } : undefined,
  );
  const run = await scene.finish({
    blocks: [each('L', ['a', 'b'], [task('T', seen)], { retry: { max_retries: 1 } })],
  });
  expect(scene.asked).toEqual(['T: a', 'T: b', 'T: a', 'T: b']);
  expect(run).toMatchObject({ status: 'completed', errors: [], output: { L_output: [[{}], [{}]] } });
  const events = await scene.engine.runs.timeline(scene.organizationId, run.runId);
  expect(events.flatMap((event) => (event.type === 'block-start' ? [event.path] : []))).toEqual([
    ['L'],
    ['L', 0, 'T'],
    ['L', 1, 'T'],
    ['L'],
    ['L', 'attempt 2', 0, 'T'],
    ['L', 'attempt 2', 1, 'T'],
  ]);
});

it('a loop without blocks is terminated', async () => {
  const scene = await agentEngine();
  expect(await scene.finish({ blocks: [each('L', [1], [])] })).toMatchObject({
    status: 'terminated',
    output: { L_output: [] },
  });
});

it('a loop goes over a parameter, over text that is a list as JSON, and over a value as a list of one', async () => {
  const scene = await agentEngine();
  const parameters = [
    { parameter_type: 'workflow', key: 'rows', workflow_parameter_type: 'json' },
    { parameter_type: 'workflow', key: 'text', workflow_parameter_type: 'string' },
  ];
  const over = (label: string, key: string) => ({
    block_type: 'for_loop',
    label,
    loop_over_parameter_key: key,
    loop_blocks: [task(`T${label}`, seen)],
  });
  await scene.finish(
    {
      parameters,
      blocks: [over('A', 'rows'), over('B', 'text'), each('C', '{{ rows | tojson }}', [task('TC', seen)])],
    },
    { parameters: { rows: [1, 2], text: 'one' } },
  );
  expect(scene.asked).toEqual(['TA: 1', 'TA: 2', 'TB: one', 'TC: 1', 'TC: 2']);
});

it('a reference that leads to nothing fails and is named', async () => {
  for (const reference of ['nope.rows', '{{ nope }}', '{{ A_output.nothing }}', 'nope | list']) {
    const scene = await agentEngine();
    const run = await scene.finish({ blocks: [task('A'), each('L', reference, [task('T')])] });
    expect(run.status, reference).toBe('failed');
    expect(run.failureReason).toContain(reference);
    expect(run.failureCategory).toBe('definition');
    expect(run.errors).toMatchObject([{ error_code: 'loop_unresolved', block_label: 'L' }]);
  }
});

it('items in words are read from the page by the model; without a page or a model the loop says what is missing', async () => {
  const words = { blocks: [each('L', 'all links of the list', [task('T', seen)])] };
  const none = await agentEngine();
  expect((await none.finish(words)).failureReason).toContain('needs a model for `extract`');

  const model = scriptedModel({ answers: [{ loop_values: ['a', 'b'] }, { loop_values: [] }] });
  const blind = await agentEngine(undefined, { drivers: { model } });
  expect((await blind.finish(words)).failureReason).toContain('no page is open');

  const browser = fakeBrowser({ pages: [{ url: 'http://shop.test/', title: 'Shop' }] });
  const egress = { check: async () => ({ address: '127.0.0.1' }) } as never;
  const scene = await agentEngine(undefined, { drivers: { model, browser, egress }, blocks: [opener()] });
  const opened = { blocks: [{ block_type: 'open', label: 'O' }, ...words.blocks] };
  expect((await scene.finish(opened)).status).toBe('completed');
  expect(scene.asked).toEqual(['T: a', 'T: b']);
  expect(JSON.stringify(model.requests[0]?.messages)).toContain('all links of the list');
  expect((await scene.finish(opened)).failureReason).toContain('the page has nothing for');
});

it('a condition in words is judged before every iteration', async () => {
  const answer = (result: boolean) => ({
    conditions: [{ condition_index: 1, reasoning: 'so it is', result }],
  });
  const model = scriptedModel({ answers: [answer(true), answer(false)] });
  const scene = await agentEngine(undefined, { drivers: { model } });
  const run = await scene.finish({
    blocks: [whileHolds('W', 'there is more after {{ current_index }}', [task('T')])],
  });
  expect(run.status).toBe('completed');
  expect(scene.asked).toEqual(['T']);
  expect(model.requests.map((request) => JSON.stringify(request.messages).includes('more after 0'))).toEqual([
    true,
    false,
  ]);
});

it('a condition that cannot be rendered fails the loop, whatever its flags say', async () => {
  const scene = await agentEngine();
  const run = await scene.finish({
    blocks: [whileHolds('W', '{{ nope.x }}', [task('T')], { next_loop_on_failure: true })],
  });
  expect(run).toMatchObject({ status: 'failed', output: { W_output: [] } });
  expect(run.failureReason).toContain('`condition.expression`');
});

it('a loop whose time is over is timed out with what it has put out, and is not tried again', async () => {
  const clock = manualClock();
  const scene = await agentEngine(
    ({ call, signal }) =>
      call === 0
        ? undefined
        : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    { drivers: { clock } },
  );
  const { runId } = await scene.begin({
    blocks: [each('L', ['a', 'b'], [task('T')], { timeout_seconds: 60, retry: { max_retries: 3 } })],
  });
  await untilAsked(scene, 2);
  await clock.advance(61_000);
  const run = await scene.engine.runs.finished(scene.organizationId, runId);
  expect(run).toMatchObject({
    status: 'failed',
    output: { L_output: [[{ loop_value: 'a' }], [{ output_value: null }]] },
  });
  expect(await endedBlocks(scene, run)).toEqual(['T completed', 'T timed_out', 'L timed_out']);
});

it('a cancel inside a loop ends the block, the loop and the run, and the outputs so far are stored', async () => {
  const scene = await agentEngine(({ call, signal }) =>
    call === 0
      ? undefined
      : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  const { runId } = await scene.begin({ blocks: [each('O', ['a'], [each('L', ['b', 'c'], [task('T')])])] });
  await untilAsked(scene, 2);
  const run = await scene.engine.runs.cancel(scene.organizationId, runId);
  expect(run).toMatchObject({
    status: 'canceled',
    output: {
      L_output: [[{ loop_value: 'b' }], [{ loop_value: 'c', output_value: null }]],
      O_output: [[{ loop_value: 'a' }]],
    },
  });
  expect(await endedBlocks(scene, run)).toEqual(['T completed', 'T canceled', 'L canceled', 'O canceled']);
});

it('a wait inside a loop gives the worker back, and the loop goes on where it was', async () => {
  const clock = manualClock();
  const scene = await agentEngine(undefined, { drivers: { clock } });
  const { runId } = await scene.begin({
    blocks: [
      each(
        'L',
        ['a', 'b'],
        [task('T', seen), { block_type: 'wait', label: 'W', wait_sec: 60 }, task('U', seen)],
      ),
    ],
  });
  for (const index of [0, 1]) {
    await begun(scene, runId, 'W', index);
    await clock.advance(61_000);
  }
  const run = await scene.engine.runs.finished(scene.organizationId, runId);
  expect(run.status).toBe('completed');
  expect(scene.asked).toEqual(['T: a', 'U: a', 'T: b', 'U: b']);
});

it('a wait that is longer than the time of its loop ends with the loop', async () => {
  const clock = manualClock();
  const scene = await agentEngine(undefined, { drivers: { clock } });
  const { runId } = await scene.begin({
    blocks: [
      each('L', ['a'], [{ block_type: 'wait', label: 'W', wait_sec: 600 }], {
        timeout_seconds: 60,
        continue_on_failure: true,
      }),
      task('Z'),
    ],
  });
  await begun(scene, runId, 'W', 0);
  await clock.advance(61_000);
  const run = await scene.engine.runs.finished(scene.organizationId, runId);
  expect(run.status).toBe('completed');
  expect(await endedBlocks(scene, run)).toEqual(['W timed_out', 'L timed_out', 'Z completed']);
});

it('a person is asked in each iteration, and the loop goes on after each answer', async () => {
  const scene = await agentEngine();
  const { runId } = await scene.begin({
    blocks: [
      each(
        'L',
        ['a', 'b'],
        [{ block_type: 'human_interaction', label: 'P', recipients: ['ann@shop.test'] }, task('T', seen)],
      ),
    ],
  });
  for (const index of [0, 1]) {
    await begun(scene, runId, 'P', index);
    await scene.engine.runs.resume(scene.organizationId, runId);
  }
  const run = await scene.engine.runs.finished(scene.organizationId, runId);
  expect(run.status).toBe('completed');
  expect(scene.asked).toEqual(['T: a', 'T: b']);
});

it('a run whose loop ends while it waits for a person is running again', async () => {
  const clock = manualClock();
  const goOn = Promise.withResolvers<undefined>();
  onTestFinished(() => goOn.resolve(undefined));
  const scene = await agentEngine(() => goOn.promise, { drivers: { clock } });
  const { runId } = await scene.begin({
    blocks: [
      each('L', ['a'], [{ block_type: 'human_interaction', label: 'P', recipients: ['ann@shop.test'] }], {
        timeout_seconds: 60,
        continue_on_failure: true,
      }),
      task('Z'),
    ],
  });
  const status = async () => (await scene.engine.runs.get(scene.organizationId, runId)).status;
  await begun(scene, runId, 'P', 0);
  expect(await status()).toBe('paused');
  await clock.advance(61_000);
  await untilAsked(scene, 1);
  expect(await status()).toBe('running');
  goOn.resolve(undefined);
  expect(await scene.engine.runs.finished(scene.organizationId, runId)).toMatchObject({
    status: 'completed',
  });
});

it('definitions of loops are checked: where the items come from, the condition, and how many at once', async () => {
  const scene = await agentEngine();
  const problemsOf = (block: object) =>
    scene.engine
      .validate({ title: 'x', workflow_definition: { parameters: [], blocks: [block] } })
      .problems.map(({ path, message }) => `${path.slice(3).join('.')}: ${message}`);
  expect(problemsOf({ block_type: 'for_loop', label: 'L', loop_blocks: [task('T')] })).toEqual([
    expect.stringContaining('needs `loop_variable_reference` or `loop_over_parameter_key`'),
  ]);
  expect(problemsOf(each('L', [1], [task('T')], { concurrency: 17 }))).toEqual([
    expect.stringContaining('concurrency'),
  ]);
  expect(problemsOf({ block_type: 'for_loop', label: 'L', loop_variable_reference: 'x' })).toEqual([
    expect.stringContaining('loop_blocks'),
  ]);
  expect(problemsOf(whileHolds('W', ' ', [task('T')]))).toEqual([
    expect.stringContaining('the expression is empty'),
  ]);
  expect(problemsOf({ block_type: 'while_loop', label: 'W', loop_blocks: [task('T')] })).toEqual([
    expect.stringContaining('condition'),
  ]);
});

it('a loop goes through as many items as the limit says', async () => {
  const scene = await agentEngine();
  const run = await scene.finish({ blocks: [each('L', 'range(1000)', [task('A', seen), task('B')])] });
  expect(run.status).toBe('completed');
  expect(scene.asked).toHaveLength(2000);
});

/** A block that opens the page of the shop. */
function opener() {
  return defineBlock({
    type: 'open',
    config: Type.Object({}),
    output: Type.Object({}),
    async run(_config, { browser, signal }) {
      const { page } = await browser();
      await page.act({ action_type: 'goto_url', url: 'http://shop.test/' }, { epoch: 0, signal });
      return {};
    },
  });
}

async function untilAsked(scene: Awaited<ReturnType<typeof agentEngine>>, count: number): Promise<void> {
  while (scene.asked.length < count) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits until a block has begun in an iteration. */
async function begun(
  scene: Awaited<ReturnType<typeof agentEngine>>,
  runId: string,
  label: string,
  index: number,
) {
  for await (const event of scene.engine.runs.events(scene.organizationId, runId)) {
    if (event.type === 'block-start' && event.label === label && event.currentIndex === index) return;
  }
}
