import type { Runtime } from '../runtime.ts';
import { characters } from './code-points.ts';

/** Replaces the first `count` occurrences, all when it is negative. An empty `old` stands between all characters. */
export function replaceText(text: string, old: string, by: string, count: number, rt: Runtime): string {
  rt.meter.scan(text.length);
  if (count === 0) return text;
  const pieces = old === '' ? ['', ...characters(text), ''] : splitOff(text, old, count);
  const kept = old === '' && count > 0 && count < pieces.length - 1 ? joinRest(pieces, count) : pieces;
  rt.meter.text(text.length + (by.length - old.length) * (kept.length - 1));
  return kept.join(by);
}

function splitOff(text: string, old: string, count: number): string[] {
  if (count < 0) return text.split(old);
  const pieces: string[] = [];
  let from = 0;
  while (pieces.length < count) {
    const at = text.indexOf(old, from);
    if (at === -1) break;
    pieces.push(text.slice(from, at));
    from = at + old.length;
  }
  pieces.push(text.slice(from));
  return pieces;
}

function joinRest(pieces: readonly string[], count: number): string[] {
  return [...pieces.slice(0, count), pieces.slice(count).join('')];
}
