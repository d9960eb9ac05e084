import { afterEach, expect, it } from 'vitest';
import {
  agentEngine,
  closeEngines,
  each,
  endedBlocks,
  type Told,
  task,
} from './agent-engine.test-helpers.ts';
import { createTestEngine, storeUnderTest } from './test-engine.test-helpers.ts';

afterEach(closeEngines);

const goal = (text: string) => ({ navigation_goal: text });
const may = { continue_on_failure: true };
const told =
  (answers: Readonly<Record<string, Told>>) =>
  ({ label }: { readonly label: string }) =>
    answers[label];

const branch = (expression: string, next: string | null) => ({
  criteria: { criteria_type: 'jinja2_template', expression },
  next_block_label: next,
});
const otherwise = (next: string | null) => ({ is_default: true, next_block_label: next });
const choice = (label: string, branches: readonly object[], members: object = {}) => ({
  block_type: 'conditional',
  label,
  branch_conditions: branches,
  ...members,
});
const withN = (blocks: readonly object[]) => ({
  parameters: [
    { parameter_type: 'workflow', key: 'n', workflow_parameter_type: 'integer', default_value: 0 },
  ],
  blocks,
});

it('1: A, B and C in list order, all OK, run in that order, and their outputs make the output', async () => {
  const scene = await agentEngine(told({ A: { ok: 'a' }, B: { ok: 'b' }, C: { ok: 'c' } }));
  const run = await scene.finish({ blocks: [task('A'), task('B'), task('C')] });
  expect(scene.asked).toEqual(['A', 'B', 'C']);
  expect(run.status).toBe('completed');
  const output = (info: string) => ({ task_id: 'tsk_1', status: 'completed', extracted_information: info });
  expect(run.output).toEqual({
    A_output: output('a'),
    B_output: output('b'),
    C_output: output('c'),
    extracted_information: ['a', 'b', 'c'],
  });
});

it('2: A fails without a flag: B never runs, and the reason has block type and reason', async () => {
  const scene = await agentEngine(told({ A: { fails: 'the shop is closed' } }));
  const run = await scene.finish({ blocks: [task('A'), task('B')] });
  expect(scene.asked).toEqual(['A']);
  expect(run).toMatchObject({ status: 'failed', failureReason: 'task block A failed: the shop is closed' });
});

it('3: A fails with `continue_on_failure`: B runs, the run is completed, and the row of A failed', async () => {
  const scene = await agentEngine(told({ A: { fails: 'no' } }));
  const run = await scene.finish({ blocks: [task('A', may), task('B')] });
  expect(run.status).toBe('completed');
  expect(await endedBlocks(scene, run)).toEqual(['A failed', 'B completed']);
});

it('4: A terminated makes the run terminated, with `continue_on_failure` completed', async () => {
  const scene = await agentEngine(told({ A: { terminates: 'no use' } }));
  expect((await scene.finish({ blocks: [task('A'), task('B')] })).status).toBe('terminated');
  expect((await scene.finish({ blocks: [task('A', may), task('B')] })).status).toBe('completed');
});

it('5: A times out and the run failed', async () => {
  const scene = await agentEngine(told({ A: { code: 'timed_out' } }));
  expect(await scene.finish({ blocks: [task('A')] })).toMatchObject({
    status: 'failed',
    failureCategory: 'limit',
  });
});

it('6: A canceled with `continue_on_failure`: the run is canceled and B does not run', async () => {
  const scene = await agentEngine(told({ A: { code: 'canceled' } }));
  const run = await scene.finish({ blocks: [task('A', may), task('B')] });
  expect(run.status).toBe('canceled');
  expect(scene.asked).toEqual(['A']);
});

it('7: a goal `Hello {{ name }}` with the name Ann reaches the agent as "Hello Ann"', async () => {
  const scene = await agentEngine();
  const parameters = [{ parameter_type: 'workflow', key: 'name', workflow_parameter_type: 'string' }];
  await scene.finish(
    { parameters, blocks: [task('A', goal('Hello {{ name }}'))] },
    { parameters: { name: 'Ann' } },
  );
  expect(scene.asked).toEqual(['A: Hello Ann']);
});

it('8: an output is reached as `A_output.extracted_information`, `A.extracted_information` and `A.output`', async () => {
  const scene = await agentEngine(told({ A: { ok: { x: 5 } } }));
  const paths = ['A_output.extracted_information.x', 'A.extracted_information.x', 'A.output.x'];
  await scene.finish({
    blocks: [task('A'), ...paths.map((path, at) => task(`B${at}`, goal(`{{ ${path} }}`)))],
  });
  expect(scene.asked).toEqual(['A', 'B0: 5', 'B1: 5', 'B2: 5']);
});

