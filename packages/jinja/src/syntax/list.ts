const one: readonly unknown[] = Array.of(null);
const none: readonly unknown[] = one.slice(0, 0);

// As nodes are (see node-classes.ts), lists are not made as literals; of all other ways this one is fast.

/** An empty list to be filled. */
export function emptyList<T>(): T[] {
  return none.slice() as T[];
}

/** A list of one item. */
export function listOf<T>(item: T): T[] {
  const list = one.slice() as T[];
  list[0] = item;
  return list;
}
