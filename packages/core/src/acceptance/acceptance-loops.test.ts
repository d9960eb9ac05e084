import { afterEach, expect, it } from 'vitest';
import {
  agentEngine,
  closeEngines,
  each,
  endedBlocks,
  starts,
  type Told,
  task,
  whileHolds,
} from './agent-engine.test-helpers.ts';

afterEach(closeEngines);

const goal = (text: string) => ({ navigation_goal: text });

it('23: a `for_loop` over ["a", "b"] gives its body each item and index, and puts out one list for each', async () => {
  const scene = await agentEngine(({ goal }) => ({ ok: goal }));
  const run = await scene.finish({
    blocks: [
      each('L', ['a', 'b'], [task('T', goal('{{ current_value }} {{ current_item }} {{ current_index }}'))]),
    ],
  });
  expect(scene.asked).toEqual(['T: a a 0', 'T: b b 1']);
  expect(run.status).toBe('completed');
  const entry = (value: string, info: string) => ({
    loop_value: value,
    output_parameter: { parameter_type: 'output', key: 'T_output' },
    output_value: { task_id: 'tsk_1', status: 'completed', extracted_information: info },
  });
  expect(run.output).toMatchObject({ L_output: [[entry('a', 'a a 0')], [entry('b', 'b b 1')]] });
  const begun = starts(await scene.engine.runs.timeline(scene.organizationId, run.runId));
  expect(begun.map(({ path, currentIndex, currentValue }) => [path, currentIndex, currentValue])).toEqual([
    [['L'], null, null],
    [['L', 0, 'T'], 0, 'a'],
    [['L', 1, 'T'], 1, 'b'],
  ]);
  expect(begun[1]?.parentBlockRunId).toBe(begun[0]?.blockRunId);
  const told = await scene.engine.runs.timeline(scene.organizationId, run.runId);
  expect(told.find(({ type }) => type === 'loop-values')).toMatchObject({ label: 'L', values: ['a', 'b'] });
});

it('24: a list is found in a member, as the output itself, and below `results`', async () => {
  const answers: Record<string, Told> = {
    A: { ok: { rows: [1, 2] } },
    B: { ok: [3, 4] },
    C: { ok: { results: [5] } },
  };
  const scene = await agentEngine(({ label, goal }) => answers[label] ?? { ok: goal });
  await scene.finish({
    blocks: [
      task('A'),
      task('B'),
      task('C'),
      each('L1', '{{ A_output.extracted_information.rows }}', [task('T1', goal('{{ current_value }}'))]),
      each('L2', '{{ B_output }}', [task('T2', goal('{{ current_value }}'))]),
      each('L3', 'C_output', [task('T3', goal('{{ current_value }}'))]),
      each('L4', 'C.output', [task('T4', goal('{{ current_value }}'))]),
    ],
  });
  expect(scene.asked.slice(3)).toEqual(['T1: 1', 'T1: 2', 'T2: 3', 'T2: 4', 'T3: 5', 'T4: 5']);
});

it('25: a loop over 5 has one iteration with 5', async () => {
  const scene = await agentEngine();
  const run = await scene.finish({ blocks: [each('L', 5, [task('T', goal('{{ current_value }}'))])] });
  expect(scene.asked).toEqual(['T: 5']);
  expect(run).toMatchObject({ status: 'completed', output: { L_output: [[{ loop_value: 5 }]] } });
});

it('26: an empty list ends loop and run as terminated, or with `complete_if_empty` as completed, with [] put out', async () => {
  const scene = await agentEngine();
  const terminated = await scene.finish({ blocks: [each('L', [], [task('T')])] });
  expect(terminated).toMatchObject({ status: 'terminated', output: { L_output: [] } });
  expect(await endedBlocks(scene, terminated)).toEqual(['L terminated']);
  const completed = await scene.finish({ blocks: [each('L', [], [task('T')], { complete_if_empty: true })] });
  expect(completed).toMatchObject({ status: 'completed', output: { L_output: [] } });
});

const failsOn = (index: number) => (asked: { label: string; goal: string }) =>
  asked.goal === String(index) ? { fails: 'it was told to' } : undefined;
const byIndex = (label: string, members: object = {}) =>
  task(label, { ...goal('{{ current_index }}'), ...members });

it('27: a body that fails on item 2 of 3 fails the loop and the run, and item 3 never runs', async () => {
  const scene = await agentEngine(failsOn(1));
  const run = await scene.finish({ blocks: [each('L', [1, 2, 3], [byIndex('T')])] });
  expect(scene.asked).toEqual(['T: 0', 'T: 1']);
  expect(run).toMatchObject({
    status: 'failed',
    output: { L_output: [[{ loop_value: 1 }], [{ output_value: null }]] },
  });
  expect(run.failureReason).toContain('for_loop block L failed: task block T failed');
  expect(run.failureReason).toContain('it was told to');
  expect(await endedBlocks(scene, run)).toEqual(['T completed', 'T failed', 'L failed']);
});

it('28: the same with `next_loop_on_failure` on the child or on the loop goes through all three', async () => {
  for (const [child, loop] of [
    [{ next_loop_on_failure: true }, {}],
    [{}, { next_loop_on_failure: true }],
  ] as const) {
    const scene = await agentEngine(failsOn(1));
    const run = await scene.finish({ blocks: [each('L', [1, 2, 3], [byIndex('T', child)], loop)] });
    expect(scene.asked).toHaveLength(3);
    expect(run).toMatchObject({ status: 'completed', output: { L_output: [{}, {}, {}] } });
  }
});

