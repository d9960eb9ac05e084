import { type Cut, cutOrder, type Line } from './line.ts';
import { estimateTokens } from './tokens.ts';

/** No view is longer than this many tokens, whatever is asked for. */
export const ceilingTokens = 20_000;

/** Lines that fit, and in numbers what does not. */
export interface Fitted {
  readonly lines: readonly Line[];
  readonly cut: { readonly items: number; readonly characters: number };
}

/** Cuts whole lines, the least useful first and from the end, until the rest fits into `tokens`. */
export function fit(lines: readonly Line[], tokens: number): Fitted {
  const costs = lines.map(({ depth, text }) => estimateTokens(text) + depth / 4 + 0.3);
  const kept = lines.map(() => true);
  let total = costs.reduce((sum, cost) => sum + cost, 0);
  const drop = (cut: Cut, limit: number): void => {
    for (let index = lines.length - 1; index >= 0 && total > limit; index -= 1) {
      if (!kept[index] || lines[index]?.cut !== cut || lines[index]?.opens) continue;
      kept[index] = false;
      total -= costs[index] ?? 0;
    }
  };
  for (const cut of cutOrder) drop(cut, tokens);
  drop('never', Math.max(tokens, ceilingTokens));
  const gone = lines.filter((_, index) => !kept[index]);
  return {
    lines: withoutEmpty(lines.filter((_, index) => kept[index])),
    cut: {
      items: gone.reduce((sum, { items }) => sum + items, 0),
      characters: gone.reduce((sum, { items, text }) => sum + (items === 0 ? text.length : 0), 0),
    },
  };
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
