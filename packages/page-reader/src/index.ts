export type {
  CallLimits,
  ElementListeners,
  FrameChannel,
  PageArgument,
  PageChannel,
  PageHandle,
  ReaderConnection,
} from './channel.ts';
export type { ElementMark, FormDestination, LikeElement } from './identity.ts';
export { createPageReader, type FoundElement, type PageReader, type ReadPageRequest } from './page-reader.ts';
export { startSource } from './source.ts';
export type { FoundText } from './text/find.ts';
export { type LinkTokens, linkTokens } from './text/links.ts';
export { correctedRate, estimateTokens, type TokenRate, unknownRate } from './text/tokens.ts';
export { readable } from './unicode.ts';
