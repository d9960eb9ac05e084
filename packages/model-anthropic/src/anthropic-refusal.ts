import { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import type { OutputMode } from '@runwright/contract';
import type { Refusal } from '@runwright/contract/model-endpoint';

/** Reads an answer with a status of an error from what the library threw; null for anything else. */
export function anthropicRefusal(cause: unknown, mode: OutputMode): Refusal | null {
  if (cause instanceof APIConnectionError || !(cause instanceof APIError) || cause.status === undefined)
    return null;
  const { status, headers } = cause;
  const said = cause.apiMessage ?? cause.message;
  return {
    status,
    message: `${status} ${said}`,
    headers,
    refusesFormat: mode === 'json_schema' && status === 400 && refusesSchema(said),
  };
}

/** The API says in words only that a model has no structured outputs, or that a schema is too large for them. */
function refusesSchema(message: string): boolean {
  return /output_config|output_format|structured output|json_?schema|schema|grammar/i.test(message);
}