it('16: of `{{ n > 100 }}`, `{{ n > 10 }}` and a default, 150, 50 and 1 each take their own', async () => {
  const scene = await agentEngine();
  const definition = withN([
    choice('if', [branch('{{ n > 100 }}', 'X'), branch('{{ n > 10 }}', 'Y'), otherwise('Z')]),
    task('X'),
    task('Y'),
    task('Z'),
  ]);
  const taken = [];
  for (const n of [150, 50, 1]) {
    const run = await scene.finish(definition, { parameters: { n } });
    const events = await scene.engine.runs.timeline(scene.organizationId, run.runId);
    const end = events.find((event) => event.type === 'block-end' && event.label === 'if');
    taken.push(end?.type === 'block-end' ? [end.output, end.branch] : null);
  }
  expect(scene.asked).toEqual(['X', 'Y', 'Z']);
  expect(taken).toMatchObject([
    [{ branch_index: 0 }, { expression: '{{ n > 100 }}', result: true, nextLabel: 'X' }],
    [{ branch_index: 1 }, { expression: '{{ n > 10 }}', result: true, nextLabel: 'Y' }],
    [{ branch_index: 2 }, { expression: null, result: null, nextLabel: 'Z' }],
  ]);
});

it('17: with the default listed first, a later branch that is true is taken', async () => {
  const scene = await agentEngine();
  await scene.finish({
    blocks: [choice('if', [otherwise('X'), branch('{{ true }}', 'Y')]), task('X'), task('Y')],
  });
  expect(scene.asked).toEqual(['Y']);
});

it('18: without a match and without a default the conditional and the run failed', async () => {
  const scene = await agentEngine();
  const run = await scene.finish({ blocks: [choice('if', [branch('{{ false }}', 'X')]), task('X')] });
  expect(run.status).toBe('failed');
  expect(await endedBlocks(scene, run)).toEqual(['if failed']);
});

it('19: the chosen branch runs, then M once, and the other branch has no row', async () => {
  const scene = await agentEngine();
  const run = await scene.finish({
    blocks: [
      choice('if', [branch('{{ true }}', 'A'), otherwise('B')], { next_block_label: 'M' }),
      task('A'),
      task('B'),
      task('M'),
    ],
  });
  expect(await endedBlocks(scene, run)).toEqual(['if completed', 'A completed', 'M completed']);
});

it('20: of a conditional inside a branch the inner leaf runs, then the outer merge point', async () => {
  const scene = await agentEngine();
  await scene.finish({
    blocks: [
      choice('outer', [branch('{{ true }}', 'inner'), otherwise('Z')], { next_block_label: 'M' }),
      choice('inner', [branch('{{ true }}', 'leaf')]),
      task('leaf'),
      task('Z'),
      task('M'),
    ],
  });
  expect(scene.asked).toEqual(['leaf', 'M']);
});

it('21: texts of a branch that are false, and those that are true', async () => {
  const scene = await agentEngine();
  const results = async (texts: readonly string[]) => {
    const taken: boolean[] = [];
    for (const text of texts) {
      const run = await scene.finish({
        blocks: [
          choice('if', [branch(`{{ ${JSON.stringify(text)} }}`, 'yes'), otherwise('no')]),
          task('yes'),
          task('no'),
        ],
      });
      taken.push('yes_output' in Object(run.output));
    }
    return taken;
  };
  const no = ['', ' ', 'False', '0', '0.0', 'no', 'off', 'None', 'null'];
  const yes = ['True', '1', 'yes', 'on', '2', '-1', 'text'];
  expect(await results(no)).toEqual(no.map(() => false));
  expect(await results(yes)).toEqual(yes.map(() => true));
});

it('22: a branch that reads a member of an undefined name fails, and the next one is not evaluated', async () => {
  const scene = await agentEngine();
  const run = await scene.finish({
    blocks: [choice('if', [branch('{{ nope.x }}', 'A'), branch('{{ true }}', 'B')]), task('A'), task('B')],
  });
  expect(run.status).toBe('failed');
  expect(scene.asked).toEqual([]);
});

