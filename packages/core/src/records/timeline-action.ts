import type { Json, Run, TimelineEvent } from '@runwright/contract';
import { blockTaskId } from '../runtime/block-task-id.ts';
import { formatDate } from './format-date.ts';

type ActionEvent = TimelineEvent & { type: 'action' | 'action-start' };

/** Converts an action of a block to an entry of the block's `actions`. Page actions are `pending` until their result is recorded. */
export function toTimelineAction(run: Run, event: ActionEvent): Record<string, Json> {
  const { action } = event;
  const field = (name: string): Json => action[name] ?? null;
  return {
    action_id: event.eventId,
    action_type: field('action_type'),
    status: event.type === 'action' ? event.status : 'pending',
    step_id: event.stepId,
    step_order: null,
    action_order: event.order,
    task_id: taskIdOf(run, event),
    workflow_run_id: run.workflowRunId,
    organization_id: run.organizationId,
    description: null,
    reasoning: event.reasoning,
    intention: null,
    response: event.type === 'action' ? event.response : null,
    element_id: field('id'),
    xpath: null,
    text: field('text'),
    option: field('label') ?? field('value'),
    file_name: null,
    file_url: null,
    download: null,
    confidence_float: null,
    screenshot_artifact_id: null,
    output: null,
    errors: null,
    created_at: formatDate(event.at),
    modified_at: formatDate(event.at),
  };
}

/** Returns the task in which something happened: that of its block; in a task run, that run. */
export function taskIdOf(run: Run, { blockRunId }: Pick<TimelineEvent, 'blockRunId'>): string | null {
  if (run.kind === 'task') return run.runId;
  return blockRunId === null ? null : blockTaskId(run, blockRunId);
}
