import type { BuiltIns } from './built-ins.ts';

/** Runs of subtrees that are not entered: `[first, count, first, count, …]` by the order in which they are met. */
export type SkippedRuns = readonly number[];

/**
 * Traverses trees in an order that two worlds share, through built-ins that no page has changed.
 */
export function makeTreeOrder({ apply, tree }: Pick<BuiltIns, 'apply' | 'tree'>) {
  const elementNode = 1;
  const documentNode = 9;
  const firstIn = (node: Node): Element | null => {
    const type = apply(tree.type, node, []);
    if (type === elementNode) return apply(tree.firstOfElement, node, []) ?? null;
    return apply(type === documentNode ? tree.firstOfDocument : tree.firstOfFragment, node, []) ?? null;
  };

  return {
    /**
     * Passes the elements below a document or shadow root to `visit` in tree order, without entering shadow roots. Each
     * element that is met has a place, also one whose subtree is skipped, which is neither passed on nor entered.
     */
    eachElement(
      root: Node,
      skips: (element: Element, place: number) => boolean,
      visit: (element: Element, place: number) => void,
    ): void {
      let element = firstIn(root);
      for (let place = 0; element; place += 1) {
        const isSkipped = skips(element, place);
        if (!isSkipped) visit(element, place);
        let next = isSkipped ? null : firstIn(element);
        while (!next) {
          next = apply(tree.next, element, []) ?? null;
          if (next) break;
          const above: Node | null = apply(tree.parent, element, []) ?? null;
          if (!above || above === root) return;
          element = above as Element;
        }
        element = next;
      }
    },

    /** Tells of places that are asked for in rising order whether they lie in one of the runs. */
    within(runs: SkippedRuns): (element: Element, place: number) => boolean {
      let run = 0;
      return (_, place) => {
        while (run < runs.length && place >= (runs[run] ?? 0) + (runs[run + 1] ?? 0)) run += 2;
        return run < runs.length && place >= (runs[run] ?? 0);
      };
    },
  };
}

export type TreeOrder = ReturnType<typeof makeTreeOrder>;
