import type { Subgoal } from './plan.ts';

/** Checklist of a plan after its evidence was checked. */
export interface CheckedSubgoals {
  readonly subgoals: readonly Subgoal[];
  /** One sentence for each subgoal whose evidence was not found. */
  readonly refused: readonly string[];
}

/**
 * Keeps a subgoal `done` only when its evidence is found in one of the sources, or when the round before had it with the same
 * evidence; without it the subgoal is `open` again.
 *
 * @param sources texts that a quote may come from: pages that were seen, data, dialogs
 */
export function checkEvidence(
  subgoals: readonly Subgoal[],
  known: readonly Subgoal[],
  sources: readonly string[],
): CheckedSubgoals {
  const refused: string[] = [];
  const checked = subgoals.map((subgoal): Subgoal => {
    if (subgoal.state !== 'done') return { ...subgoal, evidence: null };
    const before = known.find(({ id, state }) => id === subgoal.id && state === 'done');
    if (before && (subgoal.evidence === null || subgoal.evidence === before.evidence)) return before;
    if (subgoal.evidence !== null && isQuoted(subgoal.evidence, sources)) return subgoal;
    refused.push(
      `Subgoal ${subgoal.id} stays open: its evidence stands neither on a page that was seen nor in data.`,
    );
    return { ...subgoal, state: 'open', evidence: null };
  });
  return { subgoals: checked, refused };
}

/** Tests whether a quote stands in one of the texts, apart from case, spaces and quotation marks. Short words do not count. */
export function isQuoted(quote: string, sources: readonly string[]): boolean {
  const wanted = comparable(quote);
  return wanted.length > 1 && sources.some((source) => comparable(source).includes(wanted));
}

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/["'`“”‘’«»]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.…]+|(?<![\s.…])[\s.…]+$/g, '');
}
