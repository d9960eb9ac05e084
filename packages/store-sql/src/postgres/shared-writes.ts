import type { Share } from '../connection.ts';
import type { Piece } from '../work.ts';
import { isServerLost } from './postgres-errors.ts';

interface Waiting {
  readonly work: Piece<unknown>;
  readonly order: string;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Pieces of work in one transaction, which bounds how long it holds its locks. */
const mostAtOnce = 64;

/**
 * Returns a function that executes work in a transaction, together with work of the same kind that was given while the transaction
 * before was under way: one commit for all of it. When a piece of it fails, each is executed by itself, so that only the one
 * that fails is refused.
 *
 * @param write executes work in one transaction
 */
export function sharedWrites(write: (works: readonly Piece<unknown>[]) => Promise<readonly unknown[]>) {
  const kinds = new Map<string, Waiting[]>();

  return <T>(work: Piece<T>, { kind, order }: Share): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const piece = { work, order, resolve, reject };
      const waiting = kinds.get(kind);
      if (waiting) waiting.push(piece);
      else {
        kinds.set(kind, [piece]);
        void writeAll(kind);
      }
    });

  async function writeAll(kind: string): Promise<void> {
    // What is given in the same turn belongs together.
    await Promise.resolve();
    const waiting = kinds.get(kind) ?? [];
    while (waiting.length > 0) await writeTogether(waiting.splice(0, mostAtOnce));
    kinds.delete(kind);
  }

  async function writeTogether(pieces: readonly Waiting[]): Promise<void> {
    const inOrder = pieces.toSorted((one, other) => (one.order < other.order ? -1 : 1));
    try {
      const results = await write(inOrder.map(({ work }) => work));
      for (const [index, { resolve }] of inOrder.entries()) resolve(results[index] as never);
    } catch (error) {
      if (pieces.length === 1 || isServerLost(error)) for (const { reject } of pieces) reject(error);
      else for (const piece of inOrder) await writeTogether([piece]);
    }
  }
}
