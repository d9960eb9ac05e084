import type { PageItem } from '../../tree/page-tree.ts';
import { estimateTokens } from '../budget/token-estimate.ts';
import type { Line } from './line.ts';
import type { LineContext } from './line-context.ts';
import { maximumInlineOptions, printOption } from './print-item.ts';

/** Options on one line. */
const optionsTogether = 20;

/** The options of a select with many of them, once it was expanded. */
export function selectLines(item: PageItem, context: LineContext, depth: number): readonly Line[] {
  const { id, name, options } = item.element;
  if (!options || options.length <= maximumInlineOptions || context.mode !== 'action') return [];
  const fold = context.folds.named(
    id,
    `the options of ${id}${name === '' ? '' : ` "${name.replaceAll('"', "'")}"`}`,
  );
  fold.total = options.length;
  if (!fold.part) return [];
  const room = context.partTokens / Math.max(1, context.folds.open());
  const labels = options.map(({ label }) => printOption(label));
  const fill = (from: number): number => {
    let end = from;
    for (let total = 0; end < labels.length; end += 1) {
      total += estimateTokens(`${labels[end]} | `, context.bytesPerToken);
      if (total > room && end > from) break;
    }
    return end;
  };
  const start = fill(0) === labels.length ? 0 : Math.min(fold.part.start, labels.length - 1);
  const end = fill(start);
  fold.next = end >= labels.length ? 0 : end;
  const texts: string[] = [];
  for (let from = start; from < end; from += optionsTogether) {
    texts.push(`[${labels.slice(from, Math.min(end, from + optionsTogether)).join(' | ')}]`);
  }
  const others = [
    start > 0 ? `+${start} before` : '',
    end < labels.length ? `+${labels.length - end} more` : '',
  ].filter(Boolean);
  if (others.length > 0) texts.push(`${others.join(', ')} (expand ${id})`);
  return texts.map((text) => ({
    ...{ depth, text, cut: 'never', opens: false, leaves: [], landmark: context.landmark },
  }));
}
