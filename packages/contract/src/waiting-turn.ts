/** Place of a run that was never claimed among those of its priority: the smallest turn of all organizations is next. */
export interface WaitingTurn {
  /** See `RunSettings.priority`. */
  readonly priority: number;
  /** Counts from 0. */
  readonly turn: number;
}

/**
 * Returns the turn of a new run; all turns are those of its priority. In each round, which is an even turn and the odd one after it,
 * an organization that waits has an odd turn. One that has no run waiting, and none that began in this round, gets the even one: its
 * run is next. `smallest`: of all runs that wait; `own`: the largest of those of its organization; `begun`: the largest up to
 * `smallest` + 1 of the runs of its organization that have begun and are not final. Null: there is none.
 */
export function nextTurn(turns: {
  readonly smallest: number | null;
  readonly own: number | null;
  readonly begun: number | null;
}): number {
  const { smallest, own, begun } = turns;
  const round = evenFrom(smallest ?? 0);
  const hadTurn = begun !== null && (smallest === null || begun >= round);
  const first = hadTurn ? round + 1 : round;
  return own === null ? first : Math.max(first, evenFrom(own + 1) + 1);
}

function evenFrom(turn: number): number {
  return turn - (turn % 2);
}

/** Turns between two priorities; a later turn counts as the last of them. */
const turnsOfPriority = 10_000_000;

/** Priority in the queue of a run that has begun, or that a run which has begun waits for: before all that have not. */
export const begunPriority = 11 * turnsOfPriority;

/** Returns the priority in the queue of a run that waits for its turn: a whole number of 32 bits. */
export function turnPriority({ priority, turn }: WaitingTurn): number {
  return priority * turnsOfPriority - Math.min(turn, turnsOfPriority - 1);
}
