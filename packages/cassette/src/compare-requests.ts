import { createTwoFilesPatch, diffLines } from 'diff';
import type { CassetteEntry } from './cassette-entry.ts';

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
  const patch = createTwoFilesPatch(`recorded call ${line}`, 'this call', entry.request, request, '', '', {
    context: 2,
  });
  return { line, diff: patch.replace(/^=+\n/, '') };
}

function countDifferences(one: string, other: string): number {
  return diffLines(one, other)
    .filter(({ added, removed }) => added || removed)
    .reduce((sum, { count }) => sum + count, 0);
}
