import { isFinal, type Run } from '@runwright/contract';
import { allBlocks } from '@runwright/definition';
import type { PlaceRefusal } from '../browser/browser-places.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { findWaitingAncestors } from '../runs/find-waiting-ancestors.ts';

/** A run that has to wait for a browser before it is claimed. */
export interface AwaitedPlace {
  readonly organizationId: string;
  readonly refusal: PlaceRefusal;
  /** A run waits for it, and holds its own place meanwhile. */
  readonly isAwaited: boolean;
}

/**
 * Tests whether a run has to wait for a browser of this process or of another one, before it is claimed: no place is free for it here,
 * it brings no browser, and its blocks may ask for one. Null when it need not.
 */
export async function awaitsBrowserPlace(
  deps: Pick<EngineDeps, 'store' | 'clock' | 'browserPlaces' | 'unfinished' | 'registry'>,
  runId: string,
): Promise<AwaitedPlace | null> {
  if (deps.browserPlaces.held === 0) return null;
  const run = await deps.store.runs.find(runId);
  if (run === null || isFinal(run.status)) return null;
  if (run.settings.browserSessionId !== null || run.settings.browserAddress !== null) return null;
  const { organizationId } = run;
  const ancestors = await findWaitingAncestors(deps, run);
  const refusal = await deps.browserPlaces.findRefusal({ organizationId, runId, ancestors });
  if (refusal === null || !(await mayUseBrowser(deps, run))) return null;
  return { organizationId, refusal, isAwaited: ancestors.length > 0 };
}

async function mayUseBrowser(
  { store, registry }: Pick<EngineDeps, 'store' | 'registry'>,
  { organizationId, workflowId }: Run,
): Promise<boolean> {
  const workflow = await store.workflows.getVersion(organizationId, workflowId);
  if (workflow === null) return false;
  const blocks = allBlocks(workflow.draft.workflow_definition.blocks);
  return blocks.some((node) => registry.get(node.block_type)?.usesBrowser(node) ?? false);
}
