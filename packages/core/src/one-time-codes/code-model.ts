import type { Clock, LanguageModel, ModelPort, ModelPurpose } from '@runwright/contract';
import { createModelPort } from '../model/model-port.ts';

/**
 * Creates the source of the model that finds codes in messages of nobody's run; null without a model. Nothing of its calls
 * is kept: they hold the codes.
 */
export function createCodeModel({
  model,
  clock,
}: {
  readonly model: (purpose: ModelPurpose, name: string | null) => LanguageModel | null;
  readonly clock: Clock;
}): () => ModelPort | null {
  return () => {
    const driver = model('code', null);
    if (driver === null) return null;
    return createModelPort({
      purpose: 'code',
      model: driver,
      clock,
      random: Math.random,
      signal: new AbortController().signal,
      mask: (value) => value,
      systemPrompt: null,
      keep: async () => undefined,
    });
  };
}
