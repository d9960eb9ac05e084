import {
  type Artifact,
  type Json,
  type JsonObject,
  type Run,
  type RunFile,
  type RunStatus,
  runTypeOf,
} from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { wireDate, wireDateOrNull } from './wire-date.ts';

/** Screenshots in a run record; the latest stands first. */
const screenshotLimit = 3;

/** The run's status as callers know it: a pause and the finishing work read as `running`. */
export function wireStatus(status: RunStatus): string {
  return status === 'paused' || status === 'finalizing' ? 'running' : status;
}

/** The run record of every start call and of `GET /v1/runs/{run_id}`. */
export async function runRecord(engine: Engine, run: Run): Promise<JsonObject> {
  const shown = await engine.runs.artifacts(run.organizationId, run.runId, {
    types: ['screenshot_action', 'screenshot_final', 'recording'],
  });
  const screenshots = shown.filter(({ type }) => type !== 'recording');
  const recording = shown.findLast(({ type }) => type === 'recording');
  const files = await engine.files.ofRun(run.organizationId, run.runId);
  return {
    run_id: run.runId,
    status: wireStatus(run.status),
    created_at: wireDate(run.createdAt),
    modified_at: wireDate(run.modifiedAt),
    run_type: runTypeOf(run),
    output: run.output,
    downloaded_files: files.map(fileInfo),
    recording_url: recording ? engine.links.artifact(recording) : null,
    screenshot_urls:
      screenshots.length === 0 ? null : latest(screenshots).map((one) => engine.links.artifact(one)),
    failure_reason: run.failureReason,
    failure_category: run.failureCategory,
    queued_at: wireDateOrNull(run.queuedAt),
    started_at: wireDateOrNull(run.startedAt),
    finished_at: wireDateOrNull(run.finishedAt),
    app_url: engine.links.run(run.runId),
    browser_session_id: run.settings.browserSessionId,
    browser_profile_id: run.settings.browserProfileId,
    max_screenshot_scrolls: run.settings.maxScreenshotScrolls,
    script_run: { ai_fallback_triggered: run.scriptRun?.aiFallbackTriggered ?? false },
    errors: run.errors.map((entry) => ({ ...entry })),
    step_count: run.stepCount,
    paused: run.status === 'paused',
    run_request: run.request,
    ...(run.kind === 'workflow'
      ? { run_with: run.settings.runWith, ai_fallback: run.settings.aiFallback }
      : {}),
  };
}

/** A downloaded file as the API shows it. */
function fileInfo({ url, checksum, filename, modified_at }: RunFile): JsonObject {
  return { url, checksum, filename, modified_at };
}

/** An artifact as the API shows it. */
export function artifactRecord(engine: Engine, artifact: Artifact): JsonObject {
  const date = wireDate(artifact.createdAt);
  return {
    created_at: date,
    modified_at: date,
    artifact_id: artifact.artifactId,
    artifact_type: artifact.type,
    uri: `artifact://${artifact.artifactId}`,
    organization_id: artifact.organizationId,
    task_id: artifact.runId.startsWith('tsk_') ? artifact.runId : null,
    step_id: artifact.stepId,
    workflow_run_id: artifact.workflowRunId,
    workflow_run_block_id: artifact.blockRunId,
    run_id: artifact.runId,
    observer_cruise_id: null,
    observer_thought_id: artifact.thoughtId,
    ai_suggestion_id: null,
    signed_url: engine.links.artifact(artifact),
  };
}

/** Returns a member of a document, or null when it is absent. */
export function memberOrNull(document: object, name: string): Json {
  const value = Object.hasOwn(document, name)
    ? (document as Record<string, Json | undefined>)[name]
    : undefined;
  return value ?? null;
}

function latest(artifacts: readonly Artifact[]): readonly Artifact[] {
  return artifacts.slice(-screenshotLimit).reverse();
}
