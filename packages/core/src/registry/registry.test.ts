import { defineBlock, parameterFields, Type, template } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { createRegistry } from './registry.ts';

const shout = defineBlock({
  type: 'shout',
  config: Type.Object({
    text: Type.String({ minLength: 3 }),
    link: Type.Optional(Type.String({ format: 'uri' })),
    tone: Type.Enum(['loud', 'louder'], { default: 'loud' }),
    body: Type.Optional(Type.Object({ n: Type.Integer() }, template('native'))),
    raw: Type.Optional(Type.String({ pattern: '^x', ...template('none') })),
    ...parameterFields,
  }),
  output: Type.Object({ text: Type.String() }),
  run: async ({ text }) => ({ text: text.toUpperCase() }),
});

describe('a registered block', () => {
  const block = createRegistry([shout]).get('shout');
  const problemsOf = (more: object) => {
    const checked = block?.checkNode({ block_type: 'shout', label: 'a', text: 'hello', ...more });
    return checked && !checked.ok
      ? checked.problems.map(({ path, type }) => `${path.join('.')} ${type}`)
      : [];
  };

  it('shows a node schema of common and own members, without what the engine fills in', () => {
    expect(block?.node).toMatchObject({
      required: ['block_type', 'label', 'text', 'tone', 'parameter_keys'],
    });
    const names = Object.keys(block?.node.properties ?? {});
    expect(names).toEqual(
      expect.arrayContaining(['block_type', 'label', 'next_block_label', 'text', 'tone']),
    );
    expect(names).not.toContain('parameters');
  });

  it('fills defaults of common and own members', () => {
    expect(block?.checkNode({ block_type: 'shout', label: 'a', text: 'hello' })).toEqual({
      ok: true,
      value: {
        block_type: 'shout',
        label: 'a',
        continue_on_failure: false,
        next_loop_on_failure: false,
        ignore_workflow_system_prompt: false,
        disable_cache: false,
        text: 'hello',
        tone: 'loud',
        parameter_keys: [],
      },
    });
  });

  it('takes a template where a limited text or a typed value will stand', () => {
    expect(problemsOf({ text: '{{ x }}', link: '{{ base }}/a', body: '{{ payload }}' })).toEqual([]);
    expect(problemsOf({ body: { n: '{{ n }}' } })).toEqual([]);
    expect(problemsOf({ text: 'no', link: 'no', body: 'no' })).toEqual([
      'text string_too_short',
      'link value_error',
      'body dict_type',
    ]);
  });

  it('takes no template for a choice or where nothing is rendered', () => {
    expect(problemsOf({ tone: '{{ tone }}', raw: '{{ x }}' })).toEqual(['tone enum', 'raw value_error']);
  });

  it('is executed by its kind: work, a timer or a choice', () => {
    expect(block?.kind).toBe('work');
    const { config, output } = shout;
    const timer = { type: 'nap', config, output, timer: () => ({ delayMs: 1, output: null }) };
    const choose = async () => ({
      output: null,
      choice: { branchId: 'b', expression: null, result: null, nextLabel: null },
      nextLabel: null,
    });
    const registry = createRegistry([shout, timer, { type: 'fork', config, output, choose }]);
    expect(registry.types.map((type) => registry.get(type)?.kind)).toEqual(['work', 'timer', 'choice']);
  });
});

it('a block of a type that was there takes its place', () => {
  const registry = createRegistry([shout, { ...shout, onWorkerLost: 'repeat' }]);
  expect(registry.types).toEqual(['shout']);
  expect(registry.get('shout')?.onWorkerLost).toBe('repeat');
  expect(registry.get('whisper')).toBeUndefined();
});
