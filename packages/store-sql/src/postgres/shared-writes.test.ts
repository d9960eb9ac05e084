import { RunwrightError } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import type { Piece, Work } from '../work.ts';
import { sharedWrites } from './shared-writes.ts';

/** Executes work without a database and remembers how many pieces each transaction had. */
function transactions(failWith?: () => unknown) {
  const sizes: number[] = [];
  const write = sharedWrites(async (works: readonly Piece<unknown>[]) => {
    sizes.push(works.length);
    await Promise.resolve();
    if (failWith) throw failWith();
    return works.map((work) => work(new Map()).next({ rows: [], changes: 0 }).value);
  });
  return { sizes, write };
}

const piece = (result: string): Piece<string> =>
  // biome-ignore lint/correctness/useYield: work without a statement
  function* (): Work<string> {
    if (result === 'wrong') throw new Error('This piece is wrong.');
    return result;
  };

describe('sharedWrites', () => {
  it('work of one kind that waits at the same time shares a transaction, and other kinds have their own', async () => {
    const { sizes, write } = transactions();
    const share = (kind: string, order: string) => ({ kind, order });
    const results = await Promise.all([
      write(piece('b'), share('run', '2')),
      write(piece('a'), share('run', '1')),
      write(piece('c'), share('outbox', '1')),
    ]);
    expect(results).toEqual(['b', 'a', 'c']);
    expect(sizes).toEqual([2, 1]);
  });

  it('a piece that fails is refused alone, and the others are written', async () => {
    const { sizes, write } = transactions();
    const outcomes = await Promise.allSettled(
      ['a', 'wrong', 'b'].map((name) => write(piece(name), { kind: 'run', order: name })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(sizes).toEqual([3, 1, 1, 1]);
  });

  it('a database that is lost is not asked again for each piece', async () => {
    const lost = new RunwrightError('internal', 'The database is away.', {
      details: { store_unavailable: true },
    });
    const { sizes, write } = transactions(() => lost);
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) => write(piece(name), { kind: 'run', order: name })),
    );
    expect(outcomes).toEqual(Array(3).fill({ status: 'rejected', reason: lost }));
    expect(sizes).toEqual([3]);
  });

  it('a transaction has at most 64 pieces', async () => {
    const { sizes, write } = transactions();
    await Promise.all(Array.from({ length: 150 }, () => write(piece('a'), { kind: 'run', order: '' })));
    expect(sizes).toEqual([64, 64, 22]);
  });
});
