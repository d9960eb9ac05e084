import { findUndefinedNames, type Path } from '@runwright/definition';
import type { ChoiceContext } from '../../registry/block-kinds.ts';

/**
 * Records the names of an expression that have no value. They count as nothing, as in every template, so that a name that is written wrong
 * makes a condition false without an error.
 */
export function noteUndefined(
  source: string,
  path: Path,
  context: Pick<ChoiceContext, 'scope' | 'noteUndefined'>,
): void {
  const names = findUndefinedNames(source, context.scope);
  if (names.length > 0) context.noteUndefined({ path, source, names });
}
