/**
 * A language model driver for OpenAI and every endpoint that speaks its chat completions protocol.
 *
 * @packageDocumentation
 */

export { type OpenaiModelOptions, openaiModel } from './openai-model.ts';
export type { TokenLimitMember } from './wire-request.ts';
