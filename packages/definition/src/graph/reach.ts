import { type BlockList, edgesOf, isConditional, modeOf, rootsOf, successorsOf } from './graph.ts';

/** Tells which blocks of a list can run after which. */
export interface Reach {
  /** Returns whether `label` can run after `before`; the finally block runs after all others. */
  canFollow(label: string, before: string): boolean;
  /** Labels of the unreachable blocks, in list order. */
  readonly unreachable: readonly string[];
}

/**
 * Looks at all ways of a list at once, in time that grows with the number of its ways. Of a list whose ways go round in a
 * circle, or that has more than one beginning, everything is said to be possible: those are problems of their own.
 */
export function reachOf(list: BlockList): Reach {
  const { finallyLabel } = list;
  const order = new Map(list.blocks.map(({ label }, index) => [label, index]));
  const inWalk = walkReach(list, order);
  return {
    unreachable: inWalk.unreachable,
    canFollow(label, before) {
      if (before === finallyLabel) return false;
      return label === finallyLabel || inWalk.canFollow(label, before);
    },
  };
}

function walkReach(list: BlockList, order: ReadonlyMap<string, number>): Reach {
  if (modeOf(list.blocks) === 'list') {
    return {
      unreachable: [],
      canFollow: (label, before) => (order.get(before) ?? -1) < (order.get(label) ?? -1),
    };
  }
  const ways = successorsOf(list);
  const sorted = lastFirst(ways);
  const roots = rootsOf(list);
  if (sorted === null || roots.length !== 1) return { unreachable: [], canFollow: () => true };
  const after = followers(sorted, ways, order);
  return {
    unreachable: unreachable(list, ways, roots[0] ?? ''),
    canFollow: (label, before) => hasBit(after.get(before), order.get(label) ?? 0),
  };
}

/** Labels so that each stands after all that can follow it; null when the ways go round in a circle. */
function lastFirst(ways: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const waiting = new Map([...ways].map(([label, next]) => [label, next.length]));
  const before = new Map<string, string[]>([...ways].map(([label]) => [label, []]));
  for (const [label, next] of ways) for (const to of next) before.get(to)?.push(label);
  const sorted = [...waiting].filter(([, count]) => count === 0).map(([label]) => label);
  for (const label of sorted) {
    for (const earlier of before.get(label) ?? []) {
      const left = (waiting.get(earlier) ?? 0) - 1;
      waiting.set(earlier, left);
      if (left === 0) sorted.push(earlier);
    }
  }
  return sorted.length === ways.size ? sorted : null;
}

/** For each block the set of those that can follow it: one bit for each place in the list. */
function followers(
  sorted: readonly string[],
  ways: ReadonlyMap<string, readonly string[]>,
  order: ReadonlyMap<string, number>,
): ReadonlyMap<string, Uint32Array> {
  const after = new Map<string, Uint32Array>();
  for (const label of sorted) {
    const set = new Uint32Array(Math.ceil(order.size / 32));
    for (const to of ways.get(label) ?? []) {
      const index = order.get(to) ?? 0;
      set[index >> 5] = (set[index >> 5] ?? 0) | (1 << (index & 31));
      for (const [word, bits] of (after.get(to) ?? []).entries()) set[word] = (set[word] ?? 0) | bits;
    }
    after.set(label, set);
  }
  return after;
}

function hasBit(set: Uint32Array | undefined, index: number): boolean {
  return ((set?.[index >> 5] ?? 0) & (1 << (index & 31))) !== 0;
}

function unreachable(
  list: BlockList,
  ways: ReadonlyMap<string, readonly string[]>,
  root: string,
): readonly string[] {
  const blocks = new Map(list.blocks.map((block) => [block.label, block]));
  const seen = new Set<string>();
  const open = [root];
  for (let label = open.pop(); label !== undefined; label = open.pop()) {
    const block = blocks.get(label);
    if (!block || seen.has(label)) continue;
    seen.add(label);
    // A conditional goes on by itself only when a branch has no target, or when its failure is passed over.
    const leaves =
      isConditional(block) && !hasOpenBranch(block.branch_conditions) && block.continue_on_failure !== true;
    const chosen = leaves ? edgesOf(block).filter(({ type }) => type !== 'next') : [];
    open.push(...(leaves ? chosen.map(({ to }) => to) : (ways.get(label) ?? [])));
  }
  return list.blocks
    .map(({ label }) => label)
    .filter((label) => label !== list.finallyLabel && !seen.has(label));
}

function hasOpenBranch(branches: unknown): boolean {
  const list: readonly unknown[] = Array.isArray(branches) ? branches : [];
  return list.some((branch) => {
    const target: unknown =
      typeof branch === 'object' && branch !== null ? Reflect.get(branch, 'next_block_label') : null;
    return typeof target !== 'string' || target === '';
  });
}
