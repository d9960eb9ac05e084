import { type Artifact, ArtifactType, Type } from '@runwright/contract';
import type { Engine } from '../api/engine.ts';
import { blockTaskId } from '../runtime/block-task-id.ts';
import { artifactUri } from '../runtime/stored-uri.ts';
import { date, text, textOrNull } from './field-schemas.ts';
import { formatDate } from './format-date.ts';

/** An artifact as the HTTP API responds with it. */
export const ArtifactRecord = Type.Object(
  {
    created_at: date,
    modified_at: date,
    artifact_id: text,
    artifact_type: ArtifactType,
    uri: text,
    organization_id: text,
    task_id: textOrNull,
    step_id: textOrNull,
    action_id: textOrNull,
    workflow_run_id: textOrNull,
    workflow_run_block_id: textOrNull,
    run_id: textOrNull,
    observer_cruise_id: textOrNull,
    observer_thought_id: textOrNull,
    ai_suggestion_id: textOrNull,
    signed_url: textOrNull,
  },
  { title: 'Artifact' },
);
export type ArtifactRecord = Type.Static<typeof ArtifactRecord>;

/** Converts an artifact to its record. */
export function toArtifactRecord(
  artifact: Artifact,
  links: Pick<Engine['links'], 'artifact'>,
): ArtifactRecord {
  const createdAt = formatDate(artifact.createdAt);
  return {
    created_at: createdAt,
    modified_at: createdAt,
    artifact_id: artifact.artifactId,
    artifact_type: artifact.type,
    uri: artifactUri(artifact.artifactId),
    organization_id: artifact.organizationId,
    task_id: taskIdOf(artifact),
    step_id: artifact.stepId,
    action_id: artifact.actionId,
    workflow_run_id: artifact.workflowRunId,
    workflow_run_block_id: artifact.blockRunId,
    run_id: artifact.runId,
    observer_cruise_id: null,
    observer_thought_id: artifact.thoughtId,
    ai_suggestion_id: null,
    signed_url: links.artifact(artifact),
  };
}

/** The task whose step an artifact belongs to; in a task run, that run. */
function taskIdOf({ runId, workflowRunId, blockRunId, stepId }: Artifact): string | null {
  if (runId.startsWith('tsk_')) return runId;
  if (blockRunId === null || stepId === null) return null;
  return blockTaskId({ kind: 'workflow', runId, workflowRunId }, blockRunId);
}
