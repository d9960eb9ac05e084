import type { LanguageModel, ModelReply, ModelRequest } from '@runwright/contract';
import type { CassetteEntry } from './cassette-entry.ts';
import { normalizeText } from './normalize-text.ts';
import { requestKey, requestText } from './request-text.ts';

/** A call that a model has answered. */
export interface AnsweredCall {
  readonly request: ModelRequest;
  readonly reply: ModelReply;
  readonly model: LanguageModel;
  /** Masks secrets in the text of the request. */
  readonly mask: (text: string) => string;
}

/** Returns the entry of an answered call. Its texts besides the request are as they came: mask them before they are stored. */
export function recordEntry({ request, reply, model, mask }: AnsweredCall): CassetteEntry {
  const { text, values } = normalizeText(mask(requestText(request)));
  const { wire: _wire, ...kept } = reply;
  const { id, provider, can } = model;
  return {
    key: requestKey(text),
    purpose: request.purpose,
    model: { id, provider, can },
    request: text,
    values,
    reply: kept,
  };
}
