import type { Run } from '@runwright/contract';
import type { WaitingAncestor } from '../browser/browser-places.ts';
import type { EngineDeps } from '../engine-deps.ts';

type AncestorDeps = Pick<EngineDeps, 'store' | 'clock' | 'unfinished'>;

/** Returns the runs that wait for a run, directly or not, the nearest first: the browser of one may be held until this run ends. */
export async function findWaitingAncestors(
  deps: AncestorDeps,
  { parent }: Pick<Run, 'parent'>,
): Promise<readonly WaitingAncestor[]> {
  const ancestors: WaitingAncestor[] = [];
  let above = parent;
  while (above?.waits) {
    const run: Run | null = await deps.store.runs.find(above.runId);
    if (run === null) break;
    ancestors.push({ runId: run.runId, holdsElsewhere: await holdsElsewhere(deps, run) });
    above = run.parent;
  }
  return ancestors;
}

/** A run of this process has a place of its own or uses that of its session; a run that no process executes has no browser. */
async function holdsElsewhere(
  { store, clock, unfinished }: AncestorDeps,
  { runId, settings }: Run,
): Promise<boolean> {
  if (unfinished.has(runId)) return settings.browserSessionId !== null;
  return (await store.runs.ownerOf(runId, clock.now())) !== null;
}
