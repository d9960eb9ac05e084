export { cleanText as readable } from './clean-text.ts';
export type { ElementLocator, FormDestination, SimilarElement } from './element-identity.ts';
export { findMaskOrigin } from './frames/find-mask-origin.ts';
export type { FindMask } from './frames/mask-frame.ts';
export { startScriptSource as startSource } from './in-page-source.ts';
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
export {
  estimateTokens,
  initialTokenRate,
  type TokenRate,
  updateTokenRate as correctedRate,
} from './text/budget/token-estimate.ts';
export type { FoundText } from './text/find-text.ts';
export { createLinkTokens as linkTokens, type LinkTokens } from './text/link-tokens.ts';
