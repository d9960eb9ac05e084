import { type ActionDefinition, type Static, Type } from '@runwright/contract';
import { type OfferedAction, offeredActions } from './offered-actions.ts';

/** Makes a property optional and nullable: strict output modes send null for it, other modes leave it out. */
const nullish = <const S extends Type.TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]));
const oneOf = <const V extends string>(values: readonly [V, ...V[]]) => Type.Enum(values, { type: 'string' });
const strict = { additionalProperties: false } as const;

/** Builds the schema of one action. */
function actionSchema<const T extends string, const P extends Type.TProperties>(type: T, properties: P) {
  return Type.Object(
    {
      reason: Type.String({ description: 'Why, in a few words.' }),
      action_type: Type.Literal(type),
      ...properties,
    },
    strict,
  );
}

/** Builds the schema of a page action that the model is offered. */
function offeredActionSchema([name, { modelFields }]: readonly [string, ActionDefinition]) {
  const fields = Object.entries(modelFields).map(([field, schema]) => [
    field,
    Type.IsOptional(schema) ? nullish(schema) : schema,
  ]);
  return actionSchema(name, Object.fromEntries(fields));
}

/** Failure categories with which the agent may terminate its task. */
export const giveUpCategories = [
  'goal_unreachable',
  'bot_detection',
  'auth',
  'credential',
  'target_missing',
  'wrong_state',
] as const;

/** Actions that the agent executes itself. */
const taskActions = [
  actionSchema('extract', { goal: Type.String() }),
  actionSchema('null_action', {}),
  actionSchema('complete', { summary: Type.String() }),
  actionSchema('terminate', {
    category: oneOf(giveUpCategories),
    error_code: nullish(Type.String()),
    evidence: Type.String({ description: 'Quoted from the page.' }),
  }),
] as const;

/** Action that the model can choose in a step: a page action that it is offered, or one that the agent executes itself. */
export type AgentAction = OfferedAction | Static<(typeof taskActions)[number]>;

/** Schema of {@link AgentAction}. */
export const AgentAction = Type.Unsafe<AgentAction>(
  Type.Union([...offeredActions.map(offeredActionSchema), ...taskActions]),
);

/** Model's answer in one step. The schema is valid in OpenAI's strict output mode. */
export const Decision = Type.Object(
  {
    check: Type.String({ description: 'ok, failed or unclear: and one sentence about the last result.' }),
    memory: Type.String({ description: 'At most 200 characters to carry forward.' }),
    plan: Type.Array(
      Type.Object({ subgoal: Type.String(), state: oneOf(['open', 'done', 'dropped']) }, strict),
    ),
    actions: Type.Array(AgentAction, { minItems: 1, maxItems: 6 }),
  },
  strict,
);
export type Decision = Static<typeof Decision>;
