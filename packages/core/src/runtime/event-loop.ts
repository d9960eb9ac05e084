import type { Clock } from '@runwright/contract';

/** Milliseconds of unbroken work after which requests, timers and cancels get their turn. */
const budgetMs = 8;

/**
 * Gives the event loop a turn when the work of the engine has gone on for longer than its budget of 8 ms. Call it between
 * blocks, entries and rows: a promise that is resolved already never lets the event loop go on. Answers undefined while
 * there is budget left, and under a clock that a test moves.
 */
export function yieldToEventLoop(clock: Clock): Promise<void> | undefined {
  return clock.isManual ? undefined : shared();
}

/** Everything that works in one process shares one budget. */
const shared = createTurns({ now: () => performance.now(), nextTurn: setImmediate, budgetMs });

/**
 * Makes the function that work calls between two of its steps. Who calls it when the budget of the turn is used up waits,
 * first come, first served. Each turn lets as many go on as fit into the budget, by the time that those of the turn before
 * took; what other code does in a turn does not count.
 */
export function createTurns(options: {
  readonly now: () => number;
  /** Calls back in the next turn of the event loop; promises go on between two of its callbacks. */
  readonly nextTurn: (begin: () => void) => void;
  readonly budgetMs: number;
}): () => Promise<void> | undefined {
  const { now, nextTurn } = options;
  const waiting: (() => void)[] = [];
  let beganAt: number | null = null;
  let released = 0;
  let fitting = 1;

  return () => {
    const at = now();
    if (beganAt === null) begin(at);
    if (waiting.length === 0 && at - (beganAt ?? at) < options.budgetMs) return undefined;
    return new Promise((resolve) => waiting.push(resolve));
  };

  function begin(at: number): void {
    beganAt = at;
    nextTurn(release);
    nextTurn(measure);
  }

  function release(): void {
    beganAt = null;
    released = Math.min(fitting, waiting.length);
    if (released === 0) return;
    begin(now());
    for (const proceed of waiting.splice(0, released)) proceed();
  }

  function measure(): void {
    if (released === 0 || beganAt === null) return;
    const stepMs = (now() - beganAt) / released;
    fitting = Math.max(1, Math.floor(options.budgetMs / Math.max(stepMs, 0.01)));
  }
}
