import type { BlockNode, BlockStatus } from '@runwright/contract';
import type { Settled } from './walker.ts';

/** Work that goes on at a stored time, without a worker until then. */
export interface Parked {
  readonly type: 'parked';
  /** Epoch ms. */
  readonly dueAt: number;
}

/** A block that ended, or one that waits. */
export type Carried = { readonly type: 'settled'; readonly settled: Settled } | Parked;

/** How a walk of a list was left. */
export type ListLeft =
  | { readonly type: 'done' }
  /** At a block whose failure nothing rescued. */
  | { readonly type: 'stopped'; readonly node: BlockNode; readonly status: BlockStatus }
  /** Before a block more than the list may carry out. */
  | { readonly type: 'capped' }
  | Parked;
