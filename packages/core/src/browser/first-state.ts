import type { BrowserState, Run, Workflow } from '@runwright/contract';
import type { StoredStates } from './stored-states.ts';

/**
 * Reads the state that the browser of a run begins with: that of its profile, else, with `persist_browser_session`, what the
 * latest completed run of its workflow has left; null for none.
 */
export async function firstState(
  states: Pick<StoredStates, 'get' | 'ofProfile'>,
  { organizationId, workflowPermanentId, settings }: Run,
  workflow: Workflow,
): Promise<BrowserState | null> {
  if (settings.browserProfileId !== null) return states.ofProfile(organizationId, settings.browserProfileId);
  if (workflow.draft.persist_browser_session !== true) return null;
  return states.get(organizationId, workflowPermanentId);
}

/**
 * Creates the function that keeps the state at the end of a completed run, for the next run of the workflow and for profiles
 * that are made from this run; null for a workflow without `persist_browser_session`.
 */
export function stateKeeper(
  states: Pick<StoredStates, 'put'>,
  { organizationId, workflowPermanentId, workflowRunId }: Run,
  workflow: Workflow,
): ((state: BrowserState) => Promise<void>) | null {
  if (workflow.draft.persist_browser_session !== true) return null;
  return async (state) => {
    await states.put(organizationId, workflowPermanentId, state);
    await states.put(organizationId, workflowRunId, state);
  };
}
