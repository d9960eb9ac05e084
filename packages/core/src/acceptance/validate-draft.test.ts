import { defineBlock, type Problem, parameterFields, Type, template } from '@runwright/contract';
import { validateDraft } from '@runwright/definition';
import { describe, expect, it } from 'vitest';
import { conditional } from '../blocks/conditions/conditional.ts';
import { httpRequest } from '../blocks/http/http-request.ts';
import { wait } from '../blocks/wait.ts';
import { createRegistry } from '../registry/registry.ts';

const task = defineBlock({
  type: 'task',
  config: Type.Object({
    url: Type.Optional(Type.String()),
    navigation_goal: Type.Optional(Type.String()),
    max_retries: Type.Integer({ default: 0, minimum: 0 }),
    ...parameterFields,
  }),
  output: Type.Object({}),
  run: async () => ({}),
});
const loop = defineBlock({
  type: 'for_loop',
  config: Type.Object({ loop_blocks: Type.Array(Type.Unknown(), template('none')) }),
  output: Type.Unknown(),
  run: async () => null,
});
const registry = createRegistry([task, loop, wait, conditional, httpRequest]);

const block = (label: string, more: object = {}) => ({ block_type: 'task', label, ...more });
const choice = (label: string, branch_conditions: object[], more: object = {}) => ({
  block_type: 'conditional',
  label,
  branch_conditions,
  ...more,
});
const when = (expression: string, next_block_label: string | null = null) => ({
  criteria: { expression },
  next_block_label,
});
const draft = (blocks: readonly unknown[], definition: object = {}, settings: object = {}) => ({
  title: 'Orders',
  workflow_definition: { parameters: [], blocks, ...definition },
  ...settings,
});
const text = ({ path, type, message }: Problem) => `${path.join('.')}: ${type}: ${message}`;
const problems = (input: unknown) => validateDraft(input, registry).problems.map(text);
const warnings = (input: unknown) => validateDraft(input, registry).warnings.map(text);

describe('branches', () => {
  const branches = (...conditions: object[]) => warnings(draft([choice('Q', conditions, {}), block('A')]));
  const never = (index: number, first: number) =>
    `workflow_definition.blocks.0.branch_conditions.${index}: unreachable_branch: No walk takes this branch: the condition of branch ${first} is always true.`;

  it.each(['{{ true }}', '{{ 1 + 1 }}', "{{ 'yes' }}"])('after %s are never taken', (expression) => {
    expect(branches(when(expression, 'A'), when('{{ a }}'), { is_default: true })).toEqual(
      expect.arrayContaining([never(1, 0), never(2, 0)]),
    );
    expect(branches({ is_default: true }, when(expression, 'A'))).toContain(never(0, 1));
  });

  it.each(['{{ false }}', '{{ a }}', 'always', '{{ now() }}'])('after %s may be taken', (expression) => {
    const found = branches(when(expression, 'A'), { is_default: true });
    expect(found.join()).not.toContain('unreachable_branch');
  });
});

describe('a draft without mistakes', () => {
  it('is answered with defaults, a title and ids of branches, the input left as it was', () => {
    const input = Object.freeze(draft([choice('Q', [when('{{ a }}', 'A')]), block('A')], {}, { title: ' ' }));
    const { draft: result, problems: found } = validateDraft(input, registry);
    expect(found).toEqual([]);
    expect(result).toMatchObject({
      title: 'Untitled workflow',
      persist_browser_session: false,
      cache_key: 'default',
      max_elapsed_time_minutes: 240,
      workflow_definition: {
        strict_templates: false,
        blocks: [
          {
            label: 'Q',
            branch_conditions: [{ id: 'branch_1', is_default: false }],
            continue_on_failure: false,
          },
          { label: 'A', max_retries: 0, parameter_keys: [] },
        ],
      },
    });
    expect(input.title).toBe(' ');
  });

  it('may be YAML or JSON text', () => {
    const yaml =
      'title: Orders\nworkflow_definition:\n  blocks:\n    - { block_type: wait, label: w, wait_sec: 5 }';
    expect(validateDraft(yaml, registry).draft?.workflow_definition.blocks).toMatchObject([{ wait_sec: 5 }]);
    expect(problems(JSON.stringify(draft([block('A')])))).toEqual([]);
    expect(problems('a: [')).toEqual([expect.stringMatching(/line \d+, column \d+/)]);
  });

  it('may have no blocks', () => {
    expect(problems(draft([]))).toEqual([]);
  });
});

