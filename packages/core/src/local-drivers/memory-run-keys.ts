import { type ConcurrencyLimit, isFinal, type Run, turnPriority } from '@runwright/contract';
import type { RunRow, RunTables } from './commit-batch.ts';
import { byTime } from './compare-rows.ts';

/** Returns the rows of the runs that are not final. */
export function openRows(tables: RunTables): readonly RunRow[] {
  return [...tables.runs.values()].filter((row) => !isFinal(row.run.status));
}

/** Returns the id of the run that waits for this one. */
export function awaitedBy({ parent }: Pick<Run, 'parent'>): string | null {
  return parent?.waits ? parent.runId : null;
}

/** Compares the runs that wait for a concurrency key: the next one first. */
export const byTurn = byTime(
  (run: Run) => run.queuedAt ?? run.createdAt,
  (run) => run.runId,
);

/** Tells whether a run with one of its concurrency keys is under way, or comes before it. */
function isRefusedByKey(tables: RunTables, run: Run): boolean {
  if (run.concurrencyKeys.length === 0) return false;
  const others = openRows(tables).filter(
    (row) =>
      row.run.runId !== run.runId && row.run.concurrencyKeys.some((key) => run.concurrencyKeys.includes(key)),
  );
  return others.some((row) => row.token > 0 || byTurn(row.run, run) < 0);
}

/** Tells whether one of its limits has no free slot. */
function isRefusedByLimit(tables: RunTables, run: Run): boolean {
  return run.concurrencyLimits.some((limit) => freeSlots(tables, limit) <= 0);
}

/** Tells whether a run passes its limits: its parent waits for it, and for no other run that has passed its own. */
export function mayPassLimits(tables: RunTables, run: Run): boolean {
  if (awaitedBy(run) === null || run.concurrencyLimits.length === 0) return false;
  return !openSiblings(tables, run).some((row) => row.passedLimits);
}

/** Tells whether a run that was never claimed has to wait. */
export function mustWait(tables: RunTables, run: Run): boolean {
  return isRefusedByKey(tables, run) || (isRefusedByLimit(tables, run) && !mayPassLimits(tables, run));
}

/** Returns the runs that may take the free slots of a limit, in the order of their turns. */
export function findNextWithinLimit(tables: RunTables, limit: ConcurrencyLimit): readonly Run[] {
  const free = freeSlots(tables, limit);
  const next: Run[] = [];
  for (const run of waitingRuns(tables, openRows(tables))) {
    if (next.length >= free) break;
    const isFree = hasLimit(run, limit.key) && !isRefusedByKey(tables, run) && !isRefusedByLimit(tables, run);
    if (isFree) next.push(run);
  }
  return next;
}

/** Tells whether a new run is to have no turn, see `RunRepository.create`. */
export function needsNoTurn(tables: RunTables, run: Run): boolean {
  return awaitedBy(run) !== null && !openSiblings(tables, run).some((row) => !hasTurn(tables, row));
}

/** Takes its turn from the next sibling of a run that has ended, unless another one has none. */
export function promoteSibling(tables: RunTables, ended: Run): void {
  const siblings = openSiblings(tables, ended);
  if (siblings.some((row) => !hasTurn(tables, row))) return;
  const next = waitingRuns(tables, siblings).find((run) => !isRefusedByKey(tables, run));
  if (next) tables.turns.remove(next.runId);
}

/** Returns the runs among these that were never claimed, in the order of their turns. */
function waitingRuns(tables: RunTables, rows: readonly RunRow[]): readonly Run[] {
  const order = (run: Run): number => {
    const turn = tables.turns.get(run.runId);
    return turn ? -turnPriority(turn) : 0;
  };
  return rows
    .filter((row) => row.token === 0)
    .map((row) => row.run)
    .sort((one, other) => order(one) - order(other) || (one.runId < other.runId ? -1 : 1));
}

function openSiblings(tables: RunTables, run: Run): readonly RunRow[] {
  const parentId = awaitedBy(run);
  if (parentId === null) return [];
  return openRows(tables).filter((row) => row.run.runId !== run.runId && awaitedBy(row.run) === parentId);
}

function hasTurn({ turns }: RunTables, { run }: RunRow): boolean {
  return turns.has(run.runId);
}

function freeSlots(tables: RunTables, { key, capacity }: ConcurrencyLimit): number {
  const taken = openRows(tables).filter(
    (row) => row.token > 0 && !row.passedLimits && hasLimit(row.run, key),
  );
  return capacity - taken.length;
}

function hasLimit(run: Run, key: string): boolean {
  return run.concurrencyLimits.some((limit) => limit.key === key);
}
