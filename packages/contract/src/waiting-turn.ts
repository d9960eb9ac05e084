/** Place of a run that was never claimed among those of its priority: the smallest turn of all organizations is next. */
export interface WaitingTurn {
  /** See `RunSettings.priority`. */
  readonly priority: number;
  /** Counts from 0. */
  readonly turn: number;
}

/** What the turn of a new run depends on; all turns are those of its priority. Null: there is none. */
export interface TurnBounds {
  /** The smallest of all runs that wait. */
  readonly smallest: number | null;
  /** The largest of the runs of its organization that wait. */
  readonly own: number | null;
  /** The largest up to `smallest` + 1 of the runs of its organization that have begun and are not final. */
  readonly begun: number | null;
}

/**
 * Returns the turn of a new run. In each round, which is an even turn and the odd one after it,
 * an organization that waits has an odd turn. One that has no run waiting, and none that began in this round, gets the even one: its
 * run is next.
 */
export function nextTurn({ smallest, own, begun }: TurnBounds): number {
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

/** Priority in the queue of a run that has begun, or that has no turn because a run which has begun waits for it: before all others. */
export const begunPriority = 11 * turnsOfPriority;

/** Returns the priority in the queue of a run that waits for its turn: a whole number of 32 bits. */
export function turnPriority({ priority, turn }: WaitingTurn): number {
  return priority * turnsOfPriority - Math.min(turn, turnsOfPriority - 1);
}
