import type { FailureCategory, JsonSchema } from '@runwright/contract';

/** Specification of one browser task, made from a block's config. */
export interface TaskSpec {
  /** `task`, `navigation`, `action` and so on. */
  readonly blockType: string;
  readonly label: string;
  /** Start URL; null stays on the page that is open. */
  readonly url: string | null;
  /** Goal to reach on the page; null when the task only extracts data. */
  readonly goal: string | null;
  /** Goal of the whole task when this one is a subtask of a planner; null for a task. */
  readonly wholeGoal: string | null;
  /** Data to extract; null when there is none. */
  readonly data: DataRequest | null;
  /** Parameter values of the block by key; secrets are placeholders. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The caller's own error codes with their meanings. */
  readonly errorCodes: Readonly<Record<string, string>>;
  readonly maxSteps: number;
  /** True when a planner divides the goal before anything is done; false when it divides only a long one. */
  readonly planFirst: boolean;
  /** Maximum number of decisions of the planner. */
  readonly maxRounds: number;
  readonly completeCriterion: string | null;
  /** True when the text of `completeCriterion` may hold instructions of others, which the model must not follow. */
  readonly completeCriterionIsUntrusted: boolean;
  readonly terminateCriterion: string | null;
  readonly completeOnDownload: boolean;
  /** True when a second model call checks a claim of success. */
  readonly verify: boolean;
  readonly historyInVerification: boolean;
  /** True when the agent may extract data while it pursues the goal. */
  readonly mayExtract: boolean;
  /** True when the agent may choose the start URL itself. */
  readonly mayChooseStart: boolean;
  /** True when the task ends after one successful action. */
  readonly oneAction: boolean;
  /** True when the task can complete only after a file was downloaded. */
  readonly needsDownload: boolean;
  /** Name or suffix of downloaded files; see `downloadName`. */
  readonly downloadSuffix: string | null;
  /** Time in ms that one download may take; null applies the browser driver's limit. */
  readonly downloadTimeoutMs: number | null;
  /** Additional advice for the model, such as a CSS selector; null when there is none. */
  readonly hint: string | null;
  /** Sentences for the timeline, such as that an option has no effect. */
  readonly notices: readonly string[];
}

/** Data that a task must return. */
export interface DataRequest {
  readonly goal: string;
  /** A JSON Schema that the data must fit; null when the caller gave none. */
  readonly schema: JsonSchema | null;
  /** Example or description that the caller gave instead of a schema. */
  readonly guidance: string | null;
}

/** Final state of a task. */
export type TaskEnd = { readonly status: 'completed' } | FailedEnd;

/** Final state of a task that did not reach its goal. */
export interface FailedEnd {
  readonly status: 'terminated' | 'failed';
  readonly reason: string;
  readonly category: FailureCategory;
  /** One of the caller's codes, `REACH_MAX_STEPS`, `REACH_MAX_COST`, `download_timeout` or `block_failed`. */
  readonly errorCode: string | null;
  /** 0 to 1, from the model that chose the code. */
  readonly confidence: number | null;
}
