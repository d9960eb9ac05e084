import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { isLargeJson, jsonPieces } from '@runwright/contract';

/**
 * Returns an answer as JSON: a text, or for a large one a stream of its pieces with a turn of the event loop after each, so that other
 * requests go on meanwhile.
 */
export function serializeAnswer(answer: unknown): string | Readable {
  return isLargeJson(answer)
    ? Readable.from(piecesInTurns(answer), { objectMode: false })
    : JSON.stringify(answer);
}

async function* piecesInTurns(answer: object): AsyncGenerator<string> {
  for (const piece of jsonPieces(answer)) {
    yield piece;
    await setImmediate();
  }
}
