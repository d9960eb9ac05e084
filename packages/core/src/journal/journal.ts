import {
  type Attempt,
  type Clock,
  type CursorPath,
  type Fence,
  isFinal,
  type Run,
  type RunPatch,
  RunwrightError,
  type Store,
  type TimelineDraft,
  valueSize,
  type Write,
} from '@runwright/contract';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { attemptTable } from '../state/attempt-table.ts';

/** One row that the journal adds or replaces. */
export type Entry = Exclude<Write, { readonly type: 'run' }>;

/** Entries that belong into one commit, and what they change in the run. */
export interface Change {
  readonly entries?: readonly Entry[];
  /** Computed from the run as it is when the change is committed. */
  readonly patch?: (run: Run) => RunPatch;
}

/**
 * The journal of one run in the hands of its worker: what was committed, and the only way to commit more. Every commit
 * carries the fence and the revision, so nothing is written after a lost lease or an end from outside.
 */
export interface Journal {
  /** The run; what is deferred counts. */
  run(): Run;
  /** Attempts of a block, oldest first; what is deferred counts. */
  history(path: CursorPath): readonly Attempt[];
  /** All attempts in the order in which they began. */
  attempts(): readonly Attempt[];
  /** Attempts that have not ended, those deepest in loops first. */
  openAttempts(): readonly Attempt[];
  /** About how many bytes of memory the outputs of all attempts take; what is deferred counts. */
  outputSize(): number;
  /** Keeps a change for the next commit, so that the end of one block and the beginning of the next are one. */
  defer(change: Change): void;
  /**
   * Writes everything deferred and the change, all or nothing; one commit after the other.
   * Throws `lease_lost` when the run has another owner or has ended.
   */
  commit(change?: Change): Promise<void>;
  /** Reads again what others have written meanwhile; what is deferred stays. */
  reload(): Promise<void>;
  /** Refuses every later commit with `lease_lost`: work that was abandoned writes nothing. */
  close(): void;
  /**
   * Adds one event by the fence alone, after `close` and after the end of the run too: for what the worker finds out while it
   * leaves the run. Changes nothing in the run itself. Throws `lease_lost` when the run has another owner.
   */
  append(event: TimelineDraft): Promise<void>;
}

/** Opens the journal of a claimed run. `committed` is called with the run after every commit, `appended` after every `append`. */
export function openJournal(options: {
  readonly store: Store;
  readonly clock: Clock;
  readonly run: Run;
  readonly fence: Fence;
  readonly attempts: readonly Attempt[];
  readonly committed: (run: Run) => void;
  readonly appended?: () => void;
}): Journal {
  const { store, clock, fence } = options;
  const rows = attemptTable(options.attempts);
  let run = options.run;
  let deferred: Change[] = [];
  let tail: Promise<void> = Promise.resolve();
  let closed = false;

  return {
    run: () => patched(deferred),
    history: rows.history,
    attempts: rows.all,
    openAttempts: rows.openAttempts,
    outputSize: rows.outputSize,
    defer(change) {
      deferred.push(change);
      noteAll(change);
    },
    commit(change = {}) {
      const written = tail.then(() => write(change));
      tail = written.catch(() => undefined);
      return written;
    },
    reload() {
      const read = tail.then(async () => {
        run = (await store.runs.find(run.runId)) ?? run;
        for (const attempt of await store.attempts.read(run.runId)) rows.put(attempt);
        for (const change of deferred) noteAll(change);
      });
      tail = read.catch(() => undefined);
      return read;
    },
    close() {
      closed = true;
    },
    append(event) {
      const added = tail.then(async () => {
        await store.runs.commit(run.runId, [eventEntry(event)], fence, { now: clock.now() });
        options.appended?.();
      });
      tail = added.catch(() => undefined);
      return added;
    },
  };

  async function write(change: Change): Promise<void> {
    await yieldToEventLoop(clock);
    if (closed) throw ended(run.runId);
    const changes = [...deferred, change];
    if (changes.every((part) => part.patch === undefined && (part.entries ?? []).length === 0)) return;
    deferred = [];
    if (isLarge(changes)) {
      // A transaction with the end of a block and the end of the run would have the same large output three times.
      await attemptWrite(changes.slice(0, -1), 5);
      await yieldToEventLoop(clock);
      await attemptWrite([change], 5);
    } else await attemptWrite(changes, 5);
    noteAll(change);
    options.committed(run);
  }

  /** Somebody without a lease may have changed the row in between; only an end is a reason to stop. */
  async function attemptWrite(changes: readonly Change[], tries: number): Promise<void> {
    try {
      run = await store.runs.commit(run.runId, writesOf(changes), fence, { now: clock.now() });
    } catch (error) {
      if (!RunwrightError.is(error) || error.code !== 'conflict' || tries === 0) throw error;
      const found = await store.runs.find(run.runId);
      if (found === null || isFinal(found.status)) throw ended(run.runId);
      run = found;
      await attemptWrite(changes, tries - 1);
    }
  }

  function writesOf(changes: readonly Change[]): Write[] {
    const patch = differenceOf(run, patched(changes));
    return [
      { type: 'run', patch, revision: run.revision },
      ...changes.flatMap((change) => change.entries ?? []),
    ];
  }

  function patched(changes: readonly Change[]): Run {
    let next = run;
    for (const { patch } of changes) next = patch ? { ...next, ...patch(next) } : next;
    return next;
  }

  function noteAll(change: Change): void {
    for (const entry of change.entries ?? []) if (entry.type === 'attempt') rows.put(entry.attempt);
  }
}

/** Bytes of memory of outputs that make a commit large. */
const largeCommit = 2 * 1024 * 1024;

function isLarge(changes: readonly Change[]): boolean {
  if (changes.length < 2) return false;
  const entries = changes.flatMap((change) => change.entries ?? []);
  const outputs = entries.flatMap((entry) => (entry.type === 'attempt' ? [entry.attempt.output] : []));
  return valueSize(outputs, largeCommit) > largeCommit;
}

/** A timeline entry as a write. */
export function eventEntry(event: TimelineDraft): Entry {
  return { type: 'timeline', event };
}

function differenceOf(before: Run, after: Run): RunPatch {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => before[key as keyof Run] !== value),
  ) as RunPatch;
}

function ended(runId: string): RunwrightError {
  return new RunwrightError(
    'lease_lost',
    `Cannot continue run \`${runId}\`: it has ended or has another owner. Stop working on it.`,
  );
}