describe('mistakes', () => {
  it('are reported all at once, each with its path, in the order of the document', () => {
    const input = draft(
      [
        { block_type: 'task', label: 'a b' },
        { block_type: 'teleport', label: 'B' },
        { block_type: 'wait', label: 'W', wait_sec: 2_000 },
        { label: 'X' },
        'nonsense',
      ],
      { parameters: [{ key: 'p', parameter_type: 'workflow', workflow_parameter_type: 'int' }] },
      { max_elapsed_time_minutes: 481, status: 'importing' },
    );
    expect(problems(input)).toEqual([
      "workflow_definition.parameters.0.workflow_parameter_type: enum: Input should be 'string', 'integer', 'float', 'boolean', 'json', 'file_url' or 'credential_id'",
      expect.stringMatching(
        /^workflow_definition\.blocks\.0\.label: value_error: Value error, `a b` is not a name/,
      ),
      "workflow_definition.blocks.1: union_tag_invalid: Unknown block_type 'teleport'",
      'workflow_definition.blocks.2.wait_sec: less_than_equal: Input should be less than or equal to 1800',
      "workflow_definition.blocks.3: union_tag_not_found: Field 'block_type' required",
      'workflow_definition.blocks.4: dict_type: Input should be a valid object',
      'max_elapsed_time_minutes: less_than_equal: Input should be less than or equal to 480',
      expect.stringMatching(/^status: value_error/),
    ]);
    expect(validateDraft(input, registry).draft).toBeNull();
  });

  it('of a missing definition, and of a draft that is no object', () => {
    expect(problems({ title: 'x' })).toEqual(['workflow_definition: missing: Field required']);
    expect(problems([])).toEqual([': model_attributes_type: Input should be an object']);
    expect(problems(null)).toEqual([': model_attributes_type: Input should be an object']);
  });

  it.each([
    ['current_value', 'is reserved'],
    ['my-key', 'is not a name'],
    ['1a', 'is not a name'],
    ['', 'is not a name'],
    ['A_output', "is the name of a block's output"],
  ])('the parameter key %j', (key, reason) => {
    const parameters = [{ key, parameter_type: 'workflow', workflow_parameter_type: 'string' }];
    expect(problems(draft([block('A')], { parameters }))).toEqual([
      expect.stringMatching(new RegExp(`^workflow_definition.parameters.0.key: value_error: .*${reason}`)),
    ]);
  });

  it('parameters: a key that is used twice, an unknown type, a default that does not convert', () => {
    const parameters = [
      { key: 'p', parameter_type: 'workflow', workflow_parameter_type: 'integer', default_value: '1.5' },
      { key: 'p', parameter_type: 'aws_secret', aws_key: 'k' },
      { key: 'q', parameter_type: 'magic' },
    ];
    expect(problems(draft([], { parameters }))).toEqual([
      'workflow_definition.parameters.0.default_value: int_parsing: Input should be a valid integer',
      expect.stringMatching(/^workflow_definition\.parameters\.1\.key: .*used twice/),
      "workflow_definition.parameters.2: union_tag_invalid: Unknown parameter_type 'magic'",
    ]);
  });

  it('parameters that a block asks for and nobody declares', () => {
    const blocks = [block('A'), block('B', { parameter_keys: ['A_output', 'nope'] })];
    expect(problems(draft(blocks))).toEqual([
      expect.stringMatching(
        /^workflow_definition\.blocks\.1\.parameter_keys\.1: .*`B` asks for the parameter `nope`/,
      ),
    ]);
  });

  it('keys of secrets for a mail server that nobody declares', () => {
    const mail = defineBlock({
      type: 'send_email',
      config: Type.Object({
        smtp_host_secret_parameter_key: Type.Optional(Type.String()),
        smtp_password_secret_parameter_key: Type.Optional(Type.String()),
      }),
      output: Type.Object({}),
      run: async () => ({}),
    });
    const parameters = [{ key: 'host', parameter_type: 'aws_secret', aws_key: 'k' }];
    const send = {
      block_type: 'send_email',
      label: 'S',
      smtp_host_secret_parameter_key: 'host',
      smtp_password_secret_parameter_key: 'password',
    };
    expect(validateDraft(draft([send], { parameters }), createRegistry([mail])).problems.map(text)).toEqual([
      expect.stringMatching(
        /blocks\.0\.smtp_password_secret_parameter_key: .*`password`, which is not declared/,
      ),
    ]);
  });

  it('a label or a key of more than 255 characters', () => {
    const long = 'x'.repeat(256);
    const blocks = [
      { block_type: 'for_loop', label: 'L', loop_blocks: [block(long)] },
      block('y'.repeat(255)),
    ];
    const parameters = [{ key: long, parameter_type: 'workflow', workflow_parameter_type: 'string' }];
    expect(problems(draft(blocks, { parameters }))).toEqual([
      expect.stringMatching(
        /^workflow_definition\.parameters\.0\.key: .*256 characters, at most 255; make it shorter$/,
      ),
      expect.stringMatching(
        /^workflow_definition\.blocks\.0\.loop_blocks\.0\.label: .*256 characters, at most 255/,
      ),
    ]);
  });

  it('a label that is used twice, loop bodies included', () => {
    const blocks = [block('A'), { block_type: 'for_loop', label: 'L', loop_blocks: [block('A')] }];
    expect(problems(draft(blocks))).toEqual([
      'workflow_definition.blocks.1.loop_blocks.0.label: value_error: Value error, the label `A` is used twice; workflow_definition.blocks.0 has it already',
    ]);
  });

  it('version 1 with edges', () => {
    expect(problems(draft([block('A', { next_block_label: 'B' }), block('B')], { version: 1 }))).toEqual([
      expect.stringMatching(/^workflow_definition\.version: .*version 1 runs blocks in list order/),
    ]);
  });

  it.each<[string, object[], RegExp]>([
    [
      'an unknown next label',
      [block('A', { next_block_label: 'X' })],
      /blocks\.0\.next_block_label: .*unknown label `X`/,
    ],
    [
      'an unknown target of a branch',
      [choice('Q', [when('{{ 1 }}', 'X')])],
      /blocks\.0\.branch_conditions\.0\.next_block_label: .*unknown label `X`/,
    ],
    [
      'two beginnings',
      [block('A', { next_block_label: 'C' }), block('B'), block('C')],
      /workflow_definition\.blocks: .*disconnected: .*`A`, `B`/,
    ],
    [
      'a circle',
      [block('A', { next_block_label: 'B' }), block('B', { next_block_label: 'A' })],
      /workflow_definition\.blocks: .*circular: .*`A` → `B` → `A`/,
    ],
    [
      'a failure label that points backwards in a list',
      [block('A'), block('B', { on_failure_next_label: 'A' })],
      /blocks\.1\.on_failure_next_label: .*order: .*`A` has to stand after `B`/,
    ],
    [
      'two ways of saying how often to try again',
      [block('A', { max_retries: 1, retry: { max_retries: 2 } })],
      /blocks\.0\.max_retries: .*keep one of them/,
    ],
  ])('%s', (_what, blocks, expected) => {
    const found = problems(draft(blocks));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(expected);
  });

  it('a finally block that is unknown, nested, or has a label after it', () => {
    const inner = { block_type: 'for_loop', label: 'L', loop_blocks: [block('N')] };
    const last = (finally_block_label: string, blocks: object[]) =>
      problems(draft(blocks, { finally_block_label }));
    expect(last('X', [block('A')])).toEqual([
      expect.stringMatching(/^workflow_definition\.finally_block_label: /),
    ]);
    expect(last('N', [inner])).toHaveLength(1);
    expect(last('Z', [block('A', { next_block_label: 'Z' }), block('Z', { next_block_label: 'A' })])).toEqual(
      [expect.stringMatching(/^workflow_definition\.blocks\.1\.next_block_label: .*runs last/)],
    );
    expect(last('Z', [block('A', { next_block_label: 'Z' }), block('Z')])).toEqual([]);
  });

  it('a conditional without branches at all', () => {
    expect(problems(draft([{ block_type: 'conditional', label: 'Q' }]))).toEqual([
      'workflow_definition.blocks.0.branch_conditions: missing: Field required',
    ]);
  });

  it('branches: none, two defaults, a default with criteria, one with neither, an empty expression', () => {
    const at = 'workflow_definition.blocks.0.branch_conditions';
    expect(problems(draft([choice('Q', [])]))).toEqual([expect.stringContaining(`${at}: value_error`)]);
    const branches = [
      { is_default: true },
      { is_default: true, criteria: { expression: '{{ 1 }}' } },
      {},
      when(' '),
    ];
    expect(problems(draft([choice('Q', branches)])).map((problem) => problem.split(':')[0])).toEqual([
      `${at}.1.is_default`,
      `${at}.1.criteria`,
      `${at}.2`,
      `${at}.3.criteria.expression`,
    ]);
  });

  it('addresses with another scheme or a password', () => {
    const settings = {
      webhook_callback_url: 'ftp://x.example',
      totp_verification_url: 'https://a:b@x.example',
    };
    expect(problems(draft([], {}, settings)).map((problem) => problem.split(':')[0])).toEqual([
      'webhook_callback_url',
      'totp_verification_url',
    ]);
  });
});

