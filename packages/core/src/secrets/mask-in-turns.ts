import type { Clock, Json } from '@runwright/contract';
import { changeInTurns } from '../runtime/change-in-turns.ts';

/** Masks JSON data as `mask` does, with turns of the event loop between the parts of large data. */
export async function maskInTurns(mask: <T>(value: T) => T, value: Json, clock: Clock): Promise<Json> {
  // The copy has the shape of the original: only texts differ.
  return (await changeInTurns(mask, value, clock)) as Json;
}
