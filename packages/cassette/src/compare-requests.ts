import { createTwoFilesPatch, diffLines } from 'diff';
import type { CassetteEntry } from './cassette-entry.ts';
import { normalizeText } from './normalize-text.ts';

/** The entry that is most like a request, with its place in the cassette and the differences as a unified diff. */
export interface NearestEntry {
  /** Counted from 1. */
  readonly line: number;
  readonly diff: string;
}

/** Finds the entry that shares the most lines with a request; entries of the same purpose come first. Null without any entry. */
export function nearestEntry(
  entries: readonly CassetteEntry[],
  { purpose, request }: Pick<CassetteEntry, 'purpose' | 'request'>,
): NearestEntry | null {
  const indexed = entries.map((entry, index) => ({ entry, line: index + 1 }));
  const alike = indexed.filter(({ entry }) => entry.purpose === purpose);
  const candidates = (alike.length > 0 ? alike : indexed).map((one) => ({
    ...one,
    differences: countDifferences(one.entry.request, request),
  }));
  const [nearest] = candidates.sort((one, other) => one.differences - other.differences);
  if (!nearest) return null;
  const { entry, line } = nearest;
  return { line, diff: unifiedDiff([`recorded call ${line}`, entry.request], ['this call', request]) };
}

/** Compares two texts without what differs between executions; returns a unified diff, or null when they are the same. */
export function compareTexts(recorded: string, replayed: string): string | null {
  const [before, after] = [normalizeText(recorded).text, normalizeText(replayed).text];
  return before === after ? null : unifiedDiff(['recorded', before], ['replayed', after]);
}

function unifiedDiff(
  [oldName, before]: readonly [string, string],
  [newName, after]: readonly [string, string],
): string {
  const lines = (text: string) => `${text}\n`;
  const patch = createTwoFilesPatch(oldName, newName, lines(before), lines(after), '', '', { context: 2 });
  return patch.replace(/^=+\n/, '');
}

function countDifferences(one: string, other: string): number {
  return diffLines(one, other)
    .filter(({ added, removed }) => added || removed)
    .reduce((sum, { count }) => sum + count, 0);
}
