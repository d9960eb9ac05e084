import {
  type ComputerProtocol,
  type LanguageModel,
  type ModelPurpose,
  RunwrightError,
} from '@runwright/contract';
import { anthropicModel } from '@runwright/model-anthropic';
import { openaiModel } from '@runwright/model-openai';
import type { Environment } from './environment.ts';

/** Models of the provider whose key is set, when the environment names none. */
const defaultNames = { openai: 'gpt-4.1', anthropic: 'claude-sonnet-5-5' } as const;

/** Returns whether the environment configures a model: an API key, or an endpoint without one. */
export function hasModel({ model }: Environment): boolean {
  return hasEndpoint(model) || hasEndpoint(model.anthropic);
}

/** Returns the name of the main model. */
export function environmentModel({ model }: Environment): string {
  const provider = !hasEndpoint(model) && hasEndpoint(model.anthropic) ? 'anthropic' : 'openai';
  return model.name ?? defaultNames[provider];
}

/** Labels of the models that the environment names, which are their names; the main one comes first. */
export function environmentModelLabels(environment: Environment): Readonly<Record<string, string>> {
  const names = hasModel(environment) ? modelNames(environment) : [];
  return Object.fromEntries(names.map((name) => [name, name]));
}

/** Models that the environment names; runs may ask for one of these and no other. */
export interface EnvironmentModels {
  /** Returns the model for a purpose, or the one that was asked for by its name; with a computer tool if one of them has it. */
  readonly choose: (
    purpose: ModelPurpose,
    asked: string | null,
    computer?: ComputerProtocol | null,
  ) => LanguageModel | null;
  /** Models that are asked when another one gives no answer, by purpose. */
  readonly fallbacks: (purpose: ModelPurpose) => readonly LanguageModel[];
}

/**
 * Creates the models that the environment names; null when it configures none.
 *
 * @throws RunwrightError `invalid_input` when a name in `RUNWRIGHT_MODEL_NO_IMAGES` is that of no model.
 */
export function environmentModels(environment: Environment): EnvironmentModels | null {
  if (!hasModel(environment)) return null;
  const { byPurpose, fallbacks, fallbacksByPurpose } = environment.model;
  const main = environmentModel(environment);
  const names = modelNames(environment);
  const unknown = environment.model.withoutImages.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new RunwrightError(
      'invalid_input',
      `RUNWRIGHT_MODEL_NO_IMAGES has \`${unknown}\`, which no setting of models names. Correct or remove it; the models are \`${names.join('`, `')}\`.`,
    );
  }
  const models = new Map(names.map((name) => [name, createModel(environment, name)]));
  return {
    choose(purpose, asked, computer = null) {
      if (asked !== null) return models.get(asked) ?? null;
      const usual = models.get(byPurpose[purpose] ?? main) ?? null;
      if (computer === null || usual?.can.computer === computer) return usual;
      return models.values().find(({ can }) => can.computer === computer) ?? usual;
    },
    fallbacks: (purpose) =>
      (fallbacksByPurpose[purpose] ?? fallbacks).flatMap((name) => models.get(name) ?? []),
  };
}

/** Returns the names of all models, without repetition; with Anthropic's key also a model for the engine `cua-b`. */
function modelNames(environment: Environment): readonly string[] {
  const { byPurpose, fallbacks, fallbacksByPurpose, anthropic } = environment.model;
  const computer = hasEndpoint(anthropic) ? [defaultNames.anthropic] : [];
  const more = [...fallbacks, ...Object.values(fallbacksByPurpose).flat()];
  const named = [environmentModel(environment), ...Object.values(byPurpose), ...more];
  return [...new Set([...named, ...computer])];
}

/** Names of Claude go to Anthropic when it is configured, all others to the OpenAI-compatible endpoint. */
function createModel({ model }: Environment, name: string): LanguageModel {
  const capabilities = model.withoutImages.includes(name) ? { images: false } : {};
  const isClaude = /^(?:anthropic\/|claude)/i.test(name);
  if (hasEndpoint(model.anthropic) && (isClaude || !hasEndpoint(model))) {
    const { apiKey, baseUrl } = model.anthropic;
    return anthropicModel({
      apiKey: apiKey ?? 'none',
      ...(baseUrl ? { baseUrl } : {}),
      model: name.replace(/^anthropic\//i, ''),
      capabilities,
    });
  }
  const { apiKey, baseUrl } = model;
  return openaiModel({
    apiKey: apiKey ?? 'none',
    ...(baseUrl ? { baseUrl } : {}),
    model: name,
    capabilities,
  });
}

function hasEndpoint({ apiKey, baseUrl }: Environment['model']['anthropic']): boolean {
  return apiKey !== null || baseUrl !== null;
}
