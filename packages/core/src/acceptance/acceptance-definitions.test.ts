import { defineBlock, type Problem, type Run, RunwrightError, Type } from '@runwright/contract';
import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

/** An engine whose tasks keep what they were told. */
async function scene() {
  const told: string[] = [];
  const task = defineBlock({
    type: 'task',
    config: Type.Object({ navigation_goal: Type.String({ default: '' }) }),
    output: Type.Unknown(),
    async run({ navigation_goal }, { label }) {
      told.push(`${label}:${navigation_goal}`);
      return { extracted_information: label };
    },
  });
  const engine = await createTestEngine({ blocks: [task] });
  open.push(engine);
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const save = async (blocks: readonly object[], definition: object = {}) =>
    engine.workflows.create(
      organizationId,
      engine.workflows.parse({ workflow_definition: { blocks, ...definition } }),
    );
  return {
    told,
    async refusal(blocks: readonly object[], definition: object = {}): Promise<readonly string[]> {
      const refused = await save(blocks, definition).then(
        () => null,
        (error: unknown) => error,
      );
      if (refused === null) return [];
      if (!RunwrightError.is(refused) || refused.code !== 'invalid_input') throw refused;
      return (refused.details.problems as readonly Problem[]).map(
        ({ path, message }) => `${path.join('.').replace('workflow_definition.', '')}: ${message}`,
      );
    },
    version: async (blocks: readonly object[]) =>
      (await save(blocks)).draft.workflow_definition.version ?? null,
    async run(blocks: readonly object[], definition: object = {}, parameters: object = {}): Promise<Run> {
      const workflow = await save(blocks, definition);
      const { runId } = await engine.runs.start(
        { workflow_id: workflow.workflowPermanentId, parameters: { ...parameters } },
        { organizationId },
      );
      return engine.runs.finished(organizationId, runId);
    },
  };
}

const task = (label: string, members: object = {}) => ({ block_type: 'task', label, ...members });
const each = (label: string, loop_blocks: readonly object[]) => ({
  block_type: 'for_loop',
  label,
  loop_variable_reference: '{{ [1] }}',
  loop_blocks,
});
const choice = (label: string, next_block_label: string | null) => ({
  block_type: 'conditional',
  label,
  branch_conditions: [{ criteria: { expression: '{{ true }}' }, next_block_label }],
});
const parameter = (key: string, workflow_parameter_type = 'string') => ({
  key,
  parameter_type: 'workflow',
  workflow_parameter_type,
});

describe('scenario 11', () => {
  it.each([
    ['current_value', 'reserved'],
    ['my-key', 'not a name'],
    ['1a', 'not a name'],
    ['A_output', 'block'],
  ])('key `%s`: refused at save', async (key, reason) => {
    const { refusal } = await scene();
    expect(await refusal([task('A')], { parameters: [parameter(key)] })).toEqual([
      expect.stringMatching(new RegExp(`^parameters\\.0\\.key: .*\`${key}\`.*${reason}`)),
    ]);
  });

  it('a duplicate: refused at save', async () => {
    const { refusal } = await scene();
    expect(await refusal([], { parameters: [parameter('p'), parameter('q'), parameter('p')] })).toEqual([
      expect.stringMatching(/^parameters\.2\.key: .*`p` is used twice/),
    ]);
  });
});

describe('scenario 12', () => {
  it.each(['', 'a b', 'a-b', '1a'])('label %j: refused', async (label) => {
    const { refusal } = await scene();
    expect(await refusal([task(label)])).toEqual([expect.stringMatching(/^blocks\.0\.label: /)]);
  });

  it('label `_a1`: accepted', async () => {
    const { refusal } = await scene();
    expect(await refusal([task('_a1')])).toEqual([]);
  });

  it('same label at top level and in a loop body: refused', async () => {
    const { refusal } = await scene();
    expect(await refusal([task('A'), each('L', [task('A')])])).toEqual([
      expect.stringMatching(/^blocks\.1\.loop_blocks\.0\.label: .*`A` is used twice/),
    ]);
  });
});

describe('scenario 13', () => {
  it('version 2: A→C, B unreachable: refused `disconnected`', async () => {
    const { refusal } = await scene();
    const blocks = [task('A', { next_block_label: 'C' }), task('B'), task('C')];
    expect(await refusal(blocks, { version: 2 })).toEqual([
      expect.stringMatching(/^blocks: .*disconnected.*`A`, `B`/),
    ]);
  });

  it('version 2: A→C→B: order A, C, B', async () => {
    const { run, told } = await scene();
    const blocks = [task('A', { next_block_label: 'C' }), task('B'), task('C', { next_block_label: 'B' })];
    expect((await run(blocks, { version: 2 })).status).toBe('completed');
    expect(told).toEqual(['A:', 'C:', 'B:']);
  });
});

