import type { Clock, Json } from '@runwright/contract';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { valueSize } from '../runtime/value-size.ts';

/** Items of a long list that are masked in one piece. */
const pieceSize = 1000;
/** Bytes of memory of data that is masked in one piece. */
const smallSize = 256 * 1024;

/**
 * Masks JSON data as `mask` does, with turns of the event loop between its parts: to search hundreds of thousands of texts takes
 * longer than other requests should wait. One text is one piece.
 */
export async function maskInTurns(mask: <T>(value: T) => T, value: Json, clock: Clock): Promise<Json> {
  return valueSize(value) <= smallSize ? mask(value) : maskParts(mask, value, clock);
}

async function maskParts(mask: <T>(value: T) => T, value: Json, clock: Clock): Promise<Json> {
  if (typeof value !== 'object' || value === null) return mask(value);
  await yieldToEventLoop(clock);
  if (isList(value)) return value.length > pieceSize ? maskPieces(value) : maskEach(value);
  const members = Object.entries(value);
  const names = members.map(([name]) => Object.keys(mask({ [name]: null }))[0] ?? name);
  const masked = await maskEach(members.map(([, member]) => member));
  return Object.fromEntries(names.map((name, index) => [name, masked[index] ?? null]));

  async function maskPieces(items: readonly Json[]): Promise<readonly Json[]> {
    const done: Json[] = [];
    for (let at = 0; at < items.length; at += pieceSize) {
      for (const item of mask(items.slice(at, at + pieceSize))) done.push(item);
      await yieldToEventLoop(clock);
    }
    return done;
  }

  async function maskEach(parts: readonly Json[]): Promise<readonly Json[]> {
    const done: Json[] = [];
    for (const part of parts) done.push(await maskParts(mask, part, clock));
    return done;
  }
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
