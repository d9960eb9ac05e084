import { type Static, Type } from 'typebox';
import { AllowedDomains } from './allowed-domains.ts';
import { defaults } from './defaults.ts';
import { ProxyLocation } from './definition.ts';
import { maximumErrorCodes } from './maximum-error-codes.ts';
import { MaxCost, MaxTokens } from './model-caps.ts';
import { RunMetadata } from './run-metadata.ts';
import { RunPriority } from './run-priority.ts';
import { TaskEngine } from './task-engine.ts';

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** A city or state to route through. `country` is a two-letter code. */
export const GeoTarget = Type.Object(
  {
    country: Type.String({ minLength: 2, maxLength: 2 }),
    subdivision: Type.Optional(nullable(Type.String({ maxLength: 10 }))),
    city: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  },
  { title: 'GeoTarget' },
);
export type GeoTarget = Static<typeof GeoTarget>;

const address = Type.String({ description: 'At most 2,083 characters.' });
const headers = Type.Record(Type.String(), Type.String(), {
  description:
    'Headers that the browser adds to its requests, but those that it sets itself, such as `Host` and `Content-Length`.',
});
const scrolls = Type.Integer({ minimum: 0, maximum: 1000 });
const runWith = Type.Enum(['agent', 'code']);

/** Request that starts a task run (snake_case, as on the wire). */
export const TaskRequest = Type.Object({
  prompt: Type.String({ description: 'Goal of the task; not blank.' }),
  url: Type.Optional(nullable(address)),
  engine: Type.Optional(nullable(Type.Enum(TaskEngine.enum, { default: defaults.task.engine }))),
  title: Type.Optional(nullable(Type.String())),
  proxy_location: Type.Optional(nullable(Type.Union([ProxyLocation, GeoTarget]))),
  data_extraction_schema: Type.Optional(Type.Unknown()),
  error_code_mapping: Type.Optional(
    nullable(Type.Record(Type.String(), Type.String(), { maxProperties: maximumErrorCodes })),
  ),
  max_steps: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
  webhook_url: Type.Optional(nullable(address)),
  totp_identifier: Type.Optional(nullable(Type.String())),
  totp_url: Type.Optional(nullable(address)),
  browser_session_id: Type.Optional(nullable(Type.String())),
  model: Type.Optional(nullable(Type.Object({ model_name: Type.Optional(Type.String()) }))),
  extra_http_headers: Type.Optional(nullable(headers)),
  allowed_domains: Type.Optional(nullable(AllowedDomains)),
  max_cost: Type.Optional(nullable(MaxCost)),
  max_tokens: Type.Optional(nullable(MaxTokens)),
  metadata: Type.Optional(nullable(RunMetadata)),
  priority: Type.Optional(nullable(RunPriority)),
  publish_workflow: Type.Optional(nullable(Type.Boolean({ default: false }))),
  include_action_history_in_verification: Type.Optional(nullable(Type.Boolean({ default: false }))),
  max_screenshot_scrolls: Type.Optional(nullable(scrolls)),
  browser_address: Type.Optional(nullable(address)),
  run_with: Type.Optional(nullable(runWith)),
});
export type TaskRequest = Static<typeof TaskRequest>;

/** Request that starts a run of a stored workflow (snake_case, as on the wire). */
export const WorkflowRunRequest = Type.Object({
  workflow_id: Type.String({ description: 'Permanent id of the workflow, `wpid_…`.' }),
  parameters: Type.Optional(nullable(Type.Record(Type.String(), Type.Unknown()))),
  title: Type.Optional(nullable(Type.String())),
  proxy_location: Type.Optional(nullable(ProxyLocation)),
  webhook_url: Type.Optional(nullable(address)),
  totp_url: Type.Optional(nullable(address)),
  totp_identifier: Type.Optional(nullable(Type.String())),
  browser_session_id: Type.Optional(nullable(Type.String())),
  browser_profile_id: Type.Optional(nullable(Type.String())),
  max_screenshot_scrolls: Type.Optional(nullable(scrolls)),
  extra_http_headers: Type.Optional(nullable(headers)),
  allowed_domains: Type.Optional(nullable(AllowedDomains)),
  max_cost: Type.Optional(nullable(MaxCost)),
  max_tokens: Type.Optional(nullable(MaxTokens)),
  metadata: Type.Optional(nullable(RunMetadata)),
  priority: Type.Optional(nullable(RunPriority)),
  browser_address: Type.Optional(nullable(address)),
  ai_fallback: Type.Optional(nullable(Type.Boolean())),
  run_with: Type.Optional(nullable(runWith)),
  record_for_replay: Type.Optional(
    nullable(
      Type.Boolean({
        description:
          'Records the model calls and what web sites answer, so that the run can be replayed without both. Such a run is always done by the agent. Default: false.',
      }),
    ),
  ),
  block_labels: Type.Optional(
    nullable(
      Type.Array(Type.String(), {
        minItems: 1,
        description: 'Blocks that are executed, at any depth, in this order and nothing else.',
      }),
    ),
  ),
  block_outputs: Type.Optional(
    nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Outputs that the run begins with, by label or `<label>_output`.',
      }),
    ),
  ),
});
export type WorkflowRunRequest = Static<typeof WorkflowRunRequest>;

