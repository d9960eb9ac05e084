import type { Json, Run, TimelineEvent } from '@runwright/contract';
import { blockTaskId } from '../runtime/block-task-id.ts';
import { formatDate } from './format-date.ts';

type ActionEvent = TimelineEvent & { type: 'action' | 'action-start' };

/**
 * Converts an action of a block to an entry of the block's `actions`. Page actions are `pending` until their result is recorded.
 *
 * @param place `blockRunId`: the block or subtask whose `actions` have it
 */
export function toTimelineAction(
  run: Run,
  event: ActionEvent,
  { stepOrder, blockRunId }: { readonly stepOrder: number | null; readonly blockRunId: string | null },
): Record<string, Json> {
  const { action } = event;
  const field = (name: string): Json => action[name] ?? null;
  return {
    action_id: event.eventId,
    action_type: field('action_type'),
    status: event.type === 'action' ? event.status : 'pending',
    step_id: event.stepId,
    step_order: stepOrder,
    action_order: event.order,
    task_id: taskIdOf(run, event),
    workflow_run_id: run.workflowRunId,
    workflow_run_block_id: blockRunId,
    block_label: event.label,
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
    file_url: field('file'),
    download: null,
    confidence_float: null,
    screenshot_artifact_id: null,
    output: null,
    errors: null,
    created_at: formatDate(event.at),
    modified_at: formatDate(event.at),
  };
}

/** Converts the end of an action to the members that it decides. */
export function actionResult({
  status,
  result,
}: TimelineEvent & { type: 'action-end' }): Record<string, Json> {
  const { code = null, message = null } = result;
  const download = listIn(result.events).find((event) => Object(event).type === 'download');
  const selectors = listIn(Object(result.target).selectors);
  return {
    status,
    output: result,
    response: message,
    xpath: selectors.find((selector) => /^(xpath=|\/)/.test(String(selector))) ?? null,
    file_name: Object(download).filename ?? null,
    download: download !== undefined,
    errors: status === 'failed' ? [{ error_code: code, reasoning: message }] : [],
  };
}

/** Returns the task in which something happened: that of its block; in a task run, that run. */
export function taskIdOf(run: Run, { blockRunId }: Pick<TimelineEvent, 'blockRunId'>): string | null {
  if (run.kind === 'task') return run.runId;
  return blockRunId === null ? null : blockTaskId(run, blockRunId);
}

function listIn(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
