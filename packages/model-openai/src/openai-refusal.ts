import type { OutputMode } from '@runwright/contract';
import type { Refusal } from '@runwright/contract/model-endpoint';
import { APIConnectionError, APIError } from 'openai';

/** Statuses with which servers refuse an output format. */
const formatStatuses = [400, 415, 422, 501];

/** Reads an answer with a status of an error from what the library threw; null for anything else. */
export function openaiRefusal(cause: unknown, mode: OutputMode): Refusal | null {
  if (cause instanceof APIConnectionError || !(cause instanceof APIError) || cause.status === undefined)
    return null;
  const { status, headers, message } = cause;
  const refusesFormat = mode !== 'text' && formatStatuses.includes(status) && namesFormat(message);
  return { status, message, headers, refusesFormat };
}

/** Servers tell in words only that they do not know an output format. */
function namesFormat(message: string): boolean {
  return /response_?format|json_?schema|json_?object|structured output|guided|grammar|invalid schema/i.test(
    message,
  );
}
