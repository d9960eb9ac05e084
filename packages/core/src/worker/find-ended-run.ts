import { type Attempt, isFinal, type Run, type Store } from '@runwright/contract';
import type { RunScope } from '../execution/context/run-scope.ts';

/**
 * Returns a run that has ended, and its attempts: as its worker has written them, or from the store when it was ended from outside. Null for a
 * run that has not ended.
 */
export async function findEndedRun(
  { runs, attempts }: Pick<Store, 'runs' | 'attempts'>,
  { run: { runId }, journal }: Pick<RunScope, 'run' | 'journal'>,
): Promise<{ readonly run: Run; readonly attempts: readonly Attempt[] } | null> {
  const written = journal.run();
  if (isFinal(written.status)) return { run: written, attempts: journal.attempts() };
  const run = await runs.find(runId);
  return run && isFinal(run.status) ? { run, attempts: await attempts.read(runId) } : null;
}
