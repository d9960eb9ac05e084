import { isFinal } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';

/**
 * Tests whether a run has to wait for a browser of this process or of another one, before it is claimed: all of them are held here,
 * and the run brings none. A run that its parent waits for never waits: its parent may hold the last one.
 */
export async function awaitsBrowserPlace(
  { store, browserPlaces }: Pick<EngineDeps, 'store' | 'browserPlaces'>,
  runId: string,
): Promise<boolean> {
  if (!browserPlaces.isFull) return false;
  const run = await store.runs.find(runId);
  if (run === null || isFinal(run.status) || run.parent?.waits) return false;
  return run.settings.browserSessionId === null && run.settings.browserAddress === null;
}