describe('scenario 14', () => {
  it.each<[string, readonly object[], RegExp]>([
    [
      'A→B→A',
      [task('A', { next_block_label: 'B' }), task('B', { next_block_label: 'A' })],
      /^blocks: .*circular/,
    ],
    ['unknown next label', [task('A', { next_block_label: 'X' })], /next_block_label: .*unknown label `X`/],
    [
      'unknown branch target',
      [choice('Q', 'X')],
      /branch_conditions\.0\.next_block_label: .*unknown label `X`/,
    ],
  ])('%s: refused', async (_what, blocks, reason) => {
    const { refusal } = await scene();
    expect(await refusal(blocks)).toEqual([expect.stringMatching(reason)]);
  });

  it('A→B→A and an unknown next label in a loop body of version 1: refused', async () => {
    const { refusal } = await scene();
    const circle = [task('A', { next_block_label: 'B' }), task('B', { next_block_label: 'A' })];
    expect(
      await refusal([each('L', circle), each('M', [task('C', { next_block_label: 'A' })])], { version: 1 }),
    ).toEqual([
      expect.stringMatching(/^blocks\.0\.loop_blocks: .*circular/),
      expect.stringMatching(/^blocks\.1\.loop_blocks\.0\.next_block_label: .*unknown label `A`/),
    ]);
  });
});

describe('scenario 15', () => {
  it('version absent: no edges / a conditional / next labels only in a loop body: 1 / 2 / 1', async () => {
    const { version } = await scene();
    expect(await version([task('A'), task('B')])).toBe(1);
    expect(await version([choice('Q', null)])).toBe(2);
    expect(await version([each('L', [task('A', { next_block_label: 'B' }), task('B')])])).toBe(1);
  });

  it('version 1 with a conditional: refused', async () => {
    const { refusal } = await scene();
    expect(await refusal([choice('Q', null)], { version: 1 })).toEqual([
      expect.stringMatching(/^version: .*version 1/),
    ]);
  });
});

describe('scenario 36', () => {
  it.each<[string, string, readonly object[]]>([
    ['unknown', 'X', [task('A')]],
    ['nested', 'N', [each('L', [task('N')])]],
    ['with a next label', 'Z', [task('Z', { next_block_label: 'A' }), task('A')]],
    ['with an on-failure label', 'Z', [task('Z', { on_failure_next_label: 'A' }), task('A')]],
  ])('finally label %s: refused', async (_what, finally_block_label, blocks) => {
    const { refusal } = await scene();
    expect(await refusal(blocks, { finally_block_label })).toEqual([expect.stringContaining('finally')]);
  });

  it('body block pointing at the finally block: accepted, runs once, last', async () => {
    const { run, told } = await scene();
    const blocks = [task('Z'), task('A', { next_block_label: 'B' }), task('B', { next_block_label: 'Z' })];
    expect((await run(blocks, { finally_block_label: 'Z' })).status).toBe('completed');
    expect(told).toEqual(['A:', 'B:', 'Z:']);
  });
});

describe('scenario 41', () => {
  const parameters = [parameter('user', 'json'), parameter('items', 'json')];
  const given = { user: '{}', items: '[]' };

  it.each([
    ['{{ nope }}', 'nope'],
    ['{{ user.name }}', 'user.name'],
    ['{{ items[0] }}', 'items[0]'],
  ])('strict: `%s`: failed, naming the path', async (navigation_goal, path) => {
    const { run } = await scene();
    const definition = { parameters, strict_templates: true };
    const ended = await run([task('A', { navigation_goal })], definition, given);
    expect(ended.status).toBe('failed');
    expect(ended.failureReason).toContain(`\`${path}\``);
  });

  it('default mode: the first two: print nothing', async () => {
    const { run, told } = await scene();
    const blocks = [task('A', { navigation_goal: '[{{ nope }}{{ user.name }}]' })];
    expect((await run(blocks, { parameters }, given)).status).toBe('completed');
    expect(told).toEqual(['A:[]']);
  });
});

describe('scenario 42', () => {
  it('default mode `{{ nope.x }}`: failed', async () => {
    const { run, told } = await scene();
    expect((await run([task('A', { navigation_goal: '{{ nope.x }}' })])).status).toBe('failed');
    expect(told).toEqual([]);
  });

  it('default mode `{{ nope | default(\'d\') }}`: "d"', async () => {
    const { run, told } = await scene();
    await run([task('A', { navigation_goal: "{{ nope | default('d') }}" })]);
    expect(told).toEqual(['A:d']);
  });
});

