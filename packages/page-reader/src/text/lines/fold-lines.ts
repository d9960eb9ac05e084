import type { PageNode } from '../../tree/page-tree.ts';
import { tokenCostOf } from '../budget/fit-budget.ts';
import type { Fold } from '../fold-table.ts';
import type { Repetition } from './find-repetitions.ts';
import type { Leaf, Line } from './line.ts';
import type { LineContext } from './line-context.ts';
import { boxOf, isBlank, isMessage, itemsIn, leavesIn, screensAway } from './tree-queries.ts';

/** Of units that must be seen so many are shown wherever they stand; of more the reader is not told one by one. */
const mostSpecial = 12;
/** A line that says how many are folded is not worth it for so few. */
const fewHidden = 2;
/** A fold is known by the first item of so many of its units. */
const unitsNamed = 200;

/** A long repetition of equal things: a part of them, and lines that count the others. */
export function foldRepetition(repetition: Repetition, context: LineContext, depth: number): readonly Line[] {
  const { units } = repetition;
  const members = units.slice(0, unitsNamed).flatMap((unit) => unit.flatMap(itemsIn)[0]?.element.id ?? []);
  const fold = context.folds.ofMembers(pathOf(repetition, context), members, labelOf(repetition, context));
  fold.total = units.length;
  const show = fold.part ? nextPart(units, fold, context, depth) : firstPart(units, fold, context);
  const lines: Line[] = [];
  const example = units.find((_, index) => show(index))?.flatMap(itemsIn)[0]?.element.id;
  const lastHidden = units.findLastIndex((_, index) => !show(index));
  let hidden: (readonly PageNode[])[] = [];
  const count = (isBefore: boolean, isLast: boolean): void => {
    if (hidden.length === 0) return;
    const like = example === undefined || context.mode !== 'action' ? '' : ` like ${example}`;
    const how = isLast && context.mode === 'action' ? ` (expand ${fold.id})` : '';
    lines.push({
      ...{ depth, cut: 'never', opens: false, landmark: context.landmark },
      text: `+${hidden.length} ${isBefore ? 'before' : 'more'}${like}${how}`,
      leaves: [],
    });
    context.folded(hidden.flatMap((unit) => unit.flatMap(leavesIn)));
    hidden = [];
  };
  let shown: PageNode[] = [];
  const print = (): void => {
    if (!fold.part) lines.push(...context.linesOfUnits(shown, context, depth));
    else lines.push(...context.linesOfUnits(shown, { ...context, keepsFar: true }, depth).map(kept));
    shown = [];
  };
  units.forEach((unit, index) => {
    if (show(index)) {
      count(lines.length === 0, index > lastHidden);
      shown.push(...unit);
    } else {
      print();
      hidden.push(unit);
    }
  });
  print();
  count(false, true);
  return lines;
}

function kept(line: Line): Line {
  return { ...line, cut: 'never' };
}

/** Those in view, at least twelve, and what asks for attention. */
function firstPart(units: Repetition['units'], fold: Fold, context: LineContext): (index: number) => boolean {
  const { rows, screen } = context;
  const isIn = (unit: readonly PageNode[]): boolean =>
    unit.some((node) => screensAway(boxOf(node), screen) === 0);
  const first = Math.max(0, Math.min(units.findIndex(isIn), units.length - rows));
  const lastIn = context.isTight ? 0 : units.findLastIndex(isIn) + 1;
  const wanted = Math.max(first + rows, lastIn);
  const end = units.length - wanted <= fewHidden ? units.length : wanted;
  const special = new Set<number>();
  units.forEach((unit, index) => {
    const isSpecial = (leaf: Leaf): boolean =>
      leaf.type === 'item' ? context.isSpecial(leaf) : isMessage(leaf);
    if (special.size <= mostSpecial && unit.flatMap(leavesIn).some(isSpecial)) special.add(index);
  });
  fold.next = first === 0 && end < units.length ? end : 0;
  const isWanted = (index: number): boolean =>
    (index >= first && index < end) || (special.size <= mostSpecial && special.has(index));
  return (index) => isWanted(index) && !(units[index]?.every(isBlank) ?? true);
}

/** As many as there is room for, from where the fold was expanded to; all of them when they fit. */
function nextPart(
  units: Repetition['units'],
  fold: Fold,
  context: LineContext,
  depth: number,
): (index: number) => boolean {
  const room = context.partTokens / Math.max(1, context.folds.open());
  const measured = { ...context, keepsFar: true, skipText: () => {}, folded: () => {} };
  const fill = (from: number): number => {
    let total = 0;
    let end = from;
    for (; end < units.length; end += 1) {
      const cost = context
        .linesOf(units[end] ?? [], measured, depth)
        .reduce((sum, line) => sum + tokenCostOf(line, context.bytesPerToken), 0);
      if (total + cost > room && end > from) break;
      total += cost;
    }
    return end;
  };
  const start = fill(0) === units.length ? 0 : Math.min(fold.part?.start ?? 0, units.length - 1);
  const end = fill(start);
  fold.next = end >= units.length ? 0 : end;
  return (index) => index >= start && index < end;
}

function pathOf({ units: [unit = []] }: Repetition, { path }: LineContext): string {
  return `${path}/${unit.map((node) => (node.type === 'group' ? node.role : node.type)).join('+')}`;
}

function labelOf({ units: [unit = []] }: Repetition, { title }: LineContext): string {
  const [node] = unit;
  const what =
    node?.type === 'item'
      ? `${node.element.kind} list`
      : node?.type === 'group' && node.role === 'row'
        ? 'rows'
        : 'list';
  return title === ''
    ? `the ${what}`
    : `${/^(list|table|nav|menu|listbox)/.test(title) ? '' : `the ${what} in `}${title}`;
}
