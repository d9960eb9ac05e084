import type { BlockNode, BlockStatus } from '@runwright/contract';
import type { BlockEnd } from './walker.ts';

/** Work that goes on at a stored time, without a worker until then. */
export interface Suspended {
  readonly type: 'suspended';
  /** Epoch ms. */
  readonly dueAt: number;
}

/** A block that ended, or one that waits. */
export type BlockResult = { readonly type: 'ended'; readonly end: BlockEnd } | Suspended;

/** The result of executing a list of blocks. */
export type ListResult =
  | { readonly type: 'done' }
  /** At a block whose failure nothing rescued. */
  | { readonly type: 'stopped'; readonly node: BlockNode; readonly status: BlockStatus }
  /** Before a block more than the list may execute. */
  | { readonly type: 'capped' }
  | Suspended;
