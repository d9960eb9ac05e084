import type { EngineDeps } from '../engine-deps.ts';

/**
 * Deletes workflows with all their versions, and everything that would start a run of them later. Open runs go on, and
 * past ones stay readable. Returns how many of the workflows were there. Every deletion of a workflow comes through here.
 */
export async function deleteWorkflows(
  { store, clock }: Pick<EngineDeps, 'store' | 'clock'>,
  organizationId: string,
  workflowPermanentIds: readonly string[],
): Promise<number> {
  if (workflowPermanentIds.length === 0) return 0;
  return store.workflows.delete(organizationId, workflowPermanentIds, { now: clock.now() });
}
