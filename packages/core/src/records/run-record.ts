import {
  type Artifact,
  type JsonObject,
  type Run,
  type RunFile,
  type RunStatus,
  runTypeOf,
  Type,
} from '@runwright/contract';
import type { Engine } from '../api/engine.ts';
import { anyJson, date, dateOrNull, integerOrNull, text, textOrNull } from './field-schemas.ts';
import { FileInfo } from './file-info.ts';
import { formatDate, formatDateOrNull } from './format-date.ts';
import { latestRecording, latestScreenshots } from './latest-artifacts.ts';
import { RunError } from './run-error.ts';
import { toRunRequestRecord } from './run-request-record.ts';

/** What the model calls of a run used. */
const ModelUseRecord = Type.Object(
  {
    tokens: Type.Integer({ description: 'Of prompts and answers together.' }),
    cost: Type.Union([Type.Number(), Type.Null()], {
      description: 'US dollars; null when the price of a call is not known.',
    }),
  },
  { title: 'ModelUse' },
);

const StartWarningRecord = Type.Object(
  {
    code: Type.Enum(['unknown_parameter', 'unknown_member', 'priority_ignored', 'undefined_name']),
    message: text,
    path: Type.Array(text, {
      description: 'Place in the request; of an undefined name the label of the block and its field.',
    }),
    suggestion: Type.Union([text, Type.Null()], { description: 'Name that was most likely meant.' }),
  },
  { title: 'StartWarning' },
);

/** A run as the HTTP API responds with it. Webhooks take their members from it. */
export const RunRecord = Type.Object(
  {
    run_id: Type.String({ description: '`tsk_` for task runs, `wr_` for workflow runs.' }),
    status: Type.Enum([
      'created',
      'queued',
      'running',
      'timed_out',
      'failed',
      'terminated',
      'completed',
      'canceled',
    ]),
    created_at: date,
    modified_at: date,
    run_type: Type.Enum(['task_v1', 'task_v2', 'cua_a', 'cua_b', 'ui_agent', 'workflow_run']),
    output: anyJson('Data that the run produced.'),
    downloaded_files: Type.Union([Type.Array(FileInfo), Type.Null()]),
    recording_url: textOrNull,
    recording_status: Type.Optional(
      Type.Union([Type.Enum(['pending', 'stored']), Type.Null()], {
        description:
          '`pending` while the browser is recorded, and after the end of the run until it is closed; then `recording_url` is set. Null without a recording.',
      }),
    ),
    screenshot_urls: Type.Union([Type.Array(text), Type.Null()], { description: 'Latest first.' }),
    failure_reason: textOrNull,
    failure_category: textOrNull,
    queued_at: dateOrNull,
    started_at: dateOrNull,
    finished_at: dateOrNull,
    webhook_status: Type.Optional(
      Type.Union([Type.Enum(['pending', 'delivered', 'failed']), Type.Null()], {
        description:
          'Of the latest delivery to the address of the run. A final `status` can still change while it is `pending`. Null before the end, and without a webhook.',
      }),
    ),
    app_url: textOrNull,
    browser_session_id: textOrNull,
    browser_profile_id: textOrNull,
    max_screenshot_scrolls: integerOrNull,
    script_run: Type.Object({ ai_fallback_triggered: Type.Boolean() }),
    errors: Type.Array(RunError),
    step_count: integerOrNull,
    paused: Type.Boolean(),
    user_agent: Type.Union([text, Type.Null()], { description: 'The `x-user-agent` of the start.' }),
    metadata: Type.Union([Type.Unsafe<JsonObject>(Type.Record(Type.String(), Type.Unknown())), Type.Null()], {
      description: 'Data of what started it: `metadata` of the request, and of the host.',
    }),
    priority: Type.Integer({ description: 'That of the request, where it counts; else 0.' }),
    title: Type.Union([text, Type.Null()], { description: '`title` of the request.' }),
    workflow_id: Type.String({ description: 'The version of the workflow that runs.' }),
    workflow_permanent_id: text,
    trigger_type: Type.Enum(['manual', 'api', 'mcp', 'scheduled', 'webhook'], {
      description: 'What started the run; `manual`: the host of the engine.',
    }),
    model_use: Type.Union([ModelUseRecord, Type.Null()], {
      description: 'Tokens and cost of its model calls so far; null before the first one.',
    }),
    run_request: Type.Unsafe<JsonObject>(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'The request that started the run, with defaults; null where neither gives a value.',
      }),
    ),
    run_with: Type.Optional(textOrNull),
    ai_fallback: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    workflow_title: Type.Optional(
      Type.String({ description: 'Title of the version that runs; not in the answer to a start.' }),
    ),
    workflow_version: Type.Optional(
      Type.Integer({ description: 'Number of the version that runs; not in the answer to a start.' }),
    ),
    warnings: Type.Optional(
      Type.Array(StartWarningRecord, {
        description:
          'What the request gives and the workflow does not use, and names in templates that had no value when they were read; each once.',
      }),
    ),
  },
  { title: 'Run' },
);
export type RunRecord = Type.Static<typeof RunRecord>;

