import type { Attempt, Charge } from '@runwright/contract';

/** Numbers the charges of one attempt of a block. */
export interface AttemptCharges {
  /** The next step of the agent, or the next page action of a script. */
  next(type: 'step' | 'script_action', at: number): Charge;
}

/**
 * Creates the charges of an attempt. Their keys name the run, the block and the place of the step within the attempt, not the
 * step's own id: a step that is repeated because a worker was lost has the key of the first one, and is charged once.
 * A retry after a failure is charged anew.
 */
export function attemptCharges(attempt: Attempt, history: readonly Attempt[]): AttemptCharges {
  const { runId, organizationId } = attempt;
  const place = `${runId} ${JSON.stringify(attempt.path)} ${firstOfLost(attempt, history)}`;
  const counts = { step: 0, script_action: 0 };
  return {
    next(type, at) {
      counts[type] += 1;
      return { organizationId, key: `${place} ${type} ${counts[type]}`, type, amount: 1, runId, at };
    },
  };
}

/** The number of the attempt that this one repeats, through all whose workers were lost. */
function firstOfLost(attempt: Attempt, history: readonly Attempt[]): number {
  let first = attempt.attempt;
  while (history.some((row) => row.attempt === first - 1 && row.status === 'lost')) first -= 1;
  return first;
}
