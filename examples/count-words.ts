import { defineBlock, Type } from '@runwright/contract';

export const countWords = defineBlock({
  type: 'count_words',
  config: Type.Object({ text: Type.String() }),
  output: Type.Object({ words: Type.Integer() }),
  run: async ({ text }) => ({ words: text.split(/\s+/).length }),
});
