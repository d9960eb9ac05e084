import type { LanguageModel } from '@runwright/contract';
import type { EngineDrivers } from '@runwright/core';
import { anthropicModel } from '@runwright/model-anthropic';
import { openaiModel } from '@runwright/model-openai';

/** A model by its provider and key. */
export interface ModelSettings {
  /** `openai` also for every endpoint that speaks its chat completions. */
  readonly provider: 'openai' | 'anthropic';
  readonly apiKey: string;
  /** Name of the model at the provider. Default `gpt-4.1` and `claude-sonnet-5-5`. */
  readonly name?: string;
  /** Address of the endpoint. Default: that of the provider. */
  readonly baseUrl?: string;
}

const defaultNames = { openai: 'gpt-4.1', anthropic: 'claude-sonnet-5-5' } as const;

/** Creates the model of settings; a model, or a function that chooses one, stays as it is. */
export function openModel(
  model: ModelSettings | NonNullable<EngineDrivers['model']>,
): NonNullable<EngineDrivers['model']> {
  if (!isSettings(model)) return model;
  const { provider, apiKey, name = defaultNames[provider], baseUrl } = model;
  const options = { apiKey, model: name, ...(baseUrl === undefined ? {} : { baseUrl }) };
  return provider === 'openai' ? openaiModel(options) : anthropicModel(options);
}

function isSettings(
  model: ModelSettings | LanguageModel | NonNullable<EngineDrivers['model']>,
): model is ModelSettings {
  return typeof model === 'object' && 'apiKey' in model;
}
