import {
  defaults,
  maximumErrorCodes,
  parameterFields,
  RunFile,
  TaskEngine,
  Type,
  template,
} from '@runwright/contract';

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const text = (description: string) => Type.Optional(nullable(Type.String({ description })));

const criterion = (description: string) =>
  Type.Optional(nullable(Type.String({ description, ...template('prompt') })));

/** Members of every block that asks a model about pages. */
export const agentFields = {
  engine: Type.Optional(
    nullable(Type.Enum(TaskEngine.enum, { description: `Default: ${defaults.agent.engine}.` })),
  ),
  error_code_mapping: Type.Optional(
    nullable(
      Type.Record(Type.String(), Type.String(), {
        description: `Your own error codes, each with its meaning; at most ${maximumErrorCodes}.`,
      }),
    ),
  ),
  max_steps_per_run: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        description: `Turns of the agent. Default ${defaults.agent.steps}; ${defaults.agent.actionSteps} for \`action\`, ${defaults.agent.validationSteps} for \`validation\`.`,
      }),
    ),
  ),
  ...parameterFields,
};

/** Members of every browser task block. */
export const commonFields = {
  url: text('Address of the first page; null stays on the open page.'),
  ...agentFields,
  max_retries: Type.Optional(Type.Integer({ minimum: 0, maximum: 20, default: defaults.retry.maxRetries })),
  title: Type.Optional(Type.String({ default: '' })),
};

/** Members of blocks that may need one-time codes. */
export const codeFields = {
  totp_verification_url: text('Asked for one-time codes.'),
  totp_identifier: text('Identifier under which one-time codes are sent to the service.'),
};

/** Member of blocks whose start page the agent may choose. */
export const chooseStartField = {
  may_choose_start: Type.Boolean({
    default: false,
    description: 'Without `url`, on a blank page: the agent chooses the start page from the goal.',
  }),
};

/** Member of blocks whose goal the planner may divide. */
export const planFirstField = {
  plan_first: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'With the engine `service-2.0`: the goal is divided into parts before anything is done. Otherwise only a goal that turns out to be long is.',
    }),
  ),
};

/** Member of blocks that name what they download. */
export const downloadNameField = {
  download_suffix: text('Name of the downloaded file; a suffix when it begins with a dot.'),
};

/** Members of blocks that may end with a download. */
export const downloadFields = {
  complete_on_download: Type.Optional(Type.Boolean({ default: false })),
  ...downloadNameField,
};

/** Conditions that end a block. */
export const criterionFields = {
  complete_criterion: criterion('The block completes as soon as this is true.'),
  terminate_criterion: criterion('The block terminates as soon as this is true.'),
};

/** Members of blocks whose claims of success are checked. */
export const verificationFields = {
  complete_verification: Type.Optional(
    Type.Boolean({ default: true, description: 'True: success reported by the agent is verified.' }),
  ),
  include_action_history_in_verification: Type.Optional(Type.Boolean({ default: false })),
};

/** Members of blocks that pursue a goal on pages. */
export const goalFields = {
  ...criterionFields,
  ...verificationFields,
  ...downloadFields,
  ...codeFields,
};

/** Shape of the extracted data: a JSON Schema, a JSON Schema as text, an example or a description. */
export const dataSchemaField = Type.Optional(
  nullable(
    Type.Union([
      Type.String(),
      Type.Object({}, { additionalProperties: true, ...template('none') }),
      Type.Array(Type.Unknown(), template('none')),
    ]),
  ),
);

const errorEntry = Type.Object({
  error_code: Type.String(),
  reasoning: Type.String(),
  confidence_float: nullable(Type.Number()),
  block_label: nullable(Type.String()),
});

/** Output of every browser task block, of successful and failed ones. */
export const TaskOutput = Type.Object({
  task_id: Type.String(),
  status: Type.Enum(['completed', 'terminated', 'failed'], { type: 'string' }),
  extracted_information: Type.Unknown({ description: 'Object, array, text or null.' }),
  failure_reason: nullable(Type.String()),
  errors: Type.Array(errorEntry),
  failure_category: nullable(Type.String()),
  error: Type.Optional(Type.String({ description: 'The error code of yours that applies.' })),
  downloaded_files: Type.Array(RunFile),
  downloaded_file_urls: Type.Array(Type.String()),
  downloaded_file_artifact_ids: Type.Array(Type.String()),
  task_screenshots: Type.Array(Type.String()),
  task_screenshot_artifact_ids: Type.Array(Type.String()),
  workflow_screenshots: Type.Array(Type.String()),
  workflow_screenshot_artifact_ids: Type.Array(Type.String()),
});
export type TaskOutput = Type.Static<typeof TaskOutput>;
