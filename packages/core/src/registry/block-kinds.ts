import type { AnyBlock, BlockContext, BranchChoice, Clock, Json, MailMessage } from '@runwright/contract';
import type { BlockDescription, BlockRules, TemplateScope, UndefinedField } from '@runwright/definition';
import type { ChildRequest } from './child-request.ts';

interface EngineBlock extends BlockDescription {
  readonly onWorkerLost?: AnyBlock['onWorkerLost'];
  readonly services?: AnyBlock['services'];
  readonly hostServers?: AnyBlock['hostServers'];
  /** Default: a block that executes a program may ask for the browser, another one that the engine executes itself does not. */
  readonly usesBrowser?: AnyBlock['usesBrowser'];
  readonly modelRequirement?: AnyBlock['modelRequirement'];
}

/** A block that only waits; the walker makes it a stored timer, so that the wait outlives the process. */
export interface TimerBlock extends EngineBlock {
  // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
  timer(config: any): { readonly delayMs: number; readonly output: Json };
}

/** The context of a block that renders its own expressions. */
export interface ChoiceContext extends BlockContext {
  readonly scope: TemplateScope;
  /** Undefined names are errors. */
  readonly strict: boolean;
  /** Records names of an expression that have no value: on the timeline, and as warnings of the run. */
  noteUndefined(field: UndefinedField): void;
}

/** The decision of a block that chooses the next one. */
export interface Choice {
  readonly output: Json;
  readonly choice: BranchChoice;
  /** Label that is next; null when the chosen branch names none. */
  readonly nextLabel: string | null;
}

/** A block that decides which block is next. */
export interface ChoiceBlock extends EngineBlock {
  // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
  choose(config: any, context: ChoiceContext): Promise<Choice>;
}

/** The context of a block that executes a program of users. */
export interface ProgramContext extends ChoiceContext {
  readonly clock: Clock;
  /** Takes the run's secrets out of data. */
  mask<T>(value: T): T;
  /** Takes the secrets that can be guessed and were sent to the origin of an address out of what has come from there. */
  maskEchoes<T>(value: T, from: string): T;
  /** Bytes of memory that the program may use. */
  readonly memoryBytes: number;
}

/** A block that executes a program of users over the values of its run. */
export interface ProgramBlock extends EngineBlock {
  // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
  program(config: any, context: ProgramContext): Promise<Json>;
}

/** The facts that a pausing block may tell the people that it asks. */
export interface PauseContext {
  readonly label: string;
  readonly runId: string;
  readonly workflowTitle: string;
  /** Address of the run in the web page; null when there is none. */
  readonly link: string | null;
}

/** A block that asks people and waits for their answer, at most until its own deadline. */
export interface PauseBlock extends EngineBlock {
  readonly timeoutSeconds: number;
  /** The mail that asks. */
  // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
  pause(config: any, asked: PauseContext): MailMessage;
}

/** The members of its own run that a block may use when it runs another workflow. */
export interface ParentRun {
  readonly label: string;
  readonly browserSessionId: string | null;
}

/** A block that runs another workflow. */
export interface ChildBlock extends EngineBlock {
  // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
  child(config: any, parent: ParentRun): ChildRequest;
}

/** The context in which a loop finds its items or judges its condition. */
export type LoopContext = ChoiceContext;

/** The source of a loop's iterations. */
export type LoopSource =
  /** One iteration for each item; asked once for each attempt. */
  | {
      readonly type: 'values';
      // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
      values(config: any, context: LoopContext): Promise<readonly Json[]>;
    }
  /** Another iteration as long as it holds; asked before each, with its index in scope. */
  | {
      readonly type: 'condition';
      // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
      holds(config: any, context: LoopContext): Promise<boolean>;
    };

/** A block that executes its `loop_blocks` again and again. The walker does it, so that each child has its own rows. */
export interface LoopBlock extends EngineBlock {
  readonly loop: LoopSource;
}

/**
 * A block as the engine takes it: one that works (every block of `defineBlock`), waits, chooses, executes a program,
 * asks people, runs another workflow, or repeats other blocks.
 */
export type CoreBlock =
  | (AnyBlock & BlockRules)
  | TimerBlock
  | ChoiceBlock
  | ProgramBlock
  | PauseBlock
  | ChildBlock
  | LoopBlock;
