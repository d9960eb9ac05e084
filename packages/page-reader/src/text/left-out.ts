import type { PageItem } from '../tree.ts';
import type { Landmark, Line } from './line.ts';

/** So many landmarks are named one by one. */
const mostNamed = 4;

/**
 * Sentences about what a text leaves out.
 *
 * @param skipped characters of text that were never lines
 */
export function leftOutOf(cut: readonly Line[], kept: readonly Line[], skipped: number): readonly string[] {
  const whole = wholeLandmarks(cut, kept).slice(0, mostNamed);
  const named = new Set(whole.map(({ landmark }) => landmark.foldId));
  const others = cut.filter(({ landmark }) => !landmark || !named.has(landmark.foldId));
  const characters =
    skipped +
    cut
      .flatMap(({ leaves }) => leaves)
      .reduce((sum, leaf) => sum + (leaf.type === 'text' ? leaf.text.length : 0), 0);
  const loose = countKinds(itemsOf(others));
  return [
    ...whole.map(
      ({ landmark, items }) => `${landmark.title} (${countKinds(items)}, expand ${landmark.foldId})`,
    ),
    ...(loose === '' ? [] : [loose]),
    ...(characters > 0 ? [`${characters} characters of text`] : []),
  ];
}

/** Landmarks of which nothing is left. */
function wholeLandmarks(
  cut: readonly Line[],
  kept: readonly Line[],
): readonly { readonly landmark: Landmark; readonly items: readonly PageItem[] }[] {
  const left = new Set(kept.filter(({ opens }) => !opens).map(({ landmark }) => landmark?.foldId));
  const gone = new Map<string, Landmark>();
  for (const { landmark } of cut)
    if (landmark && !left.has(landmark.foldId)) gone.set(landmark.foldId, landmark);
  return [...gone.values()].flatMap((landmark) => {
    const items = itemsOf(cut.filter((line) => line.landmark?.foldId === landmark.foldId));
    return items.length > 0 ? [{ landmark, items }] : [];
  });
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