/** Input of {@link toRunRecord}. */
export interface RunRecordSource {
  readonly run: Run;
  /** Artifacts of the run, oldest first; those of other types than `runRecordArtifactTypes` are ignored. */
  readonly artifacts: readonly Artifact[];
  /** Files that its blocks downloaded. */
  readonly files: readonly RunFile[];
  readonly links: Pick<Engine['links'], 'artifact' | 'run'>;
  /** The version that runs. Default: the record does not name it. */
  readonly workflow?: { readonly title: string; readonly version: number };
}

/** Converts a run to its record. */
export function toRunRecord(source: RunRecordSource): RunRecord {
  const { run, artifacts, files, links, workflow } = source;
  const { settings } = run;
  const screenshots = latestScreenshots(artifacts).map((artifact) => links.artifact(artifact));
  const recording = latestRecording(artifacts);
  return {
    run_id: run.runId,
    status: toRecordStatus(run.status),
    created_at: formatDate(run.createdAt),
    modified_at: formatDate(run.modifiedAt),
    run_type: runTypeOf(run),
    output: run.output,
    downloaded_files: files.map(({ url, checksum, filename, modified_at }) => ({
      url,
      checksum,
      filename,
      modified_at,
    })),
    recording_url: recording && links.artifact(recording),
    recording_status: run.hasOpenRecording ? 'pending' : recording && 'stored',
    screenshot_urls: screenshots.length === 0 ? null : screenshots,
    failure_reason: run.failureReason,
    failure_category: run.failureCategory,
    queued_at: formatDateOrNull(run.queuedAt),
    started_at: formatDateOrNull(run.startedAt),
    finished_at: formatDateOrNull(run.finishedAt),
    webhook_status: run.webhookStatus,
    app_url: links.run(run.runId),
    browser_session_id: settings.browserSessionId,
    browser_profile_id: settings.browserProfileId,
    max_screenshot_scrolls: settings.maxScreenshotScrolls,
    script_run: { ai_fallback_triggered: run.scriptRun?.aiFallbackTriggered ?? false },
    errors: run.errors.map((entry) => ({ ...entry })),
    step_count: run.stepCount,
    paused: run.status === 'paused',
    user_agent: settings.userAgent ?? null,
    metadata: settings.metadata ?? null,
    priority: settings.priority ?? 0,
    title: run.title,
    workflow_id: run.workflowId,
    workflow_permanent_id: run.workflowPermanentId,
    trigger_type: run.triggerType,
    model_use: run.modelUse && { ...run.modelUse },
    run_request: toRunRequestRecord(run),
    ...(run.kind === 'workflow' ? { run_with: settings.runWith, ai_fallback: settings.aiFallback } : {}),
    ...(workflow ? { workflow_title: workflow.title, workflow_version: workflow.version } : {}),
    warnings: run.warnings.map((warning) => ({ ...warning, path: [...warning.path] })),
  };
}

/** Converts a status to the API's, which has none for a pause and for the work at the end of a run. */
export function toRecordStatus(status: RunStatus): RunRecord['status'] {
  return status === 'paused' || status === 'finalizing' ? 'running' : status;
}
