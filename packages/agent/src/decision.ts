import { type PageAction, type Static, Type } from '@runwright/contract';

/** A member that may be null, which is how strict output modes leave it out, or missing, which is how others do. */
const maybe = <const S extends Type.TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]));
const choice = <const V extends string>(values: readonly [V, ...V[]]) =>
  Type.Enum(values, { type: 'string' });
const closed = { additionalProperties: false } as const;

/** One thing to do. */
function move<const T extends string, const P extends Type.TProperties>(type: T, properties: P) {
  return Type.Object(
    {
      reason: Type.String({ description: 'Why, in a few words.' }),
      action_type: Type.Literal(type),
      ...properties,
    },
    closed,
  );
}

const id = Type.String({ description: 'Id from the newest page view, such as a12.' });

/** Judgements with which an agent may give up. */
export const giveUpCategories = [
  'goal_unreachable',
  'bot_detection',
  'auth',
  'credential',
  'target_missing',
  'wrong_state',
] as const;

/** What a model may decide to do in a step. */
export const Move = Type.Union([
  move('click', {
    id,
    button: maybe(choice(['left', 'middle', 'right'])),
    count: maybe(Type.Integer({ minimum: 1, maximum: 3 })),
    want: maybe(choice(['checked', 'unchecked', 'expanded', 'collapsed', 'selected'])),
  }),
  move('input_text', {
    id,
    text: Type.String(),
    clear: maybe(Type.Boolean()),
    submit: maybe(Type.Boolean()),
  }),
  move('select_option', {
    id,
    label: maybe(Type.String()),
    value: maybe(Type.String()),
    index: maybe(Type.Integer({ minimum: 0 })),
  }),
  move('checkbox', { id, checked: Type.Boolean() }),
  move('keypress', {
    keys: Type.Array(Type.String(), { minItems: 1, maxItems: 20 }),
    repeat: maybe(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  move('scroll', {
    id: maybe(Type.String()),
    direction: maybe(choice(['up', 'down', 'left', 'right'])),
    amount: maybe(Type.Number({ minimum: 0.1, maximum: 10 })),
    to: maybe(choice(['top', 'bottom'])),
  }),
  move('expand', { id: Type.String({ description: 'Id of what the page view folds, such as g2 or a13.' }) }),
  move('find', { text: Type.String() }),
  move('goto_url', { url: Type.String() }),
  move('wait', {
    for: choice(['text', 'gone', 'id', 'ms']),
    value: Type.Union([Type.String(), Type.Number()]),
  }),
  move('extract', { goal: Type.String() }),
  move('null_action', {}),
  move('complete', { summary: Type.String() }),
  move('terminate', {
    category: choice(giveUpCategories),
    error_code: maybe(Type.String()),
    evidence: Type.String({ description: 'Quoted from the page.' }),
  }),
]);
export type Move = Static<typeof Move>;

/** A model's answer to one turn of the step loop. It fits the strict output mode of OpenAI as it stands. */
export const Decision = Type.Object(
  {
    check: Type.String({ description: 'ok, failed or unclear: and one sentence about the last result.' }),
    memory: Type.String({ description: 'At most 200 characters to carry forward.' }),
    plan: Type.Array(
      Type.Object({ subgoal: Type.String(), state: choice(['open', 'done', 'dropped']) }, closed),
    ),
    actions: Type.Array(Move, { minItems: 1, maxItems: 6 }),
  },
  closed,
);
export type Decision = Static<typeof Decision>;

/** Moves that are carried out by the page. */
export type PageMove = Exclude<Move, { action_type: 'extract' | 'null_action' | 'complete' | 'terminate' }>;

/** Whether the page carries the move out. */
export function isPageMove(candidate: Move): candidate is PageMove {
  return !['extract', 'null_action', 'complete', 'terminate'].includes(candidate.action_type);
}

/**
 * The action that a move stands for.
 *
 * @param links targets of the link tokens of the page view; a token that is not among them stays, and fails as an address
 */
export function pageAction(wanted: PageMove, links: Readonly<Record<string, string>>): PageAction {
  switch (wanted.action_type) {
    case 'click': {
      const { action_type, id: target, button, count, want } = wanted;
      return { action_type, id: target, ...given({ button, count, want }) };
    }
    case 'input_text': {
      const { action_type, id: target, text, clear, submit } = wanted;
      return { action_type, id: target, text, ...given({ clear, submit }) };
    }
    case 'select_option': {
      const { action_type, id: target, label, value, index } = wanted;
      return { action_type, id: target, ...given({ label, value, index }) };
    }
    case 'checkbox': {
      const { action_type, id: target, checked } = wanted;
      return { action_type, id: target, checked };
    }
    case 'keypress': {
      const { action_type, keys, repeat } = wanted;
      return { action_type, keys, ...given({ repeat }) };
    }
    case 'scroll': {
      const { action_type, id: target, direction, amount, to } = wanted;
      return { action_type, ...given({ id: target, direction, amount, to }) };
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

/** The address behind a link token such as `{L3}`; any other text is returned as it is. */
export function linkTarget(text: string, links: Readonly<Record<string, string>>): string {
  const token = /^\{?(L\d+)\}?$/.exec(text.trim())?.[1];
  return (token && links[token]) ?? text;
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], null | undefined> };

/** The members that have a value. */
function given<const T extends Readonly<Record<string, unknown>>>(members: T): Given<T> {
  const kept: Given<T> = {};
  for (const name of Object.keys(members) as (keyof T)[]) {
    const value = members[name];
    if (value !== null && value !== undefined) kept[name] = value as Exclude<T[keyof T], null | undefined>;
  }
  return kept;
}
