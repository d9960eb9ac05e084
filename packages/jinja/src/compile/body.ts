import type { Node, Statement } from '../syntax/node.ts';
import { children } from '../syntax/walk.ts';
import type { Execute } from './frame.ts';
import type { Scope } from './scope.ts';

/** Turns statements into one function. */
export type CompileBody = (body: readonly Statement[], scope: Scope) => Execute;

/** Runs statements in order until one leaves the loop around it. */
export function sequence(steps: readonly Execute[]): Execute {
  const [first, second] = steps;
  if (first === undefined) return () => 0;
  if (second === undefined) return first;
  return (frame, out) => {
    for (const step of steps) {
      const flow = step(frame, out);
      if (flow !== 0) return flow;
    }
    return 0;
  };
}

/**
 * What running nodes once costs in steps: how many there are. Counted here and spent once per run, so that single nodes need
 * not count themselves.
 */
export function costOf(nodes: readonly Node[]): number {
  let cost = 1;
  for (const node of nodes) cost += node.kind === 'macro' ? 1 : costOf(children(node));
  return cost;
}
