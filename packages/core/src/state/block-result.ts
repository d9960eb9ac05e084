import type { BlockNode, BlockStatus } from '@runwright/contract';
import type { RunScope } from '../execution/context/run-scope.ts';
import type { WalkPlace } from './block-execution.ts';
import type { Settled } from './walker.ts';

/** Work that goes on at a stored time, without a worker until then. */
export interface Parked {
  readonly type: 'parked';
  /** Epoch ms. */
  readonly dueAt: number;
}

/** A block that ended, or one that waits. */
export type Carried = { readonly type: 'settled'; readonly settled: Settled } | Parked;

/** A list of blocks as it is walked. */
export interface WalkedList {
  readonly blocks: readonly BlockNode[];
  /** The block of the list that is no part of the walk; null for a loop's body. */
  readonly finallyLabel: string | null;
  /** The blocks follow each other, whatever they are. Default: labels lead, as soon as the list has any. */
  readonly ordered?: boolean;
  /** Blocks after which the walk is given up. Default: no such limit. */
  readonly mostBlocks?: number;
}

/** How a walk of a list was left. */
export type ListLeft =
  | { readonly type: 'done' }
  /** At a block whose failure nothing rescued. */
  | { readonly type: 'stopped'; readonly node: BlockNode; readonly status: BlockStatus }
  /** Before a block more than the list may carry out. */
  | { readonly type: 'capped' }
  | Parked;

/** Walks a list from where the journal stands; given to what stands below the walk, so that a loop can walk its body. */
export type WalkList = (scope: RunScope, list: WalkedList, place: WalkPlace) => Promise<ListLeft>;
