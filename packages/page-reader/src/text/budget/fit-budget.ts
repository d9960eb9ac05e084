import { type Cut, cutOrder, type Line } from '../lines/line.ts';
import { estimateTokens } from './token-estimate.ts';

/** No view is longer than this many tokens, whatever is asked for. */
export const maximumTokens = 20_000;

/** Lines that fit, and those that do not. */
export interface FittedLines {
  readonly kept: readonly Line[];
  readonly cut: readonly Line[];
  /** Nothing had to be cut that is not far away. */
  readonly isRoomy: boolean;
  readonly fits: boolean;
}

/**
 * Cuts whole lines, the least useful first and from the end, until the rest fits into `tokens`; lines that may never be
 * cut only until it fits into `ceiling`.
 */
export function fitLines(
  lines: readonly Line[],
  { tokens, ceiling, bytesPerToken }: { tokens: number; ceiling: number; bytesPerToken: number },
): FittedLines {
  const costs = lines.map((line) => tokenCostOf(line, bytesPerToken));
  const kept = lines.map(() => true);
  let total = costs.reduce((sum, cost) => sum + cost, 0);
  let isRoomy = true;
  const drop = (cut: Cut, limit: number): void => {
    for (let index = lines.length - 1; index >= 0 && total > limit; index -= 1) {
      if (!kept[index] || lines[index]?.cut !== cut || lines[index]?.opens) continue;
      kept[index] = false;
      total -= costs[index] ?? 0;
      if (!cut.startsWith('far')) isRoomy = false;
    }
  };
  for (const cut of cutOrder) drop(cut, tokens);
  const fits = total <= tokens;
  drop('never', ceiling);
  const left = lines.filter((_, index) => kept[index]);
  return { kept: withoutEmpty(left), cut: lines.filter((_, index) => !kept[index]), isRoomy, fits };
}

/** Estimates the tokens of a line, with its indentation and line end. */
export function tokenCostOf({ text, depth }: Line, bytesPerToken: number): number {
  return estimateTokens(`${'  '.repeat(depth)}${text}\n`, bytesPerToken);
}

/** Openers with nothing left below them go too. */
function withoutEmpty(lines: readonly Line[]): readonly Line[] {
  const kept: Line[] = [];
  for (const line of lines.toReversed()) {
    const below = kept.at(-1);
    if (line.opens && (below === undefined || below.depth <= line.depth)) continue;
    kept.push(line);
  }
  return kept.reverse();
}
