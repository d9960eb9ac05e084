import { Type } from '@runwright/contract';
import { jsonObject, text, textOrNull } from './field-schemas.ts';
import { FileInfo } from './file-info.ts';
import { RunRecord } from './run-record.ts';

const { properties: run } = RunRecord;
const time = Type.String({ description: 'ISO 8601, UTC, without a zone suffix.' });
const timeOrNull = Type.Union([time, Type.Null()]);
const output = Type.Union([jsonObject, Type.Null()], {
  description: 'Other data than an object is in `extracted_information`.',
});

const result = {
  downloaded_files: Type.Array(FileInfo),
  recording_url: run.recording_url,
  screenshot_urls: run.screenshot_urls,
  failure_reason: run.failure_reason,
  errors: run.errors,
  step_count: run.step_count,
  run_type: run.run_type,
  app_url: Type.String({ description: '`""` without a web application.' }),
  organization_id: text,
};
const place = {
  proxy_location: text,
  webhook_callback_url: Type.String({ description: 'Address that received the payload.' }),
  webhook_failure_reason: Type.Null(),
};
const times = {
  created_at: time,
  modified_at: time,
  queued_at: timeOrNull,
  started_at: timeOrNull,
  finished_at: timeOrNull,
};
/** Members beside those of the API, last in the order. */
const additions = { failure_category: run.failure_category, metadata: run.metadata };
const status = Type.Enum(['completed', 'failed', 'terminated', 'timed_out', 'canceled']);

/** Body of the webhook of a task run. */
export const TaskWebhook = Type.Object(
  {
    run_id: text,
    task_id: Type.String({ description: 'Equals `run_id`.' }),
    status,
    output,
    summary: text,
    prompt: text,
    url: text,
    ...result,
    workflow_run_id: text,
    workflow_id: text,
    workflow_permanent_id: text,
    ...place,
    ...times,
    ...additions,
  },
  { title: 'TaskWebhook' },
);

/** Body of the webhook of a workflow, login or download run. */
export const WorkflowWebhook = Type.Object(
  {
    run_id: text,
    workflow_run_id: Type.String({ description: 'Equals `run_id`.' }),
    status,
    output,
    parameters: Type.Unsafe<typeof jsonObject>(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Values used; secrets are masked.' }),
    ),
    workflow_title: text,
    ...result,
    workflow_id: Type.String({ description: 'The version that ran.' }),
    workflow_permanent_id: text,
    ...place,
    totp_identifier: textOrNull,
    browser_session_id: run.browser_session_id,
    browser_profile_id: run.browser_profile_id,
    max_screenshot_scrolls: run.max_screenshot_scrolls,
    run_with: textOrNull,
    ai_fallback: Type.Union([Type.Boolean(), Type.Null()]),
    script_run: run.script_run,
    ...times,
    ...additions,
  },
  { title: 'WorkflowWebhook' },
);
