import { modelPurposes, type TimelineEvent, Type } from '@runwright/contract';
import { date, integerOrNull, text, textOrNull } from './field-schemas.ts';
import { formatDate } from './format-date.ts';

/** A request to a model as the HTTP API responds with it: what it used, and the artifacts that hold it. */
export const ModelCallRecord = Type.Object(
  {
    model_call_id: text,
    purpose: Type.Enum([...modelPurposes]),
    model: text,
    status: Type.Enum(['completed', 'failed']),
    failure_reason: textOrNull,
    workflow_run_block_id: textOrNull,
    block_label: textOrNull,
    step_id: textOrNull,
    thought_id: textOrNull,
    prompt_artifact_id: Type.Union([text, Type.Null()], { description: 'Of type `llm_prompt`: text.' }),
    request_artifact_id: Type.Union([text, Type.Null()], {
      description: 'Of type `llm_request`: JSON as it was sent, without pictures; null without an answer.',
    }),
    response_artifact_id: Type.Union([text, Type.Null()], {
      description: 'Of type `llm_response`: JSON as it came; null without an answer.',
    }),
    input_token_count: integerOrNull,
    output_token_count: integerOrNull,
    reasoning_token_count: integerOrNull,
    cached_token_count: integerOrNull,
    cost: Type.Union([Type.Number(), Type.Null()], {
      description: 'US dollars; null when the price is not known.',
    }),
    duration: Type.Number({ description: 'Seconds.' }),
    created_at: date,
    finished_at: date,
  },
  { title: 'ModelCall' },
);
export type ModelCallRecord = Type.Static<typeof ModelCallRecord>;

/** Converts the model calls among the events of a run to their records, in the order in which they ended. */
export function toModelCallRecords(events: readonly TimelineEvent[]): readonly ModelCallRecord[] {
  return events.flatMap((event) => (event.type === 'model-call' ? [recordOf(event)] : []));
}

function recordOf(event: TimelineEvent & { type: 'model-call' }): ModelCallRecord {
  const { usage, durationMs } = event;
  return {
    model_call_id: event.eventId,
    purpose: event.purpose,
    model: event.model,
    status: event.status,
    failure_reason: event.error,
    workflow_run_block_id: event.blockRunId,
    block_label: event.label,
    step_id: event.stepId,
    thought_id: event.thoughtId,
    prompt_artifact_id: event.promptArtifactId,
    request_artifact_id: event.requestArtifactId,
    response_artifact_id: event.responseArtifactId,
    input_token_count: usage?.input ?? null,
    output_token_count: usage?.output ?? null,
    reasoning_token_count: usage?.reasoning ?? null,
    cached_token_count: usage?.cached ?? null,
    cost: usage?.cost ?? null,
    duration: durationMs / 1000,
    created_at: formatDate(event.at - durationMs),
    finished_at: formatDate(event.at),
  };
}
