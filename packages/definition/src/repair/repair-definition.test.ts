import { describe, expect, it } from 'vitest';
import { repairDefinition } from './repair-definition.ts';

const task = (label: unknown, more: object = {}) => ({ block_type: 'task', label, ...more });
const text = (key: unknown) => ({ key, parameter_type: 'workflow', workflow_parameter_type: 'string' });

describe('names', () => {
  it.each([
    ['a b', 'a_b'],
    ['a - b', 'a_b'],
    ['--a__b!!', 'a_b'],
    ['1a', '_1a'],
    ['', 'block'],
    ['!!', 'block'],
    [undefined, 'block'],
    [7, '_7'],
    ['größe', 'größe'],
    ['__kept__as__it_is', '__kept__as__it_is'],
  ])('the label %j becomes %j', (label, expected) => {
    expect(repairDefinition({ blocks: [task(label)] }).definition).toMatchObject({
      blocks: [{ label: expected }],
    });
  });

  it('that are taken get a number, and who had a right name keeps it', () => {
    const blocks = [
      task('a b'),
      task('a_b'),
      task('a-b'),
      { block_type: 'for_loop', label: 'L', loop_blocks: [task('a_b')] },
    ];
    expect(repairDefinition({ blocks }).definition).toMatchObject({
      blocks: [
        { label: 'a_b_2' },
        { label: 'a_b' },
        { label: 'a_b_3' },
        { label: 'L', loop_blocks: [{ label: 'a_b_4' }] },
      ],
    });
  });

  it('of parameters keep away from reserved ones, from outputs and from each other', () => {
    const keys = ['current_value', 'my-key', '', 'A_output', 'my_key', 'my key'];
    const { definition } = repairDefinition({ parameters: keys.map(text), blocks: [task('A')] });
    expect(definition).toMatchObject({
      parameters: ['current_value_2', 'my_key_2', 'parameter', 'A_output_2', 'my_key', 'my_key_3'].map(
        (key) => ({
          key,
        }),
      ),
    });
  });

  it('that are right are left alone, and the input is never changed', () => {
    const definition = Object.freeze({ parameters: [text('p')], blocks: [task('A', { url: '{{ p }}' })] });
    expect(repairDefinition(definition)).toEqual({ definition, renamed: [] });
    expect(repairDefinition('nothing')).toEqual({ definition: 'nothing', renamed: [] });
    expect(repairDefinition({ blocks: 'x', parameters: null })).toEqual({
      definition: { blocks: 'x', parameters: null },
      renamed: [],
    });
  });
});

it('renamed names are reported with their path', () => {
  const definition = {
    parameters: [text('my-key')],
    blocks: [{ block_type: 'for_loop', label: 'L', loop_blocks: [task('a b')] }],
  };
  const { renamed } = repairDefinition({ title: 'T', workflow_definition: definition });
  expect(renamed).toEqual([
    {
      kind: 'label',
      from: 'a b',
      to: 'a_b',
      path: ['workflow_definition', 'blocks', 0, 'loop_blocks', 0, 'label'],
    },
    { kind: 'key', from: 'my-key', to: 'my_key', path: ['workflow_definition', 'parameters', 0, 'key'] },
  ]);
});

