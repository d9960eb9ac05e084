import type { JsonObject } from '@runwright/contract';

/** A block's request to start a run of another workflow. */
export interface ChildRequest {
  readonly workflowPermanentId: string;
  /** Values of its parameters, before they are converted. */
  readonly payload: JsonObject;
  readonly browserSessionId: string | null;
  /** True if the block waits for its end. */
  readonly waits: boolean;
}
