import type { WorkflowDraft } from './definition.ts';
import type { WorkflowRunRequest } from './request.ts';
import type { FinalRunStatus, Run } from './run.ts';

/** Key of members that carry types for the compiler; there is no such member at run time. */
declare const types: unique symbol;

/** The parameters that a run of a workflow takes, and the output that it gives, for the compiler. */
export interface WorkflowTypes<Parameters, Output> {
  readonly [types]?: { readonly parameters: Parameters; readonly output: Output };
}

/** A workflow that is written in TypeScript: a draft whose parameters and output the compiler knows. */
export interface TypedWorkflow<Parameters, Output> extends WorkflowTypes<Parameters, Output> {
  /** Returns the workflow as data, as it would stand in a YAML file. */
  toDraft(): WorkflowDraft;
}

/** A stored workflow, by its permanent id, whose parameters and output the compiler knows. */
export interface WorkflowHandle<Parameters, Output> extends WorkflowTypes<Parameters, Output> {
  readonly workflowPermanentId: string;
}

/** Request that starts a run of a typed workflow. A run of some of its blocks is started by the id of the workflow. */
export type TypedRunRequest<Parameters> = Omit<
  WorkflowRunRequest,
  'workflow_id' | 'parameters' | 'block_labels' | 'block_outputs'
> &
  (Record<never, never> extends Parameters
    ? { readonly parameters?: Parameters }
    : { readonly parameters: Parameters });

/** A run, by its id, whose output the compiler knows. */
export interface RunHandle<Output> {
  readonly runId: string;
  readonly [types]?: Output;
}

/** A run of a typed workflow. */
export type TypedRun<Output> = Run & RunHandle<Output>;

/** A run of a typed workflow that has ended; the output of one that is not `completed` lacks what was not reached. */
export type FinishedRun<Output> = Omit<Run, 'status' | 'output'> &
  (
    | { readonly status: Extract<FinalRunStatus, 'completed'>; readonly output: Output }
    | { readonly status: Exclude<FinalRunStatus, 'completed'>; readonly output: Partial<Output> | null }
  );