describe('doubts', () => {
  it('are reported and do not prevent the use of a draft', () => {
    const blocks = [
      block('A', {
        navigation_goal: '{{ nobody }} {{ B_output.x }} {{ late | default("x") }}',
        webhook_url: 'x',
      }),
      block('B', { navigation_goal: '{{ A.x }} {{ p }} {{ current_date }} {{ range(3) }}' }),
      block('p'),
    ];
    const parameters = [{ key: 'p', parameter_type: 'workflow', workflow_parameter_type: 'string' }];
    const input = draft(
      blocks,
      { parameters, mask_secrets: true },
      { proxy_location: 'US-CA', colour: 'red' },
    );
    expect(problems(input)).toEqual([]);
    expect(warnings(input).map((warning) => warning.split(': ').slice(0, 2).join(' '))).toEqual([
      'workflow_definition.blocks.0.navigation_goal undeclared_name',
      'workflow_definition.blocks.0.navigation_goal too_early',
      'workflow_definition.blocks.0.webhook_url unknown_field',
      'workflow_definition.blocks.2.label hidden_label',
      'workflow_definition.mask_secrets unknown_field',
      'proxy_location deprecated_value',
      'colour unknown_field',
    ]);
  });

  it('see into the expressions of branches', () => {
    expect(warnings(draft([choice('Q', [when('{{ nobody > 1 }}')])]))).toEqual([
      expect.stringMatching(/branch_conditions\.0\.criteria\.expression: undeclared_name: .*`nobody`/),
    ]);
  });
});

it('an unknown block type suggests the nearest one', () => {
  const typed = (block_type: string) =>
    validateDraft({ workflow_definition: { blocks: [{ block_type, label: 'A' }] } }, registry).problems[0]
      ?.message;
  expect(typed('http_requets')).toBe("Unknown block_type 'http_requets'; did you mean 'http_request'?");
  expect(typed('HttpRequest')).toBe("Unknown block_type 'HttpRequest'; did you mean 'http_request'?");
  expect(typed('teleport')).toBe("Unknown block_type 'teleport'");
});
