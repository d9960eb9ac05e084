import { nextTurn, type Run, type WaitingTurn } from '@runwright/contract';

/** Turns of the runs that were never claimed, see `RunRepository.create`. */
export interface MemoryTurns {
  /** Gives a new run its turn. */
  add(run: Run): void;
  /** Notes that a run was refused. */
  pass(runId: string): void;
  /** Notes that a run was claimed. */
  begin(runId: string): void;
  /** Forgets the turn of a run. */
  remove(runId: string): void;
  /** Tells whether a run has a turn, or had one until it began. */
  has(runId: string): boolean;
  /** The turn of a run that waits. */
  get(runId: string): WaitingTurn | null;
}

interface Waiting extends WaitingTurn {
  readonly organizationId: string;
  readonly state: keyof Line;
}

/** Turns of one organization and priority, the smallest first. */
interface Line {
  readonly fresh: number[];
  readonly passed: number[];
  readonly begun: number[];
}

export function memoryTurns(): MemoryTurns {
  const known = new Map<string, Waiting>();
  const lines = new Map<number, Map<string, Line>>();

  return {
    add(run) {
      const { organizationId } = run;
      const priority = run.settings.priority ?? 0;
      const own = lineOf(priority, organizationId);
      const smallest = smallestTurn(priority);
      const isBefore = (turn: number) => smallest === null || turn <= smallest + 1;
      const turn = nextTurn({
        smallest,
        own: largest([...own.fresh.slice(-1), ...own.passed.slice(-1)]),
        begun: largest(own.begun.filter(isBefore).slice(-1)),
      });
      own.fresh.push(turn);
      known.set(run.runId, { organizationId, priority, turn, state: 'fresh' });
    },
    pass(runId) {
      if (known.get(runId)?.state === 'fresh') move(runId, 'passed');
    },
    begin: (runId) => move(runId, 'begun'),
    remove(runId) {
      const found = known.get(runId);
      if (!found) return;
      known.delete(runId);
      const line = lineOf(found.priority, found.organizationId);
      removeTurn(line[found.state], found.turn);
      if (line.fresh.length + line.passed.length + line.begun.length === 0)
        lines.get(found.priority)?.delete(found.organizationId);
    },
    has: (runId) => known.has(runId),
    get(runId) {
      const found = known.get(runId);
      return found && found.state !== 'begun' ? { priority: found.priority, turn: found.turn } : null;
    },
  };

  function move(runId: string, state: 'passed' | 'begun'): void {
    const found = known.get(runId);
    if (!found || found.state === state) return;
    const line = lineOf(found.priority, found.organizationId);
    removeTurn(line[found.state], found.turn);
    line[state].splice(indexOf(line[state], found.turn), 0, found.turn);
    known.set(runId, { ...found, state });
  }

  function lineOf(priority: number, organizationId: string): Line {
    const ofPriority = lines.get(priority) ?? new Map<string, Line>();
    lines.set(priority, ofPriority);
    const line = ofPriority.get(organizationId) ?? { fresh: [], passed: [], begun: [] };
    ofPriority.set(organizationId, line);
    return line;
  }

  /** Those that were refused count only when there is no other. */
  function smallestTurn(priority: number): number | null {
    const all = [...(lines.get(priority)?.values() ?? [])];
    const fresh = all.flatMap((line) => line.fresh.slice(0, 1));
    const turns = fresh.length > 0 ? fresh : all.flatMap((line) => line.passed.slice(0, 1));
    return turns.length > 0 ? Math.min(...turns) : null;
  }
}

function largest(turns: readonly number[]): number | null {
  return turns.length > 0 ? Math.max(...turns) : null;
}

function removeTurn(turns: number[], turn: number): void {
  turns.splice(indexOf(turns, turn), 1);
}

/** Finds the index of a turn, or where it is to be inserted, by binary search. */
function indexOf(turns: readonly number[], turn: number): number {
  let low = 0;
  let high = turns.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((turns[middle] ?? 0) < turn) low = middle + 1;
    else high = middle;
  }
  return low;
}
