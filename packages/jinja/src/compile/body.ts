import type { Expression, Statement } from '../syntax/node.ts';
import type { Evaluate, Execute } from './frame.ts';
import type { Scope } from './scope.ts';

/** Turns an expression into a function of a frame. */
export type CompileExpression = (node: Expression, scope: Scope) => Evaluate;

/** Turns statements into one function. */
export type CompileBody = (body: readonly Statement[], scope: Scope) => Execute;

const goOn: Execute = () => 0;

/** Runs statements in order until one leaves the loop around it. */
export function sequence(steps: readonly Execute[]): Execute {
  if (steps.length === 0) return goOn;
  return (frame, out) => {
    for (const step of steps) {
      const flow = step(frame, out);
      if (flow !== 0) return flow;
    }
    return 0;
  };
}
