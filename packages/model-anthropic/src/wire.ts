import type {
  BetaContentBlock,
  BetaContentBlockParam,
  BetaImageBlockParam,
  BetaMessage,
  BetaMessageParam,
  BetaTextBlockParam,
  BetaToolUnion,
  MessageCreateParamsNonStreaming,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { JsonObject } from '@runwright/contract';

/** Body of `POST /v1/messages`. */
export type WireBody = MessageCreateParamsNonStreaming;
/** Answer to it. */
export type WireMessage = BetaMessage;
export type WireTool = BetaToolUnion;
export type WireBlock = BetaContentBlock;
export type WireBlockParam = BetaContentBlockParam;
export type WireText = BetaTextBlockParam;
export type WireImage = BetaImageBlockParam;
export type WireMessageParam = BetaMessageParam;

/** Converts a block of an answer to JSON that a later request sends back. */
export function toOriginal(block: WireBlock): JsonObject {
  const original: JsonObject = JSON.parse(JSON.stringify(block));
  return original;
}

/** Converts JSON that {@link toOriginal} has made to a block of a request. */
export function fromOriginal(original: JsonObject): WireBlockParam {
  return original as unknown as WireBlockParam;
}
