/** Thrown when a check would take more work than it is allowed. */
export class WorkLimitError extends Error {
  override readonly name = 'WorkLimitError';
}

/** Steps that the running work may still take; without bound outside of {@link withWorkBudget}. */
let stepsLeft = Number.POSITIVE_INFINITY;

/**
 * Runs synchronous work that may take `steps` steps. Code inside counts its steps with {@link spendSteps}.
 *
 * @throws WorkLimitError when the work would take more steps
 */
export function withWorkBudget<T>(steps: number, work: () => T): T {
  const outer = stepsLeft;
  stepsLeft = steps;
  try {
    return work();
  } finally {
    stepsLeft = outer;
  }
}

/** Counts steps of the running work: one is about the work of looking at one node of a schema, 100 ns. */
export function spendSteps(steps = 1): void {
  stepsLeft -= steps;
  if (stepsLeft < 0) throw new WorkLimitError(tooMuch);
}

/** Returns whether an error says that work called itself too often, as a schema does that refers to itself and nothing else. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}

const tooMuch = 'checking it takes more steps than allowed; make the schema or the data smaller';
