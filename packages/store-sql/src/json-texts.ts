import { setImmediate } from 'node:timers/promises';
import { isLargeJson, jsonPieces } from '@runwright/contract';

/** JSON texts of large values that are written before the transaction which stores them. */
export type JsonTexts = ReadonlyMap<unknown, string>;

/** Writes those of some values that are large as JSON, with turns of the event loop between their pieces, and then stores them. */
export function storeWithTexts<T>(
  values: readonly unknown[],
  store: (texts: JsonTexts) => Promise<T>,
): Promise<T> {
  const large = new Set(values.filter(isLargeJson));
  return large.size === 0 ? store(new Map()) : writeTexts(large).then(store);
}

async function writeTexts(values: Iterable<object>): Promise<JsonTexts> {
  const texts = new Map<unknown, string>();
  for (const value of values) {
    const pieces: string[] = [];
    for (const piece of jsonPieces(value)) {
      pieces.push(piece);
      await setImmediate();
    }
    texts.set(value, pieces.join(''));
  }
  return texts;
}
