import {
  type Artifact,
  type Json,
  type JsonObject,
  type Run,
  type RunFile,
  runTypeOf,
  type Workflow,
} from '@runwright/contract';
import { proxyText } from '../browser/run-browser.ts';
import type { Links } from '../files/signed-links.ts';
import { latestRecording, latestScreenshots } from './latest-artifacts.ts';

/** Input of {@link webhookPayload}. */
export interface PayloadSource {
  readonly run: Run;
  readonly workflow: Workflow;
  readonly artifacts: readonly Artifact[];
  /** Files that its blocks downloaded. */
  readonly files: readonly RunFile[];
  readonly links: Pick<Links, 'artifact' | 'run'>;
  /** Address that receives the payload. */
  readonly webhookUrl: string;
}

/** Body of a run's webhook, members in the order of the API. Times have no zone suffix (they are UTC). */
export function webhookPayload(source: PayloadSource): JsonObject {
  return source.run.kind === 'task' ? taskPayload(source) : workflowPayload(source);
}

function taskPayload({ run, artifacts, files, links, webhookUrl }: PayloadSource): JsonObject {
  return {
    run_id: run.runId,
    task_id: run.runId,
    status: run.status,
    output: objectOrNull(run.output),
    summary: run.summary ?? '',
    prompt: text(run.request.prompt),
    url: text(run.request.url),
    downloaded_files: files.map(fileInfo),
    recording_url: recordingUrl(artifacts, links),
    screenshot_urls: screenshotUrls(artifacts, links),
    failure_reason: run.failureReason,
    errors: run.errors.map((entry) => ({ ...entry })),
    step_count: run.stepCount,
    run_type: runTypeOf(run),
    app_url: links.run(run.runId) ?? '',
    organization_id: run.organizationId,
    workflow_run_id: run.workflowRunId,
    workflow_id: run.workflowId,
    workflow_permanent_id: run.workflowPermanentId,
    proxy_location: proxyText(run.settings.proxyLocation),
    webhook_callback_url: webhookUrl,
    webhook_failure_reason: null,
    ...times(run),
  };
}

function workflowPayload({ run, workflow, artifacts, files, links, webhookUrl }: PayloadSource): JsonObject {
  const { settings } = run;
  return {
    run_id: run.runId,
    workflow_run_id: run.workflowRunId,
    status: run.status,
    output: objectOrNull(run.output),
    parameters: run.parameters,
    workflow_title: workflow.title,
    downloaded_files: files.map(fileInfo),
    recording_url: recordingUrl(artifacts, links),
    screenshot_urls: screenshotUrls(artifacts, links),
    failure_reason: run.failureReason,
    errors: run.errors.map((entry) => ({ ...entry })),
    step_count: run.stepCount,
    run_type: runTypeOf(run),
    app_url: links.run(run.runId) ?? '',
    organization_id: run.organizationId,
    workflow_id: run.workflowId,
    workflow_permanent_id: run.workflowPermanentId,
    proxy_location: proxyText(settings.proxyLocation),
    webhook_callback_url: webhookUrl,
    webhook_failure_reason: null,
    totp_identifier: settings.totpIdentifier,
    browser_session_id: settings.browserSessionId,
    browser_profile_id: settings.browserProfileId,
    max_screenshot_scrolls: settings.maxScreenshotScrolls,
    run_with: settings.runWith,
    ai_fallback: settings.aiFallback,
    script_run: { ai_fallback_triggered: run.scriptRun?.aiFallbackTriggered ?? false },
    ...times(run),
  };
}

function fileInfo({ url, checksum, filename, modified_at }: RunFile): JsonObject {
  return { url, checksum, filename, modified_at };
}

function times(run: Run): JsonObject {
  return {
    created_at: timeText(run.createdAt),
    modified_at: timeText(run.modifiedAt),
    queued_at: timeText(run.queuedAt),
    started_at: timeText(run.startedAt),
    finished_at: timeText(run.finishedAt),
  };
}

function timeText(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().slice(0, -1);
}

function objectOrNull(output: Json): Json {
  if (output === null) return null;
  return typeof output === 'object' && !Array.isArray(output) ? output : { extracted_information: output };
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function screenshotUrls(artifacts: readonly Artifact[], links: Pick<Links, 'artifact'>): Json {
  const shown = latestScreenshots(artifacts).map((artifact) => links.artifact(artifact));
  return shown.length === 0 ? null : shown;
}

function recordingUrl(artifacts: readonly Artifact[], links: Pick<Links, 'artifact'>): string | null {
  const recording = latestRecording(artifacts);
  return recording && links.artifact(recording);
}
