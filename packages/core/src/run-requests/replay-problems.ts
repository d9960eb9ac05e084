import type { Problem, WorkflowRunRequest } from '@runwright/contract';
import { valueError } from '@runwright/definition';

/** Members of a request that a recording for a replay cannot be combined with, because the replay does not have what they name. */
export function replayProblems(request: WorkflowRunRequest): readonly Problem[] {
  if (request.record_for_replay !== true) return [];
  const reasons: readonly (readonly [isGiven: boolean, reason: string])[] = [
    [Boolean(request.browser_session_id), 'the network of a browser session cannot be recorded'],
    [Boolean(request.browser_address), 'the network of a browser at an address cannot be recorded'],
    [request.run_with === 'code', 'a replay has no script; leave `run_with` out'],
    [Boolean(request.block_labels ?? request.block_outputs), 'only a whole run can be replayed'],
  ];
  return reasons.flatMap(([isGiven, reason]) => (isGiven ? [valueError(['record_for_replay'], reason)] : []));
}
