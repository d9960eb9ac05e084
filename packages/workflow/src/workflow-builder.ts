import type { Json, TypedWorkflow, WorkflowDraft } from '@runwright/contract';
import type { BlockUse, CommonMembers } from './block-use.ts';
import type { ConditionalOutput, ForLoopOutput, WhileLoopOutput } from './blocks.generated.ts';
import type { ParameterMap } from './parameters.ts';
import type { Expression, Value } from './value.ts';

/** What a workflow has beside its blocks; members in snake_case are those of a YAML file. */
export interface WorkflowSettings<P extends ParameterMap> extends Omit<WorkflowDraft, 'workflow_definition'> {
  readonly parameters?: P;
  /** Your own error codes, each with its meaning. */
  readonly error_code_mapping?: Readonly<Record<string, string>>;
  /** Text that each model call of the workflow begins with. */
  readonly workflow_system_prompt?: string;
  /** Whether undefined names in templates are errors. Default: false, they print empty. */
  readonly strict_templates?: boolean;
}

/** Values that every block can use. */
export interface EngineValues {
  /** UTC, `2026-01-31`. */
  readonly current_date: string;
  readonly workflow_title: string;
  readonly workflow_id: string;
  readonly workflow_permanent_id: string;
  readonly workflow_run_id: string;
  readonly browser_session_id: string;
}

/** Values that blocks in the body of a loop can use. */
export interface LoopValues<Item> {
  readonly current_value: Item;
  /** Counted from 0. */
  readonly current_index: number;
}

/** Members of a loop over a list. */
export interface ForEachOptions extends CommonMembers {
  /** Number of concurrent iterations, at most 16. Default: 1. */
  readonly concurrency?: number;
  /** Whether the loop is completed, not terminated, without items. Default: false. */
  readonly complete_if_empty?: boolean;
}

/** What is in scope, as values of a run. */
export type Values<Scope> = { readonly [Name in keyof Scope]-?: Value<Scope[Name]> };

/** A label that is no name in scope yet. */
export type NewLabel<Label extends string, Scope> = Label extends keyof Scope
  ? `the name ${Label} is already used`
  : Label;

/** One thing, or a function of the values in scope that returns it. */
export type OfValues<Scope, T> = T | ((values: Values<Scope>) => T);

/** A condition: a value, or words with values in them, which a model judges. */
export type Condition = Expression<boolean> | string;

/** The output of a run: that of each block under `<label>_output`, and everything that was extracted. */
export type OutputsOf<Blocks> = {
  readonly [Label in keyof Blocks as `${Label & string}_output`]: Blocks[Label];
} & { readonly extracted_information: readonly Json[] };

/**
 * A workflow, to which blocks are added. `Given`: the parameters that a caller gives. `Scope`: values from outside of the list of
 * blocks. `Blocks`: the outputs of its blocks by label.
 */
export interface WorkflowBuilder<Given, Scope, Blocks> extends TypedWorkflow<Given, OutputsOf<Blocks>> {
  /** Adds a block. Blocks before it are in scope by their labels, parameters by their keys. */
  block<const Label extends string, Output>(
    label: NewLabel<Label, Scope & Blocks>,
    use: OfValues<Scope & Blocks, BlockUse<Output>>,
  ): WorkflowBuilder<Given, Scope, Blocks & Record<Label, Output>>;

  /** Adds a choice: when the condition holds, the blocks of `then` are executed, else those of `otherwise`. */
  when<const Label extends string, Then, Otherwise = Record<never, never>>(
    label: NewLabel<Label, Scope & Blocks>,
    condition: OfValues<Scope & Blocks, Condition>,
    then: Body<Given, Scope & Blocks, Then>,
    otherwise?: Body<Given, Scope & Blocks, Otherwise>,
  ): WorkflowBuilder<
    Given,
    Scope,
    Blocks & Record<Label, ConditionalOutput> & Partial<Then> & Partial<Otherwise>
  >;

  /** Adds a loop: the blocks of `body` are executed for each item of a list, in scope as `current_value`. */
  forEach<const Label extends string, Item, Inner>(
    label: NewLabel<Label, Scope & Blocks>,
    items: OfValues<Scope & Blocks, Expression<readonly Item[]>>,
    body: Body<Given, Scope & Blocks & LoopValues<Item>, Inner>,
    options?: ForEachOptions,
  ): WorkflowBuilder<Given, Scope, Blocks & Record<Label, ForLoopOutput> & Partial<Inner>>;

  /** Adds a loop that goes on while a condition holds; it is judged before each iteration. */
  repeatWhile<const Label extends string, Inner>(
    label: NewLabel<Label, Scope & Blocks>,
    condition: OfValues<Scope & Blocks, Condition>,
    body: Body<Given, Scope & Blocks & Omit<LoopValues<never>, 'current_value'>, Inner>,
    options?: CommonMembers,
  ): WorkflowBuilder<Given, Scope, Blocks & Record<Label, WhileLoopOutput> & Partial<Inner>>;

  /** Adds the block that runs after all others, however they ended; a workflow has at most one. */
  finally<const Label extends string, Output>(
    label: NewLabel<Label, Scope & Blocks>,
    use: OfValues<Scope & Blocks, BlockUse<Output>>,
  ): WorkflowBuilder<Given, Scope, Blocks & Record<Label, Output>>;
}

/** The blocks of a branch or loop, as a function of the empty list; it returns what the calls of the list return. */
export type Body<Given, Scope, Inner> = (
  list: WorkflowBuilder<Given, Scope, Record<never, never>>,
) => WorkflowBuilder<Given, Scope, Inner>;
