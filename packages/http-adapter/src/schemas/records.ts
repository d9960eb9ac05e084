import { ArtifactType, CredentialType, TotpType, Type } from '@runwright/contract';

/** Schemas of the answers, for the OpenAPI document. Requests are validated, answers are written by `wire.ts`. */

const text = Type.String();
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const date = Type.String({ format: 'date-time' });
const dateOrNull = Type.Union([date, Type.Null()]);
const integerOrNull = Type.Union([Type.Integer(), Type.Null()]);
const object = Type.Record(Type.String(), Type.Unknown());

const FileInfo = Type.Object({ url: text, checksum: text, filename: text, modified_at: date });

/** The run record. */
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
    output: Type.Unknown({ description: 'Data that the run produced.' }),
    downloaded_files: Type.Union([Type.Array(FileInfo), Type.Null()]),
    recording_url: textOrNull,
    screenshot_urls: Type.Union([Type.Array(text), Type.Null()], { description: 'Latest first.' }),
    failure_reason: textOrNull,
    failure_category: textOrNull,
    queued_at: dateOrNull,
    started_at: dateOrNull,
    finished_at: dateOrNull,
    app_url: textOrNull,
    browser_session_id: textOrNull,
    browser_profile_id: textOrNull,
    max_screenshot_scrolls: integerOrNull,
    script_run: Type.Object({ ai_fallback_triggered: Type.Boolean() }),
    errors: Type.Array(object),
    step_count: integerOrNull,
    paused: Type.Boolean(),
    run_request: object,
    run_with: Type.Optional(textOrNull),
    ai_fallback: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  },
  { title: 'Run' },
);

const apiKeyFields = {
  api_key_id: text,
  name: text,
  prefix: Type.String({ description: 'The first 8 characters.' }),
  created_at: date,
  last_used_at: dateOrNull,
  revoked_at: dateOrNull,
};

/** An API key, without its text. */
export const ApiKeyRecord = Type.Object(apiKeyFields, { title: 'ApiKey' });

/** A new API key with its text. */
export const NewApiKeyRecord = Type.Object(
  { ...apiKeyFields, api_key: Type.String({ description: 'The key; it is never shown again.' }) },
  { title: 'NewApiKey' },
);

/** A credential, without what is secret about it. */
export const CredentialRecord = Type.Object(
  {
    credential_id: text,
    credential: Type.Union([
      Type.Object({ username: text, totp_type: TotpType, totp_identifier: textOrNull }),
      Type.Object({ last_four: text, brand: text }),
      Type.Object({ secret_label: textOrNull }),
    ]),
    credential_type: CredentialType,
    name: text,
    allowed_hosts: Type.Optional(Type.Array(text)),
  },
  { title: 'Credential' },
);

/** An artifact. */
export const ArtifactRecord = Type.Object(
  {
    created_at: date,
    modified_at: date,
    artifact_id: text,
    artifact_type: ArtifactType,
    uri: text,
    organization_id: text,
    task_id: textOrNull,
    step_id: textOrNull,
    workflow_run_id: textOrNull,
    workflow_run_block_id: textOrNull,
    run_id: textOrNull,
    observer_cruise_id: textOrNull,
    observer_thought_id: textOrNull,
    ai_suggestion_id: textOrNull,
    signed_url: textOrNull,
  },
  { title: 'Artifact' },
);

/** A timeline item; `children` are items of the same shape. */
export const TimelineItem = Type.Object(
  {
    type: Type.Enum(['block', 'thought']),
    created_at: date,
    modified_at: date,
    block: Type.Union([object, Type.Null()]),
    thought: Type.Union([object, Type.Null()]),
    children: Type.Array(object),
  },
  { title: 'TimelineItem' },
);

/** A stored workflow. */
export const WorkflowRecord = Type.Object(
  {
    workflow_id: text,
    organization_id: text,
    title: text,
    workflow_permanent_id: Type.String({ description: '`wpid_`; the same for all versions.' }),
    version: Type.Integer(),
    is_saved_task: Type.Boolean(),
    is_template: Type.Boolean(),
    description: textOrNull,
    workflow_definition: object,
    proxy_location: text,
    webhook_callback_url: textOrNull,
    totp_verification_url: textOrNull,
    totp_identifier: textOrNull,
    persist_browser_session: Type.Boolean(),
    model: object,
    status: text,
    max_screenshot_scrolls: integerOrNull,
    extra_http_headers: object,
    run_with: textOrNull,
    ai_fallback: Type.Boolean(),
    cache_key: textOrNull,
    run_sequentially: Type.Union([Type.Boolean(), Type.Null()]),
    sequential_key: textOrNull,
    folder_id: textOrNull,
    import_error: textOrNull,
    created_at: date,
    modified_at: date,
    deleted_at: dateOrNull,
  },
  { title: 'Workflow' },
);

/** One try to deliver the webhook of a run. */
export const DeliveryRecord = Type.Object(
  {
    delivery_id: text,
    run_id: text,
    trigger: Type.Enum(['automatic', 'manual']),
    webhook_url: Type.String({ description: 'Its query is masked.' }),
    status: Type.Enum(['scheduled', 'sending', 'delivered', 'failed']),
    http_status: integerOrNull,
    latency_ms: Type.Union([Type.Number(), Type.Null()]),
    response_excerpt: textOrNull,
    error: textOrNull,
    created_at: date,
    finished_at: dateOrNull,
  },
  { title: 'WebhookDelivery' },
);

/** Every error but a validation error. */
export const ErrorBody = Type.Object({ detail: text }, { title: 'Error' });

/** A validation error: every mistake with its place. */
export const ValidationBody = Type.Object(
  { detail: Type.Array(Type.Object({ loc: Type.Array(text), msg: text, type: text })) },
  { title: 'ValidationError' },
);

/** The error answers that a route shares with most others. */
export const errorResponses = {
  403: ErrorBody,
  404: ErrorBody,
  422: ValidationBody,
};
