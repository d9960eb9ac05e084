import type { PageNode } from '../../tree/page-tree.ts';
import { partTokens, splitLines } from '../budget/split-lines.ts';
import { estimateTokens } from '../budget/token-estimate.ts';
import { printLeftOut } from '../print-page.ts';
import { type DataLine, type DataPrintOptions, dataLines } from './extract-lines.ts';

/** A text to take data from, whole and in parts. */
export interface ExtractText {
  readonly text: string;
  readonly parts: readonly string[];
  readonly leftOut: readonly string[];
}

/**
 * Prints everything that a page says.
 *
 * @param head the page line
 * @param budget tokens; what is beyond them, from the end, is left out and counted
 */
export function extractText(
  head: string,
  content: readonly PageNode[],
  print: DataPrintOptions,
  { budget, bytesPerToken, unread }: { budget: number; bytesPerToken: number; unread: readonly string[] },
): ExtractText {
  const all = dataLines(content, print);
  const kept = within(all, budget, bytesPerToken);
  const gone = all.slice(kept.length);
  const leftOut = [
    ...(gone.length > 0
      ? [`${gone.reduce((sum, { text }) => sum + text.length, 0)} characters of text`]
      : []),
    ...unread,
  ];
  const tail = leftOut.length > 0 ? [printLeftOut(leftOut)] : [];
  const body = kept.map(({ depth, text }) => `${'  '.repeat(depth)}${text}`);
  const text = [head, ...body, ...tail].join('\n');
  const parts =
    estimateTokens(text, bytesPerToken) <= partTokens
      ? [text]
      : splitLines(head, kept, partTokens, bytesPerToken);
  return { text, parts, leftOut };
}

function within(lines: readonly DataLine[], budget: number, bytesPerToken: number): readonly DataLine[] {
  if (budget === Number.POSITIVE_INFINITY) return lines;
  let left = budget - 80;
  const end = lines.findIndex(({ text, depth }) => {
    left -= estimateTokens(text, bytesPerToken) + depth / 4 + 0.3;
    return left < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}
