import { type Static, Type } from 'typebox';

const id = Type.String({ description: 'Element id from the page view, such as `a12`.' });

/** Presses a pointer button on an element or point. `want` reads the state first and does nothing if it holds. */
export const ClickAction = Type.Object({
  action_type: Type.Literal('click'),
  id: Type.Optional(id),
  x: Type.Optional(Type.Number()),
  y: Type.Optional(Type.Number()),
  button: Type.Optional(Type.Enum(['left', 'middle', 'right'])),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
  want: Type.Optional(Type.Enum(['checked', 'unchecked', 'expanded', 'collapsed', 'selected'])),
});

/** Types text into a field. `clear` (default true) empties it first, `submit` (default false) presses Enter. */
export const InputTextAction = Type.Object({
  action_type: Type.Literal('input_text'),
  id,
  text: Type.String({ description: 'May hold secret placeholders.' }),
  clear: Type.Optional(Type.Boolean()),
  submit: Type.Optional(Type.Boolean()),
});

/** Chooses an option by its label, value or index (0-based). */
export const SelectOptionAction = Type.Object({
  action_type: Type.Literal('select_option'),
  id,
  label: Type.Optional(Type.String()),
  value: Type.Optional(Type.String()),
  index: Type.Optional(Type.Integer({ minimum: 0 })),
});

/** Brings a checkbox, radio or switch into a state. */
export const CheckboxAction = Type.Object({
  action_type: Type.Literal('checkbox'),
  id,
  checked: Type.Boolean(),
});

/** Presses keys, such as `["Control+A", "Delete"]`. */
export const KeypressAction = Type.Object({
  action_type: Type.Literal('keypress'),
  keys: Type.Array(Type.String(), { minItems: 1, maxItems: 20 }),
  repeat: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
});

/** Scrolls the page, or the region `id`, by `amount` screens (default 0.8) or to an end. */
export const ScrollAction = Type.Object({
  action_type: Type.Literal('scroll'),
  id: Type.Optional(id),
  direction: Type.Optional(Type.Enum(['up', 'down', 'left', 'right'])),
  amount: Type.Optional(Type.Number({ minimum: 0.1, maximum: 10 })),
  to: Type.Optional(Type.Enum(['top', 'bottom'])),
});

/** Loads an address in the active tab. */
export const GotoUrlAction = Type.Object({
  action_type: Type.Literal('goto_url'),
  url: Type.String({ description: 'An http or https address, or a `{L3}` link token of the page view.' }),
});

/** Waits for a text to appear, an element to go, or a time; at most 10 s. */
export const WaitAction = Type.Object({
  action_type: Type.Literal('wait'),
  for: Type.Enum(['text', 'gone', 'id', 'ms']),
  value: Type.Union([Type.String(), Type.Number()]),
});

/** Something that is done to a page. Actions are data, so that they can be planned, stored, replayed and shown. */
export const PageAction = Type.Union([
  ClickAction,
  InputTextAction,
  SelectOptionAction,
  CheckboxAction,
  KeypressAction,
  ScrollAction,
  GotoUrlAction,
  WaitAction,
]);
export type PageAction = Static<typeof PageAction>;

/** What an action may change: nothing, the page, or the world behind it. A `world` action is never repeated by itself. */
export type ActionEffect = 'none' | 'page' | 'world';

/** The effect class of an action, before it is performed. */
export function effectOf(action: PageAction): ActionEffect {
  switch (action.action_type) {
    case 'click':
    case 'keypress':
      return 'world';
    case 'input_text':
      return action.submit === true ? 'world' : 'page';
    case 'select_option':
    case 'checkbox':
    case 'goto_url':
      return 'page';
    case 'scroll':
    case 'wait':
      return 'none';
  }
}
