import type { RunRecord, WorkflowRunRequest } from '@runwright/client';
import { withoutHiddenHeaders } from '../../lib/hidden-headers.ts';

/** Returns whether a run is recorded for a test. */
export function isRecorded({ run_request: request }: Pick<RunRecord, 'run_request'>): boolean {
  return 'record_for_replay' in request && request.record_for_replay === true;
}

/** The request that does a run once more and records it, and what of the first request it leaves out. */
export interface RecordedRequest {
  readonly request: WorkflowRunRequest;
  /** Names of members and headers that were given and are not repeated. */
  readonly leftOut: readonly string[];
}

/** Members that a recording cannot have. */
const notRepeated = [
  'browser_session_id',
  'browser_address',
  'block_labels',
  'block_outputs',
  'run_with',
] as const;

/** Returns the request that records a run of the same workflow with the same parameters. */
export function recordedRequest(run: RunRecord): RecordedRequest {
  const { request: given, hiddenHeaders } = withoutHiddenHeaders(run.run_request);
  const leftOut = notRepeated.filter((name) => isGiven(given[name]));
  const kept = Object.entries(given).filter(([name]) => !leftOut.some((one) => one === name));
  return {
    request: {
      ...Object.fromEntries(kept),
      workflow_id: run.workflow_permanent_id,
      record_for_replay: true,
    },
    leftOut: [...leftOut, ...hiddenHeaders.map((name) => `the header ${name}`)],
  };
}

function isGiven(value: unknown): boolean {
  if (value === null || value === undefined || value === 'agent') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
