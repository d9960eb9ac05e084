import type { JsonObject } from '@runwright/contract';

/** What a block asks for when it starts a run of another workflow. */
export interface ChildRequest {
  readonly workflowPermanentId: string;
  /** Values of its parameters, before they are converted. */
  readonly payload: JsonObject;
  readonly browserSessionId: string | null;
  /** Whether the block waits for its end. */
  readonly waits: boolean;
}
