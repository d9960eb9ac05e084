import { type RunSettings, RunwrightError } from '@runwright/contract';
import { invalidInput } from '@runwright/definition';
import type { EngineDeps } from '../engine-deps.ts';

/**
 * Refuses a run that names what is not there: `not_found` for a browser session or profile, of which none can exist
 * without a driver that keeps them, and `invalid_input` for a model that the host does not offer.
 */
export function checkReferences(deps: Pick<EngineDeps, 'model'>, settings: RunSettings): void {
  const { browserSessionId, browserProfileId, modelName } = settings;
  if (browserSessionId !== null) throw missing('Browser session', browserSessionId);
  if (browserProfileId !== null) throw missing('Browser profile', browserProfileId);
  if (modelName === null || deps.model('act', modelName) !== null) return;
  throw invalidInput('The run cannot be started', [
    {
      path: ['model', 'model_name'],
      type: 'value_error',
      message: `Value error, the model \`${modelName}\` is not offered here; leave it out for the default one`,
    },
  ]);
}

function missing(kind: string, id: string): RunwrightError {
  return new RunwrightError('not_found', `${kind} ${id} not found`);
}
