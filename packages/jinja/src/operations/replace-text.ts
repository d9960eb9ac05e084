import type { Runtime } from '../runtime.ts';
import { characters } from './code-points.ts';
import { splitText } from './find-text.ts';

/** Replaces the first `count` occurrences, all when it is negative. An empty `old` stands between all characters. */
export function replaceText(text: string, old: string, by: string, count: number, rt: Runtime): string {
  rt.meter.scan(text.length);
  if (count === 0) return text;
  const pieces =
    old === ''
      ? ['', ...characters(text), '']
      : splitText(text, old, count < 0 ? Number.POSITIVE_INFINITY : count + 1);
  const kept = old === '' && count > 0 && count < pieces.length - 1 ? joinRest(pieces, count) : pieces;
  rt.meter.text(text.length + (by.length - old.length) * (kept.length - 1));
  return kept.join(by);
}

function joinRest(pieces: readonly string[], count: number): string[] {
  return [...pieces.slice(0, count), pieces.slice(count).join('')];
}
