import { defineBlock, Type, template } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { createBlockTypes } from '../blocks/block-types.ts';
import { validateDraft } from './validate-draft.ts';

const registry = createBlockTypes([
  defineBlock({
    type: 'extraction',
    config: Type.Object({ data_schema: Type.Optional(Type.Unknown(template('native'))) }),
    output: Type.Unknown(),
    run: async () => null,
  }),
]);
const problems = (data_schema: unknown) =>
  validateDraft(
    {
      title: 'Orders',
      workflow_definition: {
        parameters: [],
        blocks: [{ block_type: 'extraction', label: 'Read', data_schema }],
      },
    },
    registry,
  ).problems.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('a pattern in the schema of a block', { tags: ['security'] }, () => {
  it('that RE2 cannot express is refused where it stands', () => {
    const schema = {
      type: 'array',
      items: { properties: { a: { type: 'string', pattern: '^(?=.*\\d).+$' } } },
      $defs: { b: { anyOf: [{ patternProperties: { '(a)\\1': {} } }] } },
    };
    expect(problems(schema)).toEqual([
      expect.stringMatching(
        /^workflow_definition\.blocks\.0\.data_schema\.items\.properties\.a\.pattern: .*not supported.*look-ahead/,
      ),
      expect.stringMatching(/data_schema\.\$defs\.b\.anyOf\.0\.patternProperties\..*not supported/),
    ]);
    const inText = JSON.stringify({ items: { pattern: '(?=a)' } });
    expect(problems(inText)).toEqual([
      expect.stringMatching(/^workflow_definition\.blocks\.0\.data_schema: .*it stands at `items\.pattern`$/),
    ]);
  });

  it('is accepted when it is linear, or a template that is not known yet', () => {
    expect(problems({ properties: { pattern: { type: 'string', pattern: '^\\d+$' } } })).toEqual([]);
    expect(problems({ type: 'string', pattern: '{{ expression }}(?=a)' })).toEqual([]);
    expect(problems('{{ schema }}')).toEqual([]);
    expect(problems({ properties: { pattern: { const: '(?=a)' } }, enum: [{ pattern: '(?=a)' }] })).toEqual(
      [],
    );
  });
});
