import { listNames, missingPaths } from '@runwright/definition';
import type { ChoiceContext } from '../../registry/block-kinds.ts';

/**
 * Says on the timeline which names of a condition have no value. They count as nothing, as in every template, so that a name that is written
 * wrong makes the condition false without an error.
 */
export async function noteUndefined(
  source: string,
  place: string,
  { label, scope, log }: Pick<ChoiceContext, 'label' | 'scope' | 'log'>,
): Promise<void> {
  const missing = missingPaths(source, scope);
  if (missing.length === 0) return;
  const verb = missing.length === 1 ? 'has no value and counts' : 'have no value and count';
  const message = `In \`${place}\` of block \`${label}\`, ${listNames(missing)} ${verb} as nothing.`;
  await log.record({ type: 'progress', message, data: { undefined_names: missing } });
}
