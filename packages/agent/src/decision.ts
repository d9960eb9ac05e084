import { type PageAction, type Static, Type } from '@runwright/contract';

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

const id = Type.String({ description: 'Id from the newest page view, such as a12.' });

/** Failure categories with which the agent may terminate its task. */
export const giveUpCategories = [
  'goal_unreachable',
  'bot_detection',
  'auth',
  'credential',
  'target_missing',
  'wrong_state',
] as const;

/** Action that the model can choose in a step: a page action, `extract`, `null_action` or the end of the task. */
export const AgentAction = Type.Union([
  actionSchema('click', {
    id,
    button: nullish(oneOf(['left', 'middle', 'right'])),
    count: nullish(Type.Integer({ minimum: 1, maximum: 3 })),
    want: nullish(oneOf(['checked', 'unchecked', 'expanded', 'collapsed', 'selected'])),
  }),
  actionSchema('input_text', {
    id,
    text: Type.String(),
    clear: nullish(Type.Boolean()),
    submit: nullish(Type.Boolean()),
  }),
  actionSchema('select_option', {
    id,
    label: nullish(Type.String()),
    value: nullish(Type.String()),
    index: nullish(Type.Integer({ minimum: 0 })),
  }),
  actionSchema('checkbox', { id, checked: Type.Boolean() }),
  actionSchema('keypress', {
    keys: Type.Array(Type.String(), { minItems: 1, maxItems: 20 }),
    repeat: nullish(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  actionSchema('scroll', {
    id: nullish(Type.String()),
    direction: nullish(oneOf(['up', 'down', 'left', 'right'])),
    amount: nullish(Type.Number({ minimum: 0.1, maximum: 10 })),
    to: nullish(oneOf(['top', 'bottom'])),
  }),
  actionSchema('expand', {
    id: Type.String({ description: 'Id of what the page view folds, such as g2 or a13.' }),
  }),
  actionSchema('find', { text: Type.String() }),
  actionSchema('goto_url', { url: Type.String() }),
  actionSchema('wait', {
    for: oneOf(['text', 'gone', 'id', 'ms']),
    value: Type.Union([Type.String(), Type.Number()]),
  }),
  actionSchema('extract', { goal: Type.String() }),
  actionSchema('null_action', {}),
  actionSchema('complete', { summary: Type.String() }),
  actionSchema('terminate', {
    category: oneOf(giveUpCategories),
    error_code: nullish(Type.String()),
    evidence: Type.String({ description: 'Quoted from the page.' }),
  }),
]);
export type AgentAction = Static<typeof AgentAction>;

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

/** Agent actions that the browser driver executes. */
export type AgentPageAction = Exclude<
  AgentAction,
  { action_type: 'extract' | 'null_action' | 'complete' | 'terminate' }
>;

/** Returns whether the browser driver executes the action. */
export function isPageAction(candidate: AgentAction): candidate is AgentPageAction {
  return !['extract', 'null_action', 'complete', 'terminate'].includes(candidate.action_type);
}

/**
 * Converts an agent action to a page action.
 *
 * @param links targets of the link tokens of the page view; an unknown token stays unchanged and fails as a URL
 */
export function toPageAction(wanted: AgentPageAction, links: Readonly<Record<string, string>>): PageAction {
  switch (wanted.action_type) {
    case 'click': {
      const { action_type, id: target, button, count, want } = wanted;
      return { action_type, id: target, ...withoutNulls({ button, count, want }) };
    }
    case 'input_text': {
      const { action_type, id: target, text, clear, submit } = wanted;
      return { action_type, id: target, text, ...withoutNulls({ clear, submit }) };
    }
    case 'select_option': {
      const { action_type, id: target, label, value, index } = wanted;
      return { action_type, id: target, ...withoutNulls({ label, value, index }) };
    }
    case 'checkbox': {
      const { action_type, id: target, checked } = wanted;
      return { action_type, id: target, checked };
    }
    case 'keypress': {
      const { action_type, keys, repeat } = wanted;
      return { action_type, keys, ...withoutNulls({ repeat }) };
    }
    case 'scroll': {
      const { action_type, id: target, direction, amount, to } = wanted;
      return { action_type, ...withoutNulls({ id: target, direction, amount, to }) };
    }
    case 'expand':
      return { action_type: 'expand', id: wanted.id };
    case 'find':
      return { action_type: 'find', text: wanted.text };
    case 'goto_url':
      return { action_type: 'goto_url', url: linkTarget(wanted.url, links) };
    case 'wait': {
      const { action_type, for: kind, value } = wanted;
      return { action_type, for: kind, value };
    }
  }
}

/** Returns the URL of a link token such as `{L3}`; any other text is returned unchanged. */
export function linkTarget(text: string, links: Readonly<Record<string, string>>): string {
  const token = /^\{?(L\d+)\}?$/.exec(text.trim())?.[1];
  return (token && links[token]) ?? text;
}

type WithoutNulls<T> = { [K in keyof T]?: Exclude<T[K], null | undefined> };

/** Returns the members that are neither null nor undefined. */
function withoutNulls<const T extends Readonly<Record<string, unknown>>>(members: T): WithoutNulls<T> {
  const kept: WithoutNulls<T> = {};
  for (const name of Object.keys(members) as (keyof T)[]) {
    const value = members[name];
    if (value !== null && value !== undefined) kept[name] = value as Exclude<T[keyof T], null | undefined>;
  }
  return kept;
}
