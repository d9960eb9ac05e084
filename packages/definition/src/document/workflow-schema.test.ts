import { Type, template } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createBlockTypes } from '../blocks/block-types.ts';
import { compileSchema } from '../schema/schema.ts';
import { workflowSchema } from './workflow-schema.ts';

const Point = Type.Object({ default: Type.Number(), required: Type.Optional(Type.Boolean()) });
const draw = {
  type: 'draw',
  config: Type.Object(
    {
      at: Type.Unsafe<unknown>({ $ref: '#/$defs/Point' }),
      width: Type.Integer({ default: 1, ...template('native') }),
      note: Type.Object({ text: Type.String({ default: '' }) }),
    },
    { $defs: { Point } },
  ),
  output: Type.Object({}),
};
const schema = workflowSchema(createBlockTypes([draw]));
const check = compileSchema(schema);

/** Messages about a workflow with one block. */
const problemsOf = (block: object, draft: object = {}) => {
  const checked = check({ ...draft, workflow_definition: { blocks: [{ ...block }] } });
  return checked.ok ? [] : checked.problems.map(({ path }) => path.join('.'));
};
const drawn = { label: 'd', block_type: 'draw', at: { default: 1 }, note: {} };

it('has none of our own keywords, and references that stay in the document', () => {
  const text = JSON.stringify(schema);
  expect(text).not.toContain('x-runwright');
  expect(text).toContain('"$ref":"#/definitions/block_draw/$defs/Point"');
});

it('accepts a block of a custom type, its defaults left out and a template where types are kept', () => {
  expect(problemsOf(drawn)).toEqual([]);
  expect(problemsOf({ ...drawn, width: 3 })).toEqual([]);
  expect(problemsOf({ ...drawn, width: '{{ 1 + 2 }}' })).toEqual([]);
});

it('refuses what the type does not know, misses or has otherwise', () => {
  expect(problemsOf({ ...drawn, colour: 'red' })).not.toEqual([]);
  expect(problemsOf({ ...drawn, at: {} })).not.toEqual([]);
  expect(problemsOf({ ...drawn, width: 'wide' })).not.toEqual([]);
  expect(problemsOf({ ...drawn, block_type: 'paint' })).not.toEqual([]);
  expect(problemsOf(drawn, { titel: 'x' })).not.toEqual([]);
});
