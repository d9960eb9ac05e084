import type { BlockContext, BrowserSession } from '@runwright/contract';
import type { Boundaries } from './prompt-boundaries.ts';
import type { TaskSpec } from './task-spec.ts';

/** One browser task while it is carried out: what it is to do and with what. */
export interface Work {
  readonly spec: TaskSpec;
  readonly context: BlockContext;
  readonly session: BrowserSession;
  readonly boundaries: Boundaries;
  /** `yyyy-mm-dd`, UTC. */
  readonly today: string;
}
