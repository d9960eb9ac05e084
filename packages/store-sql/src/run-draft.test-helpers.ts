import type { RunDraft } from '@runwright/contract';

/** A run of an organization, with nothing that a test of the store does not look at. */
export function runDraft(runId: string): RunDraft {
  return {
    runId,
    workflowRunId: runId,
    kind: 'workflow',
    organizationId: 'o_1',
    workflowId: 'w_1',
    workflowPermanentId: 'wpid_1',
    title: null,
    request: {},
    parameters: {},
    settings: {} as RunDraft['settings'],
    triggerType: 'api',
    apiKeyId: null,
    createdAt: 1,
  };
}
