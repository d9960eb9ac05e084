import type { BlockContext, BrowserSession, Json } from '@runwright/contract';
import type { Decider } from './decide.ts';
import type { PromptBoundaries } from './prompt-boundaries.ts';
import type { TaskSpec } from './task-spec.ts';

/** State that the functions of one running browser task share. */
export interface TaskContext {
  readonly spec: TaskSpec;
  readonly context: BlockContext;
  readonly session: BrowserSession;
  /** Id of the subtask that is executed. Default: none; the task itself is. */
  readonly subtaskId?: string;
  /** Requests the actions of each step. */
  readonly decide: Decider;
  /** Sentences about what was done for the task before the agent, which it does not repeat. Default: none. */
  readonly done?: readonly string[];
  /** Data that was extracted for the task before the agent. Default: none. */
  readonly data?: Json;
  readonly boundaries: PromptBoundaries;
  /** `yyyy-mm-dd`, UTC. */
  readonly today: string;
}
