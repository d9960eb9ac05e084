import { type JsonObject, Type } from '@runwright/contract';
import { anyJson, date, dateOrNull, jsonObject, text, textOrNull } from './field-schemas.ts';

const row = { workflow_id: text, created_at: date, modified_at: date, deleted_at: dateOrNull };

const Parameter = Type.Object(
  {
    key: text,
    parameter_type: text,
    description: textOrNull,
    workflow_parameter_id: Type.Optional(text),
    workflow_parameter_type: Type.Optional(text),
    default_value: Type.Optional(anyJson('Value of a run that gives none.')),
    ...row,
  },
  { title: 'WorkflowParameter', additionalProperties: {} },
);

const OutputParameter = Type.Object(
  {
    key: text,
    output_parameter_id: text,
    parameter_type: Type.Literal('output'),
    description: textOrNull,
    ...row,
  },
  { title: 'OutputParameter' },
);

const BranchCondition = Type.Object(
  {
    id: textOrNull,
    criteria: Type.Union([
      Type.Object({ expression: text, criteria_type: text, description: textOrNull }),
      Type.Null(),
    ]),
    next_block_label: textOrNull,
    description: textOrNull,
    is_default: Type.Boolean(),
  },
  { title: 'BranchCondition', additionalProperties: {} },
);

const Block = Type.Object(
  {
    label: text,
    block_type: text,
    output_parameter: OutputParameter,
    next_block_label: textOrNull,
    continue_on_failure: Type.Boolean(),
    next_loop_on_failure: Type.Boolean(),
    disable_cache: Type.Boolean(),
    model: jsonObject,
    branch_conditions: Type.Optional(Type.Array(BranchCondition)),
  },
  { title: 'WorkflowBlock', additionalProperties: {}, description: 'Has the members of its block type too.' },
);

/** Definition of a version: what was sent, with defaults, ids and times. */
export const WorkflowDefinitionRecord = Type.Unsafe<JsonObject>(
  Type.Object(
    {
      parameters: Type.Array(Parameter),
      blocks: Type.Array(Block),
      version: Type.Integer(),
      finally_block_label: textOrNull,
    },
    { title: 'StoredWorkflowDefinition', additionalProperties: {} },
  ),
);
