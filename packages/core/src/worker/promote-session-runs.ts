import { begunPriority, isFinal } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import type { SessionHost } from '../sessions/session-host.ts';

/**
 * Delivers runs of sessions that this process holds before those that wait for a browser of their own. Called while no browser is
 * free: whatever the priorities are, a run that cannot begin here must not hold up one that can. Those that have begun go first already.
 */
export async function promoteSessionRuns(
  { store, queue }: Pick<EngineDeps, 'store' | 'queue'>,
  sessions: Pick<SessionHost, 'runsOfSessions'>,
): Promise<void> {
  for (const runId of await sessions.runsOfSessions()) {
    const run = await store.runs.find(runId);
    if (run === null || isFinal(run.status) || run.startedAt !== null) continue;
    await queue.enqueue(runId, { priority: begunPriority });
  }
}
