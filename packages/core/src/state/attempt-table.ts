import { type Attempt, type CursorPath, type Json, valueSize } from '@runwright/contract';
import type { AttemptRows } from './loop-rows.ts';

/** The rows of one run by path and attempt. */
export interface AttemptTable extends AttemptRows {
  /** Adds a row, or takes the place of the one with its path and number. */
  put(attempt: Attempt): void;
  /** All rows in the order in which they began. */
  all(): readonly Attempt[];
  /** Rows that have not ended, those deepest in loops first. */
  openAttempts(): readonly Attempt[];
  /** About how many bytes of memory all outputs take, see {@link valueSize}. */
  outputSize(): number;
}

/** Makes the table of these rows. Looking one up takes the same time however many there are. */
export function attemptTable(attempts: readonly Attempt[]): AttemptTable {
  const rows = new Map<string, Attempt[]>();
  const open = new Map<string, Attempt>();
  let size = 0;
  /** Outputs that have not been measured yet, and those whose place they took: to measure all of a run takes long. */
  let unmeasured: { readonly added: Json; readonly removed: Json }[] = [];
  for (const attempt of attempts) put(attempt);
  return {
    put,
    history: (path) => rows.get(keyOf(path)) ?? [],
    all: () => [...rows.values()].flat().sort((a, b) => a.startedAt - b.startedAt),
    openAttempts: () => [...open.values()].sort((a, b) => b.path.length - a.path.length),
    outputSize() {
      for (const { added, removed } of unmeasured) size += valueSize(added) - valueSize(removed);
      unmeasured = [];
      return size;
    },
  };

  function put(attempt: Attempt): void {
    const key = keyOf(attempt.path);
    const own = rows.get(key) ?? [];
    rows.set(key, own);
    const removed = own[attempt.attempt - 1]?.output ?? null;
    if (attempt.output !== removed) unmeasured.push({ added: attempt.output, removed });
    own[attempt.attempt - 1] = attempt;
    const number = `${attempt.attempt} ${key}`;
    if (attempt.finishedAt === null) open.set(number, attempt);
    else open.delete(number);
  }
}

function keyOf(path: CursorPath): string {
  return JSON.stringify(path);
}
