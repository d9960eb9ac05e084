import { type LanguageModel, RunwrightError } from '@runwright/contract';
import type { EngineDrivers } from '@runwright/core';
import { anthropicModel } from '@runwright/model-anthropic';
import { openaiModel } from '@runwright/model-openai';

/** A model by its provider and key. */
export interface ModelSettings {
  /** `openai` also for every endpoint that speaks its chat completions. */
  readonly provider: 'openai' | 'anthropic';
  /** Key of the provider. It may be missing only when `baseUrl` names a server that asks for none. */
  readonly apiKey: string | undefined;
  /** Name of the model at the provider. Default `gpt-4.1` and `claude-sonnet-5-5`. */
  readonly name?: string;
  /** Address of the endpoint. Default: that of the provider. */
  readonly baseUrl?: string | undefined;
}

const defaultNames = { openai: 'gpt-4.1', anthropic: 'claude-sonnet-5-5' } as const;

/**
 * Creates the model of settings; a model, or a function that chooses one, stays as it is. Throws `invalid_input` when the provider
 * needs a key and there is none.
 */
export function openModel(
  model: ModelSettings | NonNullable<EngineDrivers['model']>,
): NonNullable<EngineDrivers['model']> {
  if (!isSettings(model)) return model;
  const { provider, apiKey, name = defaultNames[provider], baseUrl } = model;
  if (!apiKey && !baseUrl) throw noKey(provider);
  const options = { apiKey: apiKey || 'none', model: name, ...(baseUrl ? { baseUrl } : {}) };
  return provider === 'openai' ? openaiModel(options) : anthropicModel(options);
}

function isSettings(
  model: ModelSettings | LanguageModel | NonNullable<EngineDrivers['model']>,
): model is ModelSettings {
  return typeof model === 'object' && 'apiKey' in model;
}

function noKey(provider: ModelSettings['provider']): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    `Cannot use the model of \`${provider}\`: \`model.apiKey\` is empty. Pass its key, such as that of the variable \`${provider.toUpperCase()}_API_KEY\` after you have set it, or the \`baseUrl\` of a server that needs none.`,
  );
}
