/** A block type: what it takes, what it returns, and a function between them. */
import { defineBlock, Type } from '@runwright/contract';

export const countWords = defineBlock({
  type: 'count_words',
  config: Type.Object({ text: Type.String({ description: 'What is counted.' }) }),
  output: Type.Object({ words: Type.Integer() }),
  run: async ({ text }) => ({ words: text.trim().split(/\s+/).length }),
});
