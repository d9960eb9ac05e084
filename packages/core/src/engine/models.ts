import { RunwrightError } from '@runwright/contract';
import type { Engine } from '../api/engine.ts';
import type { EngineDeps } from '../engine-deps.ts';

/** The models of an engine. Throws `invalid_input` for a label of a name that `model` does not know. */
export function createModels(
  model: EngineDeps['model'],
  labels: Readonly<Record<string, string>> | undefined,
): Engine['models'] {
  const unknown = Object.keys(labels ?? {}).find((name) => model('act', name) === null);
  if (unknown !== undefined) {
    throw new RunwrightError(
      'invalid_input',
      `Invalid label of the model \`${unknown}\`: \`drivers.model\` knows no such model. Remove the label or add the model.`,
    );
  }
  const copied = labels && { ...labels };
  // Asked for when it is needed: a host may make its models then.
  const defaultName = () => model('act', null)?.id ?? null;
  return {
    get labels() {
      const id = defaultName();
      return copied ?? (id === null ? {} : { [id]: id });
    },
    get defaultName() {
      return defaultName();
    },
  };
}