const optionalText = Type.Optional(nullable(Type.String()));

/** Members of requests for tasks of one kind. */
const commonTaskMembers = {
  url: Type.Optional(nullable(address)),
  webhook_url: Type.Optional(nullable(address)),
  proxy_location: Type.Optional(nullable(ProxyLocation)),
  totp_identifier: optionalText,
  totp_url: Type.Optional(nullable(address)),
  browser_session_id: optionalText,
  browser_profile_id: optionalText,
  browser_address: Type.Optional(nullable(address)),
  extra_http_headers: Type.Optional(nullable(headers)),
  allowed_domains: Type.Optional(nullable(AllowedDomains)),
  max_cost: Type.Optional(nullable(MaxCost)),
  max_tokens: Type.Optional(nullable(MaxTokens)),
  metadata: Type.Optional(nullable(RunMetadata)),
  priority: Type.Optional(nullable(RunPriority)),
  max_screenshot_scrolling_times: Type.Optional(nullable(scrolls)),
};

/** Request that starts a login task (snake_case, as on the wire). */
export const LoginRequest = Type.Object({
  credential_type: Type.Enum(['service', 'password_manager_a', 'password_manager_b', 'cloud_vault'], {
    description:
      'Where the credential is: in the service, in Bitwarden, in 1Password, or in Azure Key Vault. Members of the others are ignored.',
  }),
  prompt: Type.Optional(
    nullable(Type.String({ description: 'How to sign in. Default: find the form and sign in.' })),
  ),
  ...commonTaskMembers,
  credential_id: Type.Optional(nullable(Type.String({ description: 'Needed for `service`.' }))),
  password_manager_a_collection_id: Type.Optional(
    nullable(Type.String({ description: 'Bitwarden: collection of the item that fits `url`.' })),
  ),
  password_manager_a_item_id: Type.Optional(
    nullable(Type.String({ description: 'Bitwarden: the item; decides before the collection.' })),
  ),
  password_manager_b_vault_id: Type.Optional(nullable(Type.String({ description: 'Needed for 1Password.' }))),
  password_manager_b_item_id: Type.Optional(nullable(Type.String({ description: 'Needed for 1Password.' }))),
  cloud_vault_name: Type.Optional(nullable(Type.String({ description: 'Needed for Azure Key Vault.' }))),
  cloud_vault_username_key: Type.Optional(
    nullable(Type.String({ description: 'Needed for Azure Key Vault.' })),
  ),
  cloud_vault_password_key: Type.Optional(
    nullable(Type.String({ description: 'Needed for Azure Key Vault.' })),
  ),
  cloud_vault_totp_secret_key: optionalText,
});
export type LoginRequest = Static<typeof LoginRequest>;

/** Request that starts a task which downloads files (snake_case, as on the wire). */
export const DownloadRequest = Type.Object({
  navigation_goal: Type.String({ description: 'The file to download; not blank.' }),
  ...commonTaskMembers,
  download_suffix: Type.Optional(
    nullable(Type.String({ description: 'Name of the file; a suffix when it has no extension.' })),
  ),
  download_timeout: Type.Optional(
    nullable(
      Type.Number({ exclusiveMinimum: 0, description: `Seconds. Default ${defaults.downloadSeconds}.` }),
    ),
  ),
  max_steps_per_run: Type.Optional(
    nullable(Type.Integer({ minimum: 1, description: `Default ${defaults.downloadSteps}.` })),
  ),
});
export type DownloadRequest = Static<typeof DownloadRequest>;
