import type { Json, JsonObject, Workflow } from '@runwright/contract';
import { proxyText } from '../browser/resolve-proxy.ts';
import { type RunRecord, type RunRecordSource, toRunRecord } from '../records/run-record.ts';

/** Input of {@link webhookPayload}. */
export interface PayloadSource extends RunRecordSource {
  readonly workflow: Workflow;
  /** Address that receives the payload. */
  readonly webhookUrl: string;
  /** Address at which the agent chose to begin; null when it chose none. */
  readonly chosenUrl: string | null;
}

/**
 * Returns the body of a run's webhook: members of its record and of the run, in the order of the API. Times have no zone
 * suffix (they are UTC). The body is signed, so receivers depend on every byte of it.
 */
export function webhookPayload(source: PayloadSource): JsonObject {
  const record = toRunRecord(source);
  return source.run.kind === 'task' ? taskPayload(source, record) : workflowPayload(source, record);
}

function taskPayload({ run, webhookUrl, chosenUrl }: PayloadSource, record: RunRecord): JsonObject {
  return {
    run_id: record.run_id,
    task_id: record.run_id,
    status: record.status,
    output: objectOrNull(record.output),
    summary: run.summary ?? '',
    prompt: text(run.request.prompt),
    url: text(run.request.url) || (chosenUrl ?? ''),
    ...result(record),
    organization_id: run.organizationId,
    workflow_run_id: run.workflowRunId,
    workflow_id: run.workflowId,
    workflow_permanent_id: run.workflowPermanentId,
    proxy_location: proxyText(run.settings.proxyLocation),
    webhook_callback_url: webhookUrl,
    webhook_failure_reason: null,
    ...times(record),
    ...additions(record),
  };
}

function workflowPayload({ run, workflow, webhookUrl }: PayloadSource, record: RunRecord): JsonObject {
  return {
    run_id: record.run_id,
    workflow_run_id: run.workflowRunId,
    status: record.status,
    output: objectOrNull(record.output),
    parameters: run.parameters,
    workflow_title: workflow.title,
    ...result(record),
    organization_id: run.organizationId,
    workflow_id: run.workflowId,
    workflow_permanent_id: run.workflowPermanentId,
    proxy_location: proxyText(run.settings.proxyLocation),
    webhook_callback_url: webhookUrl,
    webhook_failure_reason: null,
    totp_identifier: run.settings.totpIdentifier,
    browser_session_id: record.browser_session_id,
    browser_profile_id: record.browser_profile_id,
    max_screenshot_scrolls: record.max_screenshot_scrolls,
    run_with: run.settings.runWith,
    ai_fallback: run.settings.aiFallback,
    script_run: record.script_run,
    ...times(record),
    ...additions(record),
  };
}

function result(record: RunRecord): JsonObject {
  return {
    downloaded_files: (record.downloaded_files ?? []).map((file) => ({
      ...file,
      modified_at: withoutZone(file.modified_at),
    })),
    recording_url: record.recording_url,
    screenshot_urls: record.screenshot_urls,
    failure_reason: record.failure_reason,
    errors: record.errors,
    step_count: record.step_count,
    run_type: record.run_type,
    app_url: record.app_url ?? '',
  };
}

/** Members beside those of the API; they stand last, so that the order of the others stays. */
function additions(record: RunRecord): JsonObject {
  return { failure_category: record.failure_category, metadata: record.metadata };
}

function times(record: RunRecord): JsonObject {
  return {
    created_at: withoutZone(record.created_at),
    modified_at: withoutZone(record.modified_at),
    queued_at: withoutZone(record.queued_at),
    started_at: withoutZone(record.started_at),
    finished_at: withoutZone(record.finished_at),
  };
}

function withoutZone(date: string | null): string | null {
  return date === null ? null : date.replace(/Z$/, '');
}

function objectOrNull(output: Json): Json {
  if (output === null) return null;
  return typeof output === 'object' && !Array.isArray(output) ? output : { extracted_information: output };
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
