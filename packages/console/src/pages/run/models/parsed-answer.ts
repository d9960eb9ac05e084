import type { Artifact, ModelCall } from '@runwright/client';

/**
 * Finds the artifact of the answer as the engine has read it: the first one that the same step stored after the response, before
 * that of another call. Null when there is none.
 */
export function parsedAnswerOf(
  { response_artifact_id: responseId, step_id: stepId }: ModelCall,
  artifacts: readonly Artifact[],
): string | null {
  const response = artifacts.findIndex(({ artifact_id: id }) => id === responseId);
  if (response === -1) return null;
  const next = artifacts
    .slice(response + 1)
    .find(
      ({ artifact_type: type, step_id: step }) =>
        step === stepId && (type === 'llm_response' || type === 'llm_response_parsed'),
    );
  return next?.artifact_type === 'llm_response_parsed' ? next.artifact_id : null;
}