it('29: a failure on the last item with that flag leaves the loop completed, without a reason', async () => {
  const scene = await agentEngine(failsOn(2));
  const run = await scene.finish({
    blocks: [each('L', [1, 2, 3], [byIndex('T', { next_loop_on_failure: true })])],
  });
  expect(run).toMatchObject({ status: 'completed', failureReason: null });
  const events = await scene.engine.runs.timeline(scene.organizationId, run.runId);
  const end = events.find((event) => event.type === 'block-end' && event.label === 'L');
  expect(end).toMatchObject({ status: 'completed', failureReason: null });
});

it('30: a child that is terminated without a flag makes the loop terminated', async () => {
  const scene = await agentEngine(() => ({ terminates: 'no use' }));
  const run = await scene.finish({ blocks: [each('L', [1, 2], [task('T')])] });
  expect(run.status).toBe('terminated');
  expect(await endedBlocks(scene, run)).toEqual(['T terminated', 'L terminated']);
});

it('31: with `continue_on_failure` on the first of two blocks the second runs in the same iteration', async () => {
  const scene = await agentEngine(({ label }) => (label === 'A' ? { fails: 'no' } : undefined));
  const run = await scene.finish({
    blocks: [each('L', [1, 2], [byIndex('A', { continue_on_failure: true }), byIndex('B')])],
  });
  expect(scene.asked).toEqual(['A: 0', 'B: 0', 'A: 1', 'B: 1']);
  expect(run.status).toBe('completed');
});

it('32: with `next_loop_on_failure` on the first the second is left out in that iteration only', async () => {
  const scene = await agentEngine(({ label, call }) =>
    label === 'A' && call === 0 ? { fails: 'no' } : undefined,
  );
  const run = await scene.finish({
    blocks: [each('L', [1, 2], [byIndex('A', { next_loop_on_failure: true }), byIndex('B')])],
  });
  expect(scene.asked).toEqual(['A: 0', 'A: 1', 'B: 1']);
  expect(run.status).toBe('completed');
});

it('33: while `{{ current_index < 3 }}` has 3 iterations; a condition that is false at once has none', async () => {
  const scene = await agentEngine();
  const run = await scene.finish({
    blocks: [
      whileHolds('W', '{{ current_index < 3 }}', [task('T', goal('{{ current_index }}{{ current_value }}'))]),
    ],
  });
  expect(scene.asked).toEqual(['T: 0None', 'T: 1None', 'T: 2None']);
  expect(run.status).toBe('completed');
  expect(run.output).toMatchObject({ W_output: [[{ output_value: {} }], [{}], [{}]] });
  expect(JSON.stringify(run.output)).not.toContain('loop_value');
  const none = await scene.finish({ blocks: [whileHolds('W', '{{ false }}', [task('T')])] });
  expect(none).toMatchObject({ status: 'completed', output: { W_output: [] } });
});

it('34: while `{{ current_index == 0 or page.output.has_next }}` goes on as long as the page before said so', async () => {
  const scene = await agentEngine(({ call }) => ({ ok: { has_next: call < 2 } }));
  const run = await scene.finish({
    blocks: [whileHolds('W', '{{ current_index == 0 or page.output.has_next }}', [task('page')])],
  });
  expect(scene.asked).toEqual(['page', 'page', 'page']);
  expect(run.status).toBe('completed');
});

it('49: a child that was OK in iteration 1 and failed, swallowed, in 2 has the output null for later blocks', async () => {
  const scene = await agentEngine(failsOn(1));
  const run = await scene.finish({
    blocks: [
      each('L', ['a', 'b'], [byIndex('T', { next_loop_on_failure: true })]),
      task('Z', goal('{{ T_output is none }}')),
    ],
  });
  expect(scene.asked.at(-1)).toBe('Z: True');
  expect(run.output).toMatchObject({ T_output: null });
});

it('50: with the iteration cap set to 5, six items run 5 and fail with "max", as does a condition that stays true', async () => {
  const scene = await agentEngine(undefined, { settings: { limits: { loopIterations: 5 } } });
  const items = await scene.finish({ blocks: [each('L', [1, 2, 3, 4, 5, 6], [task('T')])] });
  expect(scene.asked).toHaveLength(5);
  expect(items).toMatchObject({
    status: 'failed',
    errors: [{ error_code: 'max_loop_iterations', block_label: 'L' }],
  });
  expect(items.failureReason).toContain('max');
  expect(items.output).toMatchObject({ L_output: [{}, {}, {}, {}, {}] });
  const endless = await scene.finish({ blocks: [whileHolds('W', '{{ true }}', [task('T')])] });
  expect(endless).toMatchObject({ status: 'failed', failureCategory: 'limit' });
  const checks = await scene.finish({ blocks: [whileHolds('W', '{{ current_index < 5 }}', [task('T')])] });
  expect(checks).toMatchObject({ status: 'completed', output: { W_output: [{}, {}, {}, {}, {}] } });
});

it('51: a child that is canceled cancels loop and run, and the outputs so far are stored', async () => {
  const scene = await agentEngine(({ call }) => (call === 1 ? { code: 'canceled' } : undefined));
  const run = await scene.finish({
    blocks: [
      each('L', ['a', 'b', 'c'], [task('T', { continue_on_failure: true, next_loop_on_failure: true })]),
      task('Z'),
    ],
  });
  expect(run).toMatchObject({
    status: 'canceled',
    output: { L_output: [[{ loop_value: 'a' }], [{ loop_value: 'b' }]] },
  });
  expect(await endedBlocks(scene, run)).toEqual(['T completed', 'T canceled', 'L canceled']);
});