it('scenario 43: parameter value `{{ 7*7 }}` in `{{ p }}`: stays literal', async () => {
  const { run, told } = await scene();
  await run(
    [task('A', { navigation_goal: '{{ p }}' })],
    { parameters: [parameter('p')] },
    { p: '{{ 7*7 }}' },
  );
  expect(told).toEqual(['A:{{ 7*7 }}']);
});

it.each([
  "{{ ''.__class__.__mro__ }}",
  '{{ [].constructor.constructor("return process")() }}',
  '{{ user.constructor.constructor("return globalThis")() }}',
  '{{ user.__proto__.polluted.x }}',
  "{{ ''['__cla' ~ 'ss__'].__mro__ }}",
])('scenario 44: `%s`: error, nothing leaks', async (navigation_goal) => {
  const { run, told } = await scene();
  const ended = await run(
    [task('A', { navigation_goal })],
    { parameters: [parameter('user', 'json')] },
    { user: '{}' },
  );
  expect(ended.status).toBe('failed');
  expect(told).toEqual([]);
  expect(JSON.stringify(ended.output)).not.toMatch(/native code|Object: null|\[Function/);
});

describe('a template that cannot be read', () => {
  it('is a warning, and fails its block with the template and a hint', async () => {
    const { run, refusal } = await scene();
    const blocks = [task('A', { navigation_goal: 'x {{ my-key key }}' })];
    expect(await refusal(blocks)).toEqual([]);
    const ended = await run(blocks);
    expect(ended.status).toBe('failed');
    expect(ended.failureReason).toContain('jinja template');
    expect(ended.failureReason).toContain('{{ my-key key }}');
    expect(ended.failureReason).toContain('cannot contain `-`');
  });

  it('in what a trigger hands on is refused with its path and line', async () => {
    const engine = await createTestEngine();
    open.push(engine);
    const payload = { fields: [{}, { notes: 'one\n{{ two words }}' }], 'user.name': '{{ x' };
    const { problems } = engine.validate({
      workflow_definition: {
        blocks: [{ block_type: 'workflow_trigger', label: 'T', workflow_permanent_id: 'wpid_1', payload }],
      },
    });
    expect(problems).toEqual([
      {
        path: ['workflow_definition', 'blocks', 0, 'payload', 'fields', 1, 'notes'],
        type: 'value_error',
        message: expect.stringMatching(/`payload\.fields\[1\]\.notes` cannot be read: .*line 2/),
      },
      {
        path: ['workflow_definition', 'blocks', 0, 'payload', 'user.name'],
        type: 'value_error',
        message: expect.stringMatching(/`payload\["user\.name"\]` cannot be read: .*line 1/),
      },
    ]);
  });
});

it('all problems are reported in one response, in the order of the document', async () => {
  const { refusal } = await scene();
  const definition = {
    parameters: [parameter('my-key')],
    finally_block_label: 'X',
    error_code_mapping: { A: 'x'.repeat(2001) },
  };
  const blocks = [
    task('a b'),
    { block_type: 'teleport', label: 'B' },
    each('L', [task('C', { on_failure_next_label: 'C' }), task('B')]),
  ];
  expect((await refusal(blocks, definition)).map((text) => text.split(':')[0])).toEqual([
    'blocks.0.label',
    'blocks.1',
    'blocks.2.loop_blocks.0.on_failure_next_label',
    'blocks.2.loop_blocks.1.label',
    'parameters.0.key',
    'finally_block_label',
    'error_code_mapping.A',
  ]);
});

it('a person is not waited for in a loop whose iterations run beside each other', async () => {
  const { refusal } = await scene();
  const ask = { block_type: 'human_interaction', label: 'ask', recipients: ['ann@shop.example'] };
  const loop = { ...each('L', [each('I', [ask])]), concurrency: 2 };
  expect(await refusal([loop])).toEqual([
    expect.stringMatching(/^blocks\.0\.loop_blocks\.0\.loop_blocks\.0.*: .*waits for a person/),
  ]);
  expect(await refusal([{ ...loop, concurrency: 1 }])).toEqual([]);
});

it('keys of mail servers and of lists that nobody declares are refused', async () => {
  const { refusal } = await scene();
  const loop = {
    block_type: 'for_loop',
    label: 'L',
    loop_over_parameter_key: 'rows',
    loop_blocks: [task('A')],
  };
  expect(await refusal([loop])).toEqual([
    expect.stringMatching(/^blocks\.0\.loop_over_parameter_key: .*`rows`, which is not declared/),
  ]);
  expect(await refusal([loop], { parameters: [parameter('rows', 'json')] })).toEqual([]);
});
