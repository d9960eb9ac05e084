import type { Clock, LanguageModel, ModelPort, ModelPurpose } from '@runwright/contract';
import { defaultLimits } from '../api/limits.ts';
import { createModelPort } from '../model/model-port.ts';

/**
 * Creates the source of the model that finds codes in messages; null without a model. Nothing of its calls is kept: they
 * hold the codes. `name` is the model of a run; default: the one of the purpose.
 */
export function createCodeModel({
  model,
  clock,
  name = null,
}: {
  readonly model: (purpose: ModelPurpose, name: string | null) => LanguageModel | null;
  readonly clock: Clock;
  readonly name?: string | null;
}): () => ModelPort | null {
  return () => {
    const driver = model('code', name);
    if (driver === null) return null;
    return createModelPort({
      purpose: 'code',
      model: driver,
      clock,
      random: Math.random,
      signal: new AbortController().signal,
      mask: (value) => value,
      systemPrompt: null,
      timeoutMs: defaultLimits.modelCallMs,
      maxWaitMs: defaultLimits.modelWaitMs,
      keep: async () => undefined,
    });
  };
}
