import type { RunRecord, WorkflowRunRequest } from '@runwright/client';

/** The request that does a run once more and records it, and what of the first request it leaves out. */
export interface RecordedRequest {
  readonly request: WorkflowRunRequest;
  /** Names of members that were given and are not repeated. */
  readonly leftOut: readonly string[];
}

/** Members that a recording cannot have, or whose values the service does not tell. */
const notRepeated = [
  'browser_session_id',
  'browser_address',
  'block_labels',
  'block_outputs',
  'extra_http_headers',
  'run_with',
] as const;

/** Returns the request that records a run of the same workflow with the same parameters. */
export function recordedRequest(run: RunRecord): RecordedRequest {
  const given = run.run_request as Partial<WorkflowRunRequest>;
  const leftOut = notRepeated.filter((name) => isGiven(given[name]));
  const kept = Object.entries(given).filter(([name]) => !leftOut.some((one) => one === name));
  return {
    request: {
      ...Object.fromEntries(kept),
      workflow_id: run.workflow_permanent_id,
      record_for_replay: true,
    },
    leftOut,
  };
}

function isGiven(value: unknown): boolean {
  if (value === null || value === undefined || value === 'agent') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
