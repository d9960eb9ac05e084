export { readable } from './clean-text.ts';
export type { ElementMark, FormDestination, LikeElement } from './element-identity.ts';
export { startSource } from './in-page-source.ts';
export type {
  CallLimits,
  ElementListeners,
  FrameChannel,
  PageArgument,
  PageChannel,
  PageHandle,
  ReaderConnection,
} from './page-channel.ts';
export { createPageReader, type FoundElement, type PageReader, type ReadPageRequest } from './page-reader.ts';
export { correctedRate, estimateTokens, type TokenRate, unknownRate } from './text/budget/token-estimate.ts';
export type { FoundText } from './text/find-text.ts';
export { type LinkTokens, linkTokens } from './text/link-tokens.ts';
