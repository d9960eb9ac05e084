import type { EngineSettings } from '@runwright/core';

/**
 * Returns the settings of the file with those of the environment, which have precedence. Groups such as `limits` are merged
 * member by member, and lists are joined.
 */
export function mergeSettings(file: EngineSettings, environment: EngineSettings): EngineSettings {
  return {
    ...file,
    ...environment,
    ...merged('limits', file, environment),
    ...merged('models', file, environment),
    ...merged('sessions', file, environment),
    ...merged('billing', file, environment),
    ...merged('retention', file, environment),
    secretHosts: [...(file.secretHosts ?? []), ...(environment.secretHosts ?? [])],
  };
}

type Group = 'limits' | 'models' | 'sessions' | 'billing' | 'retention';

function merged(name: Group, file: EngineSettings, environment: EngineSettings): EngineSettings {
  if (!file[name] && !environment[name]) return {};
  return { [name]: { ...file[name], ...environment[name] } };
}
