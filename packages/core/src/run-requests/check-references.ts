import { notFound, type RunSettings, type RunwrightError } from '@runwright/contract';
import { invalidInput } from '@runwright/definition';
import type { EngineDeps } from '../engine-deps.ts';

/**
 * Refuses a run that names what is not there: `not_found` for a browser session or profile, and `invalid_input` for a model
 * that the host does not offer. Whether the session is free is checked when the run is stored.
 */
export async function checkReferences(
  { store, model }: Pick<EngineDeps, 'model' | 'store'>,
  organizationId: string,
  settings: RunSettings,
): Promise<void> {
  const { browserSessionId: sessionId, browserProfileId: profileId, modelName } = settings;
  if (sessionId !== null && (await store.browserSessions.get(organizationId, sessionId)) === null)
    throw missing('Browser session', sessionId);
  if (profileId !== null && (await store.browserProfiles.get(organizationId, profileId)) === null)
    throw missing('Browser profile', profileId);
  if (modelName === null || model('act', modelName) !== null) return;
  throw invalidInput('The run cannot be started', [
    {
      path: ['model', 'model_name'],
      type: 'value_error',
      message: `Value error, the model \`${modelName}\` is not offered here; leave it out for the default one`,
    },
  ]);
}

function missing(kind: 'Browser session' | 'Browser profile', id: string): RunwrightError {
  return notFound(kind, id);
}