it('35: finally runs after a body that failed, decides a body that was OK, and does not run after a cancel', async () => {
  const closing = (members: object = {}) => ({
    blocks: [task('A'), task('Z', members)],
    finally_block_label: 'Z',
  });
  const failing = await agentEngine(told({ A: { fails: 'the body failed' } }));
  expect(await failing.finish(closing())).toMatchObject({
    status: 'failed',
    failureReason: 'task block A failed: the body failed',
  });
  expect(failing.asked).toEqual(['A', 'Z']);
  const late = await agentEngine(told({ Z: { fails: 'no end' } }));
  expect((await late.finish(closing())).status).toBe('failed');
  expect((await late.finish(closing(may))).status).toBe('completed');
  const canceled = await agentEngine(told({ A: { code: 'canceled' } }));
  expect((await canceled.finish(closing())).status).toBe('canceled');
  expect(canceled.asked).toEqual(['A']);
});

it('36: a finally label that is unknown, nested or has a next label is refused; an edge to it is accepted, and it runs once, last', async () => {
  const scene = await agentEngine();
  const refused = [
    { blocks: [task('A')], finally_block_label: 'nope' },
    { blocks: [each('L', [1], [task('T')])], finally_block_label: 'T' },
    { version: 2, blocks: [task('A'), task('Z', { next_block_label: 'A' })], finally_block_label: 'Z' },
  ];
  for (const definition of refused) {
    await expect(scene.begin(definition)).rejects.toMatchObject({ code: 'invalid_input' });
  }
  await scene.finish({
    blocks: [task('A', { next_block_label: 'Z' }), task('Z')],
    finally_block_label: 'Z',
  });
  expect(scene.asked).toEqual(['A', 'Z']);
});

it('finally runs after a loop that a cap has ended, and sees what its blocks put out', async () => {
  const scene = await agentEngine(({ goal }) => ({ ok: goal }), {
    settings: { limits: { loopIterations: 2 } },
  });
  const run = await scene.finish({
    blocks: [
      each('L', ['a', 'b', 'c'], [task('T', goal('{{ current_value }}'))]),
      task('Z', goal('{{ T.output }} {{ L_output | length }}')),
    ],
    finally_block_label: 'Z',
  });
  expect(run).toMatchObject({ status: 'failed', errors: [{ error_code: 'max_loop_iterations' }] });
  expect(scene.asked).toEqual(['T: a', 'T: b', 'Z: b 2']);
});

it('finally may be a loop itself', async () => {
  const scene = await agentEngine(told({ A: { terminates: 'given up' } }));
  const run = await scene.finish({
    blocks: [task('A'), each('Z', [1, 2], [task('T', goal('{{ current_value }}'))])],
    finally_block_label: 'Z',
  });
  expect(run).toMatchObject({ status: 'terminated', output: { Z_output: [{}, {}] } });
  expect(scene.asked).toEqual(['A', 'T: 1', 'T: 2']);
});

it('a cancel during finally cancels a run whose body was OK; a body that failed stays the result', async () => {
  for (const [answer, status] of [
    [{ ok: 1 }, 'canceled'],
    [{ fails: 'the body failed' }, 'failed'],
  ] as const) {
    const began = Promise.withResolvers<void>();
    const scene = await agentEngine(async ({ label, signal }) => {
      if (label === 'A') return answer;
      began.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const { runId } = await scene.begin({ blocks: [task('A'), task('Z')], finally_block_label: 'Z' });
    await began.promise;
    const canceled = scene.engine.runs.cancel(scene.organizationId, runId);
    if (status === 'canceled') await canceled;
    else await expect(canceled).rejects.toMatchObject({ code: 'conflict' });
    const run = await scene.engine.runs.finished(scene.organizationId, runId);
    expect(run.status).toBe(status);
    expect((await endedBlocks(scene, run)).at(-1)).toBe('Z canceled');
    if (status === 'failed') expect(run.failureReason).toContain('the body failed');
  }
});

it('a run that another process has canceled between two blocks begins no other block', async () => {
  const store = storeUnderTest();
  const other = await createTestEngine({ drivers: { store: { ...store, close: async () => undefined } } });
  const { organizationId } = await other.organizations.first();
  let runId = '';
  const scene = await agentEngine(
    async ({ label }) => {
      if (label === 'A') await other.runs.cancel(organizationId, runId);
      return { ok: label };
    },
    { drivers: { store } },
  );
  const began = await scene.begin({ blocks: [each('L', [1, 2], [task('A'), task('B')]), task('C')] });
  runId = began.runId;
  await scene.engine.runs.finished(organizationId, runId);
  await scene.engine.close();
  await other.close();
  expect(scene.asked).toEqual(['A']);
  const rows = (await store.attempts.read(runId)).map((row) => `${row.label} ${row.status}`);
  expect(rows.sort()).toEqual(['A canceled', 'L canceled']);
});
