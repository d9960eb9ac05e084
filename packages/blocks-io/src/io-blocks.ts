import type { AnyBlock } from '@runwright/contract';

/** Every block of this package, for `createEngine({ blocks: [...ioBlocks] })`. */
export const ioBlocks: readonly AnyBlock[] = [];
