import type { PageItem } from '../../tree/page-tree.ts';
import type { Landmark, Line } from '../lines/line.ts';

/** Maximum number of landmarks that are named one by one. */
const mostNamed = 4;

/**
 * Sentences about what a text leaves out: `footer (18 links, expand g5)` for a landmark of which nothing is left, `7 links
 * in main (expand g2)` for one that goes on.
 *
 * @param skipped characters of text that were never lines
 */
export function describeLeftOut(
  cut: readonly Line[],
  kept: readonly Line[],
  skipped: number,
): readonly string[] {
  const left = new Set(kept.filter(({ opens }) => !opens).map(({ landmark }) => landmark?.foldId));
  const landmarks = landmarksIn(cut).slice(0, mostNamed);
  const named = new Set(landmarks.map(({ foldId }) => foldId));
  const loose = countKinds(itemsOf(cut.filter(({ landmark }) => !landmark || !named.has(landmark.foldId))));
  const texts = cut.flatMap(({ leaves }) => leaves.filter((leaf) => leaf.type === 'text'));
  const characters = texts.reduce((sum, { text }) => sum + text.length, skipped);
  return [
    ...landmarks.map(({ foldId, title }) => {
      const kinds = countKinds(itemsOf(cut.filter(({ landmark }) => landmark?.foldId === foldId)));
      return left.has(foldId)
        ? `${kinds} in ${title} (expand ${foldId})`
        : `${title} (${kinds}, expand ${foldId})`;
    }),
    ...(loose === '' ? [] : [loose]),
    ...(characters > 0 ? [`${characters} characters of text`] : []),
  ];
}

/** Landmarks of which controls are cut, in the order of the page. */
function landmarksIn(cut: readonly Line[]): readonly Landmark[] {
  const found = new Map<string, Landmark>();
  for (const line of cut) {
    if (line.landmark && itemsOf([line]).length > 0) found.set(line.landmark.foldId, line.landmark);
  }
  return [...found.values()];
}

function itemsOf(lines: readonly Line[]): readonly PageItem[] {
  return lines.flatMap(({ leaves }) => leaves.filter((leaf) => leaf.type === 'item'));
}

/** `18 links, 2 buttons`: the most frequent kinds by name, the rest together. */
function countKinds(items: readonly PageItem[]): string {
  const counts = new Map<string, number>();
  for (const { element } of items) counts.set(element.kind, (counts.get(element.kind) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  const rest = sorted.slice(3).reduce((sum, [, count]) => sum + count, 0);
  return [
    ...sorted.slice(0, 3).map(([kind, count]) => `${count} ${count === 1 ? kind : plural(kind)}`),
    ...(rest > 0 ? [`${rest} other controls`] : []),
  ].join(', ');
}

function plural(kind: string): string {
  if (kind.endsWith('x')) return `${kind}es`;
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}
