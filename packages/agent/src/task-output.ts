import {
  type ErrorCode,
  type FailureCategory,
  type Json,
  type RunErrorEntry,
  type RunFile,
  RunwrightError,
} from '@runwright/contract';
import type { TaskOutput } from './blocks/browser-fields.ts';
import type { FailedEnd, TaskEnd, TaskSpec } from './task-spec.ts';

/** Whose output it is. */
export interface OutputOwner extends Pick<TaskSpec, 'label' | 'errorCodes'> {
  readonly taskId: string;
}

/** What a task came to. */
export interface TaskResult {
  readonly end: TaskEnd;
  readonly data: Json;
  readonly downloads: readonly RunFile[];
}

/** The output of a block, as its users read it. */
export function outputOf(
  { taskId, label, errorCodes }: OutputOwner,
  { end, data, downloads }: TaskResult,
  screenshotId: string | null,
): TaskOutput {
  const errors = end.status === 'completed' ? [] : errorsOf(end, label);
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
    task_screenshots: [],
    task_screenshot_artifact_ids: screenshotId === null ? [] : [screenshotId],
    workflow_screenshots: [],
    workflow_screenshot_artifact_ids: screenshotId === null ? [] : [screenshotId],
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

/** The error that ends a block whose task was given up or failed; its output is in the details. */
export function endError(end: FailedEnd, output: TaskOutput): RunwrightError {
  return new RunwrightError(endCode(end), end.reason, {
    details: { output, failure_category: end.category, errors: output.errors },
  });
}

function endCode({ status, errorCode }: FailedEnd): ErrorCode {
  if (status === 'terminated') return 'terminated';
  return errorCode === 'REACH_MAX_STEPS' ? 'max_steps' : 'block_failed';
}

/** A failed task has an output too, whatever made it fail; one that was canceled or ran out of time has none. */
export function withOutput(error: unknown, owner: OutputOwner): unknown {
  if (!RunwrightError.is(error)) return error;
  if (['canceled', 'timed_out', 'lease_lost'].includes(error.code)) return error;
  const end: FailedEnd = {
    status: 'failed',
    reason: error.message,
    category: categoryOf(error),
    errorCode: codes[error.code] ?? null,
    confidence: null,
  };
  const told = error.details.errors;
  const output: TaskOutput = {
    ...outputOf(owner, { end, data: null, downloads: [] }, null),
    ...(Array.isArray(told) && { errors: told }),
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
};

/** Codes under which a user reads what a driver threw. */
const codes: Readonly<Partial<Record<ErrorCode, string>>> = {
  model_failed: 'model_unavailable',
  browser_failed: 'browser_lost',
  secret_unavailable: 'credential_unavailable',
};

/** The category that the agent's own code gave, else the one of the driver that failed. */
function categoryOf({ code, details }: RunwrightError): FailureCategory {
  const given = ownCategories.find((category) => category === details.failure_category);
  return given ?? categories[code] ?? 'internal';
}

const ownCategories = ['page_load', 'policy', 'extraction', 'definition'] as const;
