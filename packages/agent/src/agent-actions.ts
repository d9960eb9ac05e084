import { type ActionDefinition, type Static, Type } from '@runwright/contract';
import { type OfferedAction, offeredActions } from './offered-actions.ts';

const strict = { additionalProperties: false } as const;
const optionalText = Type.Optional(Type.String());

/** Failure categories with which the agent may terminate its task. */
export const giveUpCategories = [
  'goal_unreachable',
  'bot_detection',
  'auth',
  'credential',
  'target_missing',
  'wrong_state',
] as const;

/** Fields of the actions that the agent executes itself. */
const taskActions = {
  extract: { goal: Type.String() },
  take_screenshot: {},
  null_action: {},
  divide_goal: {},
  complete: { summary: Type.String() },
  terminate: {
    category: Type.Enum(giveUpCategories, { type: 'string' }),
    error_code: optionalText,
    evidence: Type.String(),
  },
} as const;

type TaskActions = typeof taskActions;

type TaskAction = {
  [Name in keyof TaskActions]: { reason: string; action_type: Name } & OrNull<
    Static<Type.TObject<TaskActions[Name]>>
  >;
}[keyof TaskActions];

type OrNull<Fields> = {
  [Name in keyof Fields]: Record<never, never> extends Pick<Fields, Name>
    ? Fields[Name] | null
    : Fields[Name];
};

/** Action that the model can choose in a step: a page action, or one that the agent executes itself. */
export type AgentAction = OfferedAction | TaskAction;

/** Fields of each action by its name, without `reason` and `action_type`. */
const actionFields: readonly (readonly [name: string, fields: Type.TProperties])[] = [
  ...offeredActions.map(
    ([name, { modelFields }]: readonly [string, ActionDefinition]) => [name, modelFields] as const,
  ),
  ...Object.entries<Type.TProperties>(taskActions),
];

/** Schemas of every field by its name; a name may have several, because actions differ. */
const fieldSchemas: ReadonlyMap<string, readonly Type.TSchema[]> = Map.groupBy(
  actionFields.flatMap(([, fields]) => Object.entries(fields)),
  ([name]) => name,
)
  .entries()
  .reduce(
    (all, [name, fields]) => all.set(name, distinct(fields.map(([, schema]) => schema))),
    new Map<string, readonly Type.TSchema[]>(),
  );

/**
 * Schema of {@link AgentAction}: one object for each action. Fields that an action does not have may be null, because some
 * models write all of them; any other value of such a field is an error.
 */
export const AgentAction = Type.Unsafe<AgentAction>(
  Type.Union(
    actionFields.map(([name, fields]) =>
      Type.Object(
        {
          reason: Type.String(),
          action_type: Type.Literal(name),
          ...Object.fromEntries([...fieldSchemas.keys()].map((field) => [field, Type.Optional(Type.Null())])),
          ...Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, orNull(schema)])),
        },
        strict,
      ),
    ),
  ),
);

/**
 * Short form of {@link AgentAction} for the prompt: one object with the fields of all actions. The list of actions in the
 * prompt says which fields each has. A union of 30 objects would cost every call three times the tokens.
 */
export const ToldAction = toldAction(
  actionFields.map(([name]) => name).filter((name) => name !== 'divide_goal'),
);

/** {@link ToldAction} with `divide_goal`, for a task whose goal may be divided into subtasks. */
export const ToldDividingAction = toldAction(actionFields.map(([name]) => name));

function toldAction(names: readonly string[]) {
  return Type.Object(
    {
      reason: Type.String(),
      action_type: Type.Enum([...names], { type: 'string' }),
      ...Object.fromEntries(
        [...fieldSchemas].map(([name, schemas]) => [name, Type.Optional(shortSchema(schemas))]),
      ),
    },
    strict,
  );
}

/** Returns one schema for the variants of a field: without limits, which are checked, and with the union's members once. */
function shortSchema(schemas: readonly Type.TSchema[]): Type.TSchema {
  const members = schemas
    .flatMap((schema) => (Type.IsUnion(schema) ? schema.anyOf : [schema]))
    .map(shortMember);
  const types = distinct(members.filter((member) => !Type.IsEnum(member)));
  const choices = members.flatMap((member) => (Type.IsEnum(member) ? member.enum : []));
  // Where any text is possible, the prompt names the choices.
  const isText = types.some((member) => Type.IsString(member));
  const all =
    choices.length === 0 || isText ? types : [Type.Enum([...new Set(choices)], { type: 'string' }), ...types];
  const [only = Type.Unknown()] = all;
  return all.length === 1 ? only : Type.Union([...all]);
}

function shortMember(schema: Type.TSchema): Type.TSchema {
  if (Type.IsArray(schema)) return Type.Array(shortSchema([schema.items]));
  if (Type.IsString(schema)) return Type.String();
  if (Type.IsInteger(schema)) return Type.Integer();
  return Type.IsNumber(schema) ? Type.Number() : schema;
}

/** Makes an optional field nullable. */
function orNull(schema: Type.TSchema): Type.TSchema {
  return Type.IsOptional(schema) ? Type.Optional(Type.Union([schema, Type.Null()])) : schema;
}

function distinct(schemas: readonly Type.TSchema[]): readonly Type.TSchema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}
