import { availableParallelism } from 'node:os';

/** Calls a function with each item, as many at once as the machine has cores. The first rejection ends it. */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  const workNext = async (): Promise<void> => {
    const next = waiting.shift();
    if (next === undefined) return;
    await work(next);
    await workNext();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, workNext));
}
