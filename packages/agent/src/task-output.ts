import {
  type ErrorCode,
  type FailureCategory,
  type Json,
  type RunErrorEntry,
  type RunFile,
  RunwrightError,
  type SavedArtifact,
} from '@runwright/contract';
import type { TaskOutput } from './blocks/browser-fields.ts';
import type { FailedEnd, TaskEnd, TaskSpec } from './task-spec.ts';

/** Task id, block label and caller's error codes, as needed for an output. */
export interface OutputContext extends Pick<TaskSpec, 'label' | 'errorCodes'> {
  readonly taskId: string;
}

/** Result of a task. */
export interface TaskResult {
  readonly end: TaskEnd;
  /** What the agent says that it has done; null unless its claim was accepted. */
  readonly summary: string | null;
  readonly data: Json;
  readonly downloads: readonly RunFile[];
}

/** Builds the documented output of a block. */
export function toTaskOutput(
  { taskId, label, errorCodes }: OutputContext,
  { end, data, downloads }: TaskResult,
  screenshot: SavedArtifact | null,
): TaskOutput {
  const errors = end.status === 'completed' ? [] : errorsOf(end, label);
  const [ids, urls] = screenshot === null ? [[], []] : [[screenshot.artifactId], [screenshot.url]];
  const custom =
    end.status !== 'completed' && end.errorCode !== null && Object.hasOwn(errorCodes, end.errorCode);
  return {
    task_id: taskId,
    status: end.status,
    extracted_information: data,
    failure_reason: end.status === 'completed' ? null : end.reason,
    errors,
    failure_category: end.status === 'completed' ? null : end.category,
    ...(custom && end.errorCode !== null ? { error: end.errorCode } : {}),
    downloaded_files: [...downloads],
    downloaded_file_urls: downloads.map(({ url }) => url),
    downloaded_file_artifact_ids: downloads.map(({ file_id }) => file_id),
    task_screenshots: urls,
    task_screenshot_artifact_ids: ids,
    workflow_screenshots: urls,
    workflow_screenshot_artifact_ids: ids,
  };
}

function errorsOf(end: FailedEnd, label: string): RunErrorEntry[] {
  if (end.errorCode === null) return [];
  return [
    {
      error_code: end.errorCode,
      reasoning: end.reason,
      confidence_float: end.confidence,
      block_label: label,
    },
  ];
}

/** Creates the error that ends a block whose task terminated or failed; `details.output` holds the output. */
export function toTaskError(end: FailedEnd, output: TaskOutput): RunwrightError {
  return new RunwrightError(errorCodeOf(end), end.reason, {
    details: { output, failure_category: end.category, errors: output.errors },
  });
}

function errorCodeOf({ status, errorCode }: FailedEnd): ErrorCode {
  if (status === 'terminated') return 'terminated';
  if (errorCode === 'REACH_MAX_COST') return 'max_cost';
  return errorCode === 'REACH_MAX_STEPS' ? 'max_steps' : 'block_failed';
}

/** Adds an output to the error of a failed task; errors of canceled and timed-out tasks get none. */
export function withTaskOutput(error: unknown, owner: OutputContext): unknown {
  if (!RunwrightError.is(error)) return error;
  if (['canceled', 'timed_out', 'lease_lost'].includes(error.code)) return error;
  const end: FailedEnd = {
    status: error.code === 'terminated' ? 'terminated' : 'failed',
    reason: error.message,
    category: categoryOf(error),
    errorCode: publicErrorCodes[error.code] ?? null,
    confidence: null,
  };
  const givenErrors = error.details.errors;
  const output: TaskOutput = {
    ...toTaskOutput(owner, { end, summary: null, data: null, downloads: [] }, null),
    ...(Array.isArray(givenErrors) && { errors: givenErrors }),
  };
  return new RunwrightError(error.code, error.message, {
    cause: error,
    retryable: error.retryable,
    details: { output, failure_category: end.category, errors: output.errors, ...error.details },
  });
}

const categories: Readonly<Partial<Record<ErrorCode, FailureCategory>>> = {
  model_failed: 'model',
  browser_failed: 'browser',
  egress_denied: 'policy',
  secret_unavailable: 'credential',
  max_cost: 'limit',
};

/** Error codes in a block's output, by error code of the driver. */
const publicErrorCodes: Readonly<Partial<Record<ErrorCode, string>>> = {
  model_failed: 'model_unavailable',
  browser_failed: 'browser_lost',
  secret_unavailable: 'credential_unavailable',
  max_cost: 'REACH_MAX_COST',
};

/** Returns the failure category that the agent set, else the one of the driver that failed. */
function categoryOf({ code, details }: RunwrightError): FailureCategory {
  const given = agentCategories.find((category) => category === details.failure_category);
  return given ?? categories[code] ?? 'internal';
}

const agentCategories = [
  'page_load',
  'policy',
  'extraction',
  'definition',
  'one_time_code',
  'credential',
  'block',
] as const;
