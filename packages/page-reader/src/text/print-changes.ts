import type { VisibleElement } from '@runwright/contract';
import type { Line } from './lines/line.ts';
import { quote } from './lines/print-item.ts';

/** A view as it was printed whole. */
export interface WholeView {
  readonly lines: readonly Line[];
  /** Every element that was on the page, folded or not, by its id. */
  readonly elements: ReadonlyMap<string, VisibleElement>;
  /** Every text that the page handed over. */
  readonly texts: ReadonlySet<string>;
  /** Scroll position of the page: text far from the view is not handed over. */
  readonly scroll: number;
}

/** With fewer unchanged lines than this share a whole view says more. */
const leastUnchanged = 0.7;
/** Maximum number of vanished texts that are listed. */
const mostTexts = 8;

/**
 * The lines that name the differences between two views of one page: what is new or changed, under the lines that it
 * stands in, and what is gone; null when too much has changed to be told like that.
 */
export function printChanges(before: WholeView, now: WholeView): readonly string[] | null {
  const numbers = new Map<string, number>();
  const old = keysOf(before.lines, numbers);
  const fresh = keysOf(now.lines, numbers);
  const same = unchanged(old, fresh);
  if (now.lines.length === 0 || same.size <= leastUnchanged * now.lines.length) return null;
  const kept = new Set(same.values());
  const lostLines = before.lines.filter((_, index) => !kept.has(index));
  if (hidesChange(lostLines, now)) return null;
  return [...changedRegions(now.lines, same), ...gone(lostLines, before, now), 'the rest is as before'];
}

/** Tests whether something that was printed is different now, and printed nowhere any more. */
function hidesChange(lost: readonly Line[], now: WholeView): boolean {
  const printed = new Set(
    now.lines.flatMap(({ leaves }) => leaves.map((leaf) => (leaf.type === 'item' ? leaf.element.id : ''))),
  );
  return lost.some(({ leaves }) =>
    leaves.some((leaf) => {
      if (leaf.type !== 'item' || printed.has(leaf.element.id)) return false;
      const element = now.elements.get(leaf.element.id);
      return element !== undefined && stateOf(element) !== stateOf(leaf.element);
    }),
  );
}

/** All of an element but where it stands. */
function stateOf({ name, value, flags }: VisibleElement): string {
  const own = flags.filter((flag) => !/^(offscreen|covered-by |focused|[v^>] )/.test(flag));
  return [name, value ?? '', ...own].join('\n');
}

/** Numbers that are equal for equal lines: by the text without marks of the new, and the lines around it. */
function keysOf(lines: readonly Line[], numbers: Map<string, number>): readonly number[] {
  const around: string[] = [];
  return lines.map(({ depth, text }) => {
    const plain = text.replaceAll(/(^|\s)\*(?=[a-z]+\d+\b)/g, '$1');
    around.length = depth;
    const key = [...around, plain].join('\n');
    around[depth] = plain;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

/** Indexes of new lines that stood before, each with the index it had: the longest common sequence. */
function unchanged(old: readonly number[], fresh: readonly number[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) {
    found.set(start, start);
    start += 1;
  }
  let oldEnd = old.length;
  let freshEnd = fresh.length;
  while (oldEnd > start && freshEnd > start && old[oldEnd - 1] === fresh[freshEnd - 1]) {
    oldEnd -= 1;
    freshEnd -= 1;
    found.set(freshEnd, oldEnd);
  }
  const width = freshEnd - start + 1;
  const lengths = new Uint16Array((oldEnd - start + 1) * width);
  for (let one = oldEnd - 1; one >= start; one -= 1) {
    for (let other = freshEnd - 1; other >= start; other -= 1) {
      const at = (one - start) * width + (other - start);
      const isSame = old[one] === fresh[other];
      lengths[at] = isSame
        ? 1 + (lengths[at + width + 1] ?? 0)
        : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  for (let one = start, other = start; one < oldEnd && other < freshEnd; ) {
    const at = (one - start) * width + (other - start);
    if (old[one] === fresh[other]) {
      found.set(other, one);
      one += 1;
      other += 1;
    } else if ((lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0)) one += 1;
    else other += 1;
  }
  return found;
}

/** New lines, each under the lines that it stands in. */
function changedRegions(lines: readonly Line[], same: ReadonlyMap<number, number>): readonly string[] {
  const printed: string[] = [];
  let around: { readonly line: Line; isPrinted: boolean }[] = [];
  lines.forEach((line, index) => {
    around = around.filter((above) => above.line.depth < line.depth);
    if (!same.has(index)) {
      for (const above of around) {
        if (above.isPrinted) continue;
        printed.push(indented(above.line));
        above.isPrinted = true;
      }
      printed.push(indented(line));
    }
    around.push({ line, isPrinted: !same.has(index) });
  });
  return printed;
}

function gone(lost: readonly Line[], before: WholeView, now: WholeView): readonly string[] {
  const ids = [...before.elements.keys()].filter((id) => !now.elements.has(id));
  const isStill = before.scroll === now.scroll;
  const texts = lost
    .flatMap(({ leaves }) => leaves)
    .filter((leaf) => leaf.type === 'text' && isStill && !now.texts.has(leaf.text))
    .map((leaf) => quote(textIn(leaf), 60));
  const named = [...ids.slice(0, 40), ...texts.slice(0, mostTexts)];
  const rest = ids.length - Math.min(ids.length, 40) + Math.max(0, texts.length - mostTexts);
  if (named.length === 0) return [];
  return [`gone: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`];
}

function textIn(leaf: Line['leaves'][number]): string {
  return leaf.type === 'text' ? leaf.text : leaf.type === 'item' ? leaf.element.name : leaf.name;
}

function indented({ depth, text }: Line): string {
  return `${'  '.repeat(depth)}${text}`;
}
