import type { Problem } from '@runwright/contract';
import { type Path, valueError } from '../problem.ts';

/** Characters of a label or key at most: it stands in every row, event and path of a run. */
export const maxNameLength = 255;

/** Returns the problem of a label or a key that is too long. */
export function lengthProblems(kind: 'label' | 'key', name: string, path: Path): readonly Problem[] {
  if (name.length <= maxNameLength) return [];
  const reason = `the ${kind} \`${name.slice(0, 40)}…\` has ${name.length} characters, at most ${maxNameLength}; make it shorter`;
  return [valueError(path, reason)];
}
