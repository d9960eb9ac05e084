import type { OutputMode } from '@runwright/contract';
import type { Refusal } from '@runwright/contract/model-endpoint';
import { APIConnectionError, APIError } from 'openai';
import { ErrorInBody } from './error-body.ts';
import type { TokenLimitMember } from './wire-request.ts';

/** Statuses with which servers refuse an output format. */
const formatStatuses = [400, 415, 422, 501];

/** Reads an answer with a status of an error from what the library threw; null for anything else. */
export function openaiRefusal(cause: unknown, mode: OutputMode): Refusal | null {
  if (cause instanceof ErrorInBody) {
    const { status, message } = cause;
    return { status, message, headers: undefined, refusesFormat: false };
  }
  if (cause instanceof APIConnectionError || !(cause instanceof APIError) || cause.status === undefined)
    return null;
  const { status, headers, message } = cause;
  const refusesFormat = mode !== 'text' && formatStatuses.includes(status) && namesFormat(message);
  return { status, message, headers, refusesFormat };
}

/** Returns whether an endpoint refuses the member that has the limit of tokens, and names the other one. */
export function refusesTokenLimit(cause: unknown, member: TokenLimitMember): boolean {
  if (!(cause instanceof APIError) || !formatStatuses.includes(cause.status ?? 0)) return false;
  const other = member === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  const isOther = new RegExp(`\\b${other}\\b`).test(cause.message);
  return isOther && /not support|unsupported|unknown|unrecognized|instead/i.test(cause.message);
}

/** Servers tell in words only that they do not know an output format. */
function namesFormat(message: string): boolean {
  return /response_?format|json_?schema|json_?object|structured output|guided|grammar|invalid schema/i.test(
    message,
  );
}
