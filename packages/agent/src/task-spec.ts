import type { FailureCategory, JsonSchema } from '@runwright/contract';

/** What one browser task is to do; made from a block's config. */
export interface TaskSpec {
  /** `task`, `navigation`, `action` and so on. */
  readonly blockType: string;
  readonly label: string;
  /** Where to begin; null stays on the page that is open. */
  readonly url: string | null;
  /** What to reach on the page; null when there is only something to read. */
  readonly goal: string | null;
  /** What to read; null when nothing is to be read. */
  readonly data: DataRequest | null;
  /** Values that the block was given, by parameter key; secrets are placeholders. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The caller's own error codes with their meanings. */
  readonly errorCodes: Readonly<Record<string, string>>;
  readonly maxSteps: number;
  readonly completeCriterion: string | null;
  readonly terminateCriterion: string | null;
  readonly completeOnDownload: boolean;
  /** Whether a claim of success is checked. */
  readonly verify: boolean;
  readonly historyInVerification: boolean;
  /** Whether the agent may read data on its way. */
  readonly mayExtract: boolean;
  /** Whether the agent may choose the first page itself. */
  readonly mayChooseStart: boolean;
  /** Whether one action is all that there is to do. */
  readonly oneAction: boolean;
  /** Whether a claim of success counts only when a file was downloaded. */
  readonly needsDownload: boolean;
  /** What downloaded files are called; see `downloadName`. */
  readonly downloadSuffix: string | null;
  /** How long a download that has begun may take; null: as long as the browser lets it. */
  readonly downloadTimeoutMs: number | null;
  /** What the block knows about the way to its goal; null: nothing. */
  readonly hint: string | null;
}

/** Data that a task is to bring. */
export interface DataRequest {
  readonly goal: string;
  /** A JSON Schema that the data must fit; null when the caller gave none. */
  readonly schema: JsonSchema | null;
  /** What the caller gave instead of a schema: an example, or words. */
  readonly guidance: string | null;
}

/** How a task ended. */
export type TaskEnd = { readonly status: 'completed' } | FailedEnd;

/** How a task ended that did not reach its goal. */
export interface FailedEnd {
  readonly status: 'terminated' | 'failed';
  readonly reason: string;
  readonly category: FailureCategory;
  /** One of the caller's codes, `REACH_MAX_STEPS` or `download_timeout`. */
  readonly errorCode: string | null;
  /** 0 to 1, from the model that chose the code. */
  readonly confidence: number | null;
}
