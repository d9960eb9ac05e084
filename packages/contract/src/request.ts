import { type Static, Type } from 'typebox';
import { defaults } from './defaults.ts';
import { ProxyLocation } from './definition.ts';
import { maximumErrorCodes } from './maximum-error-codes.ts';
import { TaskEngine } from './task-engine.ts';

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** A city or state to route through. `country` is a two-letter code. */
export const GeoTarget = Type.Object({
  country: Type.String({ minLength: 2, maxLength: 2 }),
  subdivision: Type.Optional(nullable(Type.String({ maxLength: 10 }))),
  city: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
});
export type GeoTarget = Static<typeof GeoTarget>;

const address = Type.String({ description: 'At most 2,083 characters.' });
const headers = Type.Record(Type.String(), Type.String());
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
  browser_address: Type.Optional(nullable(address)),
  ai_fallback: Type.Optional(nullable(Type.Boolean())),
  run_with: Type.Optional(nullable(runWith)),
  block_labels: Type.Optional(
    nullable(
      Type.Array(Type.String(), {
        minItems: 1,
        description: 'Blocks that are carried out, at any depth, in this order and nothing else.',
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
