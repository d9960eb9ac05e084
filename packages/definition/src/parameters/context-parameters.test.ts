import type { BlockNode, Json, WorkflowDefinition } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { type ContextSource, contextValues } from './context-parameters.ts';

const definition = (
  sources: Readonly<Record<string, string>>,
  blocks: BlockNode[] = [],
): WorkflowDefinition => ({
  parameters: Object.entries(sources).map(([key, source_parameter_key]) => ({
    parameter_type: 'context',
    key,
    source_parameter_key,
  })),
  blocks,
});
const source = (patch: Partial<ContextSource>): ContextSource => ({
  values: {},
  outputs: new Map(),
  path: [],
  iteration: null,
  ...patch,
});
const loop = (label: string, members: object, loop_blocks: BlockNode[] = []): BlockNode => ({
  block_type: 'for_loop',
  label,
  loop_blocks,
  ...members,
});

describe('a context parameter', () => {
  it.each<[string, Json, Json]>([
    ['an object', { city: 'Oslo', zip: 1 }, 'Oslo'],
    ['an object without its key', { zip: 1 }, null],
    ['a list', ['Oslo'], ['Oslo']],
    ['a text', 'Oslo', 'Oslo'],
    ['null', null, null],
  ])('takes its value from %s', (_what, given, value) => {
    expect(contextValues(definition({ city: 'place' }), source({ values: { place: given } }))).toEqual({
      city: value,
    });
  });

  it('takes its value from the extracted information of an output', () => {
    const outputs = new Map<string, Json>([
      ['read', { status: 'completed', extracted_information: { city: 'Oslo' } }],
      ['plain', { city: 'Bergen' }],
    ]);
    expect(contextValues(definition({ city: 'read_output' }), source({ outputs }))).toEqual({ city: 'Oslo' });
    expect(contextValues(definition({ city: 'plain_output' }), source({ outputs }))).toEqual({
      city: 'Bergen',
    });
    expect(contextValues(definition({ city: 'later_output' }), source({ outputs }))).toEqual({ city: null });
  });

  it('takes its value from another context parameter, declared before or after it', () => {
    const values = { trip: { place: { city: 'Oslo' } } };
    expect(contextValues(definition({ city: 'place', place: 'trip' }), source({ values }))).toEqual({
      city: 'Oslo',
      place: { city: 'Oslo' },
    });
  });

  it.each([
    ['key', { loop_over_parameter_key: 'rows' }],
    ['reference', { loop_variable_reference: '{{ rows }}' }],
    ['bare reference', { loop_variable_reference: 'rows' }],
  ])('is the item or its member in the loop over its source, named by %s', (_how, members) => {
    const one = definition({ city: 'rows', other: 'town' }, [loop('each', members)]);
    const values = { rows: [{ city: 'Oslo' }], town: { other: 'x' } };
    const inside = (value: Json) =>
      contextValues(one, source({ values, path: ['each', 0], iteration: { value } }));
    expect(inside({ city: 'Oslo' })).toEqual({ city: 'Oslo', other: 'x' });
    expect(inside('Bergen')).toEqual({ city: 'Bergen', other: 'x' });
    expect(() => inside({ town: 'Oslo' })).toThrow(/`city`.*`town`/);
    expect(contextValues(one, source({ values }))).toEqual({ city: values.rows, other: 'x' });
  });

  it('follows the innermost loop', () => {
    const inner = loop('inner', { loop_over_parameter_key: 'letters' });
    const one = definition({ row: 'rows', letter: 'letters' }, [
      loop('outer', { loop_over_parameter_key: 'rows' }, [inner]),
    ]);
    const values = { rows: [1, 2], letters: ['a'] };
    expect(
      contextValues(one, source({ values, path: ['outer', 1, 'inner', 0], iteration: { value: 'a' } })),
    ).toEqual({ row: [1, 2], letter: 'a' });
  });
});
