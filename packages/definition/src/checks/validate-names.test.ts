import { defineBlock, Type } from '@runwright/contract';
import { expect, it } from 'vitest';
import { createBlockTypes } from '../blocks/block-types.ts';
import { validateDraft } from './validate-draft.ts';

const registry = createBlockTypes([
  defineBlock({
    type: 'text_prompt',
    config: Type.Object({ prompt: Type.String() }),
    output: Type.Unknown(),
    run: async () => null,
  }),
]);
const say = (label: string, prompt: string) => ({ block_type: 'text_prompt', label, prompt });
const warnings = (blocks: readonly object[], parameters: readonly object[] = []) =>
  validateDraft({ title: 'Names', workflow_definition: { parameters, blocks } }, registry).warnings.map(
    ({ type }) => type,
  );

it('functions of every template are no undeclared names', () => {
  expect(warnings([say('a', '{{ range(3) | list }} {{ dict(a=1).a }} {{ lipsum.x }}')])).toEqual([]);
});

it('a built-in name is that of a block or a parameter when the definition has one', {
  tags: ['security'],
}, () => {
  const reader = say('reader', '{{ range.text }} {{ range(3) | list }}');
  const source = say('range', 'Say something.');
  expect(warnings([source, reader])).toEqual([]);
  expect(warnings([reader, source])).toEqual(['too_early']);
  const secret = { parameter_type: 'workflow', key: 'dict', workflow_parameter_type: 'credential_id' };
  expect(warnings([say('a', '{{ dict.password }}')], [secret])).toEqual(['secret_shown']);
});
