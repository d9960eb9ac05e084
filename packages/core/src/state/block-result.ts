import type { BlockNode, BlockStatus } from '@runwright/contract';
import type { BlockEnd } from './walker.ts';

/** Work that goes on at a stored time, without a worker until then. */
export interface Suspended {
  readonly type: 'parked';
  /** Epoch ms. */
  readonly dueAt: number;
}

/** A block that ended, or one that waits. */
export type BlockResult = { readonly type: 'settled'; readonly end: BlockEnd } | Suspended;

/** How a walk of a list was left. */
export type ListResult =
  | { readonly type: 'done' }
  /** At a block whose failure nothing rescued. */
  | { readonly type: 'stopped'; readonly node: BlockNode; readonly status: BlockStatus }
  /** Before a block more than the list may carry out. */
  | { readonly type: 'capped' }
  | Suspended;
