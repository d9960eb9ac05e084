import { ArtifactType, type TimelineEvent, Type } from '@runwright/contract';
import { date, dateOrNull, integerOrNull, text, textOrNull } from './field-schemas.ts';
import { formatDate } from './format-date.ts';

const StepArtifact = Type.Object(
  { artifact_id: text, artifact_type: ArtifactType, action_id: textOrNull },
  { title: 'StepArtifact' },
);

/** A step of an agent as the HTTP API responds with it: what it used, and the ids of what it has done and kept. */
export const RunStepRecord = Type.Object(
  {
    step_id: text,
    step_order: Type.Integer({ description: 'Grows within the run.' }),
    workflow_run_block_id: Type.Union([text, Type.Null()], {
      description: 'The block, or the subtask of a task, that it belongs to, as in the timeline.',
    }),
    block_label: textOrNull,
    status: Type.Enum(['running', 'completed', 'failed']),
    input_token_count: integerOrNull,
    output_token_count: integerOrNull,
    reasoning_token_count: integerOrNull,
    cached_token_count: integerOrNull,
    cost: Type.Union([Type.Number(), Type.Null()], {
      description: 'US dollars of its model calls; null until its end, and when a price is not known.',
    }),
    action_ids: Type.Array(text, { description: 'Its actions, oldest first.' }),
    model_call_ids: Type.Array(text, { description: 'Its model calls, oldest first.' }),
    artifacts: Type.Array(StepArtifact, {
      description:
        'Screenshots, prompts, answers, and the elements of the page (`visible_elements_…`), oldest first.',
    }),
    created_at: date,
    finished_at: dateOrNull,
  },
  { title: 'RunStep' },
);
export type RunStepRecord = Type.Static<typeof RunStepRecord>;

/** Converts the events of a run to the records of its steps, in their order. */
export function toRunStepRecords(events: readonly TimelineEvent[]): readonly RunStepRecord[] {
  const steps = new Map<string, RunStepRecord>();
  for (const event of events) {
    if (event.type === 'step-start') steps.set(event.eventId, newStep(event));
    const step = 'stepId' in event && event.stepId !== null ? steps.get(event.stepId) : undefined;
    if (!step) continue;
    switch (event.type) {
      case 'action':
      case 'action-start':
        step.action_ids.push(event.eventId);
        break;
      case 'model-call':
        step.model_call_ids.push(event.eventId);
        break;
      case 'artifact': {
        const { artifactId: artifact_id, artifactType: artifact_type, actionId: action_id } = event;
        step.artifacts.push({ artifact_id, artifact_type, action_id });
        break;
      }
      case 'step-end':
        Object.assign(step, endOf(event));
    }
  }
  return [...steps.values()];
}

function newStep(event: TimelineEvent & { type: 'step-start' }): RunStepRecord {
  return {
    step_id: event.eventId,
    step_order: event.order,
    workflow_run_block_id: event.subtaskId ?? event.blockRunId,
    block_label: event.label,
    status: 'running',
    input_token_count: null,
    output_token_count: null,
    reasoning_token_count: null,
    cached_token_count: null,
    cost: null,
    action_ids: [],
    model_call_ids: [],
    artifacts: [],
    created_at: formatDate(event.at),
    finished_at: null,
  };
}

function endOf({ status, usage, at }: TimelineEvent & { type: 'step-end' }): Partial<RunStepRecord> {
  return {
    status,
    input_token_count: usage.input,
    output_token_count: usage.output,
    reasoning_token_count: usage.reasoning,
    cached_token_count: usage.cached,
    cost: usage.cost,
    finished_at: formatDate(at),
  };
}