describe('references follow', () => {
  const member = (goal: unknown, more: object = {}) => {
    const { definition } = repairDefinition({
      parameters: [text('my-key'), text('total'), text('current_date')],
      blocks: [task('a b'), task('B', { goal, ...more })],
    });
    return (definition as { blocks: readonly { goal: unknown }[] }).blocks[1]?.goal;
  };

  it.each([
    ['{{ my-key }}', '{{ my_key }}'],
    ['{{my-key|upper}} my-key', '{{my_key|upper}} my-key'],
    ['{{ a b_output.x }} {{ a b.x }}', '{{ a_b_output.x }} {{ a_b.x }}'],
    [
      "{% if my-key == 'my-key' %}{{ my-key }}{% endif %}",
      "{% if my_key == 'my-key' %}{{ my_key }}{% endif %}",
    ],
    ['{# my-key #}{% raw %}{{ my-key }}{% endraw %}', '{# my-key #}{% raw %}{{ my-key }}{% endraw %}'],
    [
      "{{ workflow_run_outputs['a b'].x }} {{ x['a b'] }}",
      "{{ workflow_run_outputs['a_b'].x }} {{ x['a b'] }}",
    ],
    ['{{ current_date }} {{ x.current_date }}', '{{ current_date_2 }} {{ x.current_date }}'],
    [
      '{% for current_date in rows %}{{ current_date }}{% endfor %}',
      '{% for current_date in rows %}{{ current_date }}{% endfor %}',
    ],
    ['line\r\n{{ current_date }}', 'line\n{{ current_date_2 }}'],
    ["{{ my-key ~ '}}' ~ my-key }}", "{{ my_key ~ '}}' ~ my_key }}"],
    ['{{ broken( current_date }} {{ my-key', '{{ broken( current_date_2 }} {{ my_key'],
  ])('in the template %s', (before, after) => {
    expect(member(before)).toBe(after);
  });

  it('a difference of two names stays a difference', () => {
    const { definition } = repairDefinition({
      parameters: [text('a-b'), text('a'), text('b')],
      blocks: [task('T', { goal: '{{ a-b }}' })],
    });
    expect(definition).toMatchObject({
      parameters: [{ key: 'a_b' }, {}, {}],
      blocks: [{ goal: '{{ a-b }}' }],
    });
  });

  it('in lists and maps with templates, their keys included', () => {
    expect(member({ '{{ my-key }}': ['{{ my-key }}', { deep: '{{ a b }}' }], n: 3 })).toEqual({
      '{{ my_key }}': ['{{ my_key }}', { deep: '{{ a_b }}' }],
      n: 3,
    });
  });

  it('in edges, keys, bare references and other parameters', () => {
    const definition = {
      finally_block_label: 'the end',
      workflow_system_prompt: 'Use {{ my-key }}.',
      error_code_mapping: { '{{ my-key }}': 'is {{ a b }}' },
      parameters: [
        text('my-key'),
        { key: 'inner', parameter_type: 'context', source_parameter_key: 'my-key' },
        { key: 'login', parameter_type: 'credential', credential_id: 'my-key' },
      ],
      blocks: [
        {
          block_type: 'conditional',
          label: 'what now',
          next_block_label: 'the end',
          branch_conditions: [
            { criteria: { expression: '{{ my-key > 1 }}' }, next_block_label: 'a b' },
            { is_default: true, next_block_label: null },
          ],
        },
        task('a b', {
          url: 'my-key',
          parameter_keys: ['my-key', 'what now_output', 'unknown key'],
          on_failure_next_label: 'the end',
          title: 'my-key',
        }),
        {
          block_type: 'for_loop',
          label: 'every one',
          loop_variable_reference: 'a b_output.rows',
          loop_over_parameter_key: 'my-key',
          loop_blocks: [task('in it', { next_block_label: 'a b' }), task('a b', { goal: '{{ a b.x }}' })],
        },
        {
          block_type: 'code',
          label: 'program',
          code: "return params['my-key'] + outputs[\"a b\"] + 'my-key'",
        },
        task('the end'),
      ],
    };
    expect(
      repairDefinition({ workflow_definition: definition, sequential_key: '{{ my-key }}' }).definition,
    ).toMatchObject({
      sequential_key: '{{ my_key }}',
      workflow_definition: {
        finally_block_label: 'the_end',
        workflow_system_prompt: 'Use {{ my_key }}.',
        error_code_mapping: { '{{ my_key }}': 'is {{ a_b }}' },
        parameters: [{ key: 'my_key' }, { source_parameter_key: 'my_key' }, { credential_id: 'my_key' }],
        blocks: [
          {
            label: 'what_now',
            next_block_label: 'the_end',
            branch_conditions: [
              { criteria: { expression: '{{ my_key > 1 }}' }, next_block_label: 'a_b' },
              { next_block_label: null },
            ],
          },
          {
            label: 'a_b',
            url: 'my_key',
            parameter_keys: ['my_key', 'what_now_output', 'unknown key'],
            on_failure_next_label: 'the_end',
            title: 'my-key',
          },
          {
            label: 'every_one',
            loop_variable_reference: 'a_b_output.rows',
            loop_over_parameter_key: 'my_key',
            loop_blocks: [
              { label: 'in_it', next_block_label: 'a_b_2' },
              { label: 'a_b_2', goal: '{{ a_b_2.x }}' },
            ],
          },
          { label: 'program', code: "return params['my_key'] + outputs[\"a_b\"] + 'my-key'" },
          { label: 'the_end' },
        ],
      },
    });
  });
});
