import { type BrowserSessionRow, isFinal, type Run } from '@runwright/contract';
import { cancelChildren } from '../runs/child-runs.ts';
import { type EndDeps, endRunWithoutLease } from '../runs/end-run-without-lease.ts';
import { errorEntry } from '../state/outcome.ts';

/** The end of a browser session. */
export interface SessionEnd {
  readonly status: 'completed' | 'timeout' | 'failed';
  /** Null for `completed`. */
  readonly reason: string | null;
}

/**
 * Gives a browser session its final status, and ends the run that uses it with `browser_lost`. Null when it was final
 * already, or when a condition does not hold: `owner` has the lease, or the session is `idle`.
 */
export async function endSession(
  deps: EndDeps,
  browserSessionId: string,
  { status, reason }: SessionEnd,
  only: { readonly owner?: string; readonly idle?: true } = {},
): Promise<BrowserSessionRow | null> {
  const now = deps.clock.now();
  const patch = {
    status,
    failureReason: reason,
    browserAddress: null,
    completedAt: now,
    modifiedAt: now,
  } as const;
  const row = await deps.store.browserSessions.change(browserSessionId, patch, only);
  if (row?.runnableId) await endRunOfSession(deps, row.runnableId, browserSessionId);
  return row;
}

/** Ends a run whose browser session has ended, runs that it waits for first. */
export async function endRunOfSession(deps: EndDeps, runId: string, browserSessionId: string): Promise<void> {
  const run: Run | null = await deps.store.runs.find(runId);
  if (run === null || isFinal(run.status)) return;
  const failureReason = `The browser session ${browserSessionId} that the run used has ended. Create another session and start a new run.`;
  await cancelChildren(deps, runId);
  await endRunWithoutLease(deps, run, {
    status: 'failed',
    failureReason,
    failureCategory: 'browser',
    errors: [errorEntry('browser_lost', failureReason, null)],
  });
}
