import type { TargetMatch } from '@runwright/contract';

/** Least similarity of an element that a selector finds. */
const leastBySelector = 0.6;
/** Least similarity of an element that no selector finds. */
const leastByFingerprint = 0.8;
/** Difference in similarity from which one element is closer than another. */
const lead = 0.1;
/** Shares of weights do not add up exactly. */
const little = 1e-9;

/** The element of a page that a recorded target means, and what has found it. */
export interface ChosenMatch {
  readonly id: string;
  readonly foundBy: 'selector' | 'fingerprint';
}

/**
 * Chooses the element that a recorded target means: the first that one of its selectors finds, in their order, unless another
 * one is clearly more similar; else the only one with a very similar fingerprint. Null when no element is certain enough.
 */
export function chooseMatch(matches: readonly TargetMatch[]): ChosenMatch | null {
  const ranked = matches.toSorted((one, other) => other.score - one.score);
  const [best, second] = ranked;
  if (!best) return null;
  const indexes = ranked.flatMap(({ selectors }) => selectors).toSorted((one, other) => one - other);
  for (const index of indexes) {
    const found = ranked.find(({ selectors }) => selectors.includes(index));
    if (!found || found.score < leastBySelector - little) continue;
    if (best.score - found.score < lead - little) return { id: found.id, foundBy: 'selector' };
  }
  const distance = best.score - (second?.score ?? 0);
  const isAlone = best.score >= leastByFingerprint - little && distance >= lead - little;
  return isAlone ? { id: best.id, foundBy: 'fingerprint' } : null;
}
