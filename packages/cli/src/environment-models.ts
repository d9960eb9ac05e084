import type { ModelPurpose } from '@runwright/contract';
import { openaiModel } from '@runwright/model-openai';
import type { Environment } from './environment.ts';

/** Returns whether the environment configures a model: an API key, or an endpoint without one. */
export function hasModel(environment: Environment): boolean {
  return environment.model.apiKey !== null || environment.model.baseUrl !== null;
}

/** Name of the main model. */
export function environmentModel(environment: Environment): string {
  return environment.model.name ?? 'gpt-4.1';
}

/** Labels of the models that the environment names, which are their names; the main one comes first. */
export function environmentModelLabels(environment: Environment): Readonly<Record<string, string>> {
  const names = hasModel(environment)
    ? [
        environmentModel(environment),
        ...Object.values(environment.model.byPurpose),
        ...environment.model.fallbacks,
        ...Object.values(environment.model.fallbacksByPurpose).flat(),
      ]
    : [];
  return Object.fromEntries(names.map((name) => [name, name]));
}

/** The models that the environment names, by name; runs may ask for one of these and no other. */
export function environmentModels(environment: Environment) {
  if (!hasModel(environment)) return null;
  const { apiKey, baseUrl, byPurpose, fallbacks, fallbacksByPurpose } = environment.model;
  const main = environmentModel(environment);
  const models = new Map(
    Object.keys(environmentModelLabels(environment)).map((name) => [
      name,
      openaiModel({ apiKey: apiKey ?? 'none', ...(baseUrl ? { baseUrl } : {}), model: name }),
    ]),
  );
  return {
    choose: (purpose: ModelPurpose, asked: string | null) =>
      models.get(asked ?? byPurpose[purpose] ?? main) ?? null,
    fallbacks: (purpose: ModelPurpose) =>
      (fallbacksByPurpose[purpose] ?? fallbacks).flatMap((name) => models.get(name) ?? []),
  };
}
