import type { LanguageModel, Message, ModelRequest } from '@runwright/contract';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** What one call of the model cost. Tokens are counted with o200k. */
export interface ObservedCall {
  readonly purpose: string;
  /** Of the messages and the schema. */
  readonly tokens: number;
  /** Prompt tokens that the provider counted, and those of them that it read from its cache. */
  readonly input: number;
  readonly cached: number;
  /** Text of the messages, which the next call of the purpose is compared with. */
  readonly text: string;
  /** Tokens when the aria snapshot of the page stands in place of the page view; null for calls without a page. */
  readonly ariaTokens: number | null;
}

const pageBlock = /\[\[page ([0-9a-f]+)\]\]\n[\s\S]*?\n\[\[end \1\]\]/;

/** Returns a model that notes what each call costs, and passes it on. */
export function observedModel(
  model: LanguageModel,
  calls: ObservedCall[],
  ariaSnapshot: () => Promise<string | null>,
): LanguageModel {
  return {
    ...model,
    async generate(request) {
      const text = request.messages.map(textOf).join('\n');
      const schema = request.output ? JSON.stringify(request.output.schema) : '';
      const aria = pageBlock.test(text) ? await ariaSnapshot() : null;
      const reply = await model.generate(request satisfies ModelRequest);
      calls.push({
        purpose: request.purpose,
        input: reply.usage.input,
        cached: reply.usage.cached,
        tokens: countTokens(text + schema),
        text: schema + text,
        ariaTokens: aria === null ? null : countTokens(text.replace(pageBlock, () => aria) + schema),
      });
      return reply;
    },
  };
}

function textOf({ content }: Message): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
