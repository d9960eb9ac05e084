import {
  addUsage,
  type BlockContext,
  type LanguageModel,
  type Message,
  noUsage,
  RunwrightError,
} from '@runwright/contract';
import { type ScriptedAnswer, scriptedModel } from '@runwright/testing';

const usage = { ...noUsage, input: 100, output: 10 };

/** Creates a scripted model that stops an answer at the output limit; 4 characters are a token. */
export function limitedModel(answer: (prompt: string) => ScriptedAnswer) {
  return scriptedModel({
    answers: ({ messages, limits }) => {
      const prompt = messages.map(({ content }) => textOf(content)).join('\n');
      const text = JSON.stringify(answer(prompt));
      const longest = limits.outputTokens * 4;
      return {
        parts: [{ type: 'text', text: text.slice(0, longest) }],
        stop: text.length > longest ? 'length' : 'end',
        usage,
      };
    },
  });
}

/** Returns a context whose model port treats cut-off answers as that of the engine does: 4,096 tokens, then 8,192. */
export function withTokenLimits(context: BlockContext, model: LanguageModel): BlockContext {
  return {
    ...context,
    model: (purpose = 'text') => ({
      id: model.id,
      images: false,
      computer: null,
      converse: () => Promise.reject(new Error('This model answers with data only.')),
      generateText: () => Promise.reject(new Error('This model answers with data only.')),
      async generate({ messages, schema, name = purpose, signal }) {
        let total = noUsage;
        for (const outputTokens of [4_096, 8_192]) {
          const { parts, stop, usage } = await model.generate({
            purpose,
            messages,
            output: { name, schema: JSON.parse(JSON.stringify(schema)), mode: 'json_schema' },
            limits: { outputTokens, timeoutMs: 1_000 },
            signal,
          });
          total = addUsage(total, usage);
          const text = textOf(parts);
          if (stop !== 'length') return { value: JSON.parse(text), usage: total };
        }
        throw new RunwrightError('model_failed', 'The answer was cut off.', {
          details: { cut_answer: total },
        });
      },
    }),
  };
}

function textOf(content: Message['content']): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
