import { type Static, Type } from 'typebox';

const id = Type.String({ description: 'Element id from the page view, such as `a12`.' });
const point = { x: Type.Number(), y: Type.Number() };
const button = Type.Enum(['left', 'middle', 'right']);

/**
 * Presses a pointer button on an element, or on a point in CSS pixels of the main viewport. `want` reads the state first
 * and does nothing if it holds. `on_dialog` answers a question that the page asks meanwhile; default: dismissed.
 * `download` says that a file is expected: the action waits for its first byte.
 */
export const ClickAction = Type.Object({
  action_type: Type.Literal('click'),
  id: Type.Optional(id),
  x: Type.Optional(point.x),
  y: Type.Optional(point.y),
  button: Type.Optional(button),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
  modifiers: Type.Optional(Type.Array(Type.Enum(['Alt', 'Control', 'Meta', 'Shift']))),
  want: Type.Optional(Type.Enum(['checked', 'unchecked', 'expanded', 'collapsed', 'selected'])),
  download: Type.Optional(Type.Boolean()),
  on_dialog: Type.Optional(Type.Enum(['accept', 'dismiss'])),
});

/** Types text into a field. `clear` (default true) empties it first, `submit` (default false) presses Enter. */
export const InputTextAction = Type.Object({
  action_type: Type.Literal('input_text'),
  id,
  text: Type.String({ description: 'May hold secret placeholders.' }),
  clear: Type.Optional(Type.Boolean()),
  submit: Type.Optional(Type.Boolean()),
  purpose: Type.Optional(
    Type.String({ description: 'What the field asks for, when its name does not say.' }),
  ),
});

const labels = Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1, maxItems: 100 })]);
const indexes = Type.Union([
  Type.Integer({ minimum: 0 }),
  Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1, maxItems: 100 }),
]);

/**
 * Chooses options by label, value or index (0-based) in a native select, a custom dropdown, a combobox or a list. An
 * array chooses exactly these in a field that takes several.
 */
export const SelectOptionAction = Type.Object({
  action_type: Type.Literal('select_option'),
  id,
  label: Type.Optional(labels),
  value: Type.Optional(labels),
  index: Type.Optional(indexes),
});

/** Brings a checkbox, radio or switch into a state. */
export const CheckboxAction = Type.Object({
  action_type: Type.Literal('checkbox'),
  id,
  checked: Type.Boolean(),
});

/** Gives a file to a file field, or to whatever on the page asks for one when it is clicked. */
export const UploadFileAction = Type.Object({
  action_type: Type.Literal('upload_file'),
  id,
  file: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1, maxItems: 20 })], {
    description: 'A file of the run, or an http or https address; or several.',
  }),
});

/** Downloads an address with the cookies of the page, or what the element `id` leads to. */
export const DownloadFileAction = Type.Object({
  action_type: Type.Literal('download_file'),
  url: Type.Optional(Type.String({ description: 'An address, or a `{L3}` link token of the page view.' })),
  id: Type.Optional(id),
  suffix: Type.Optional(Type.String()),
});

/** Rests the pointer on an element or point. */
export const HoverAction = Type.Object({
  action_type: Type.Literal('hover'),
  id: Type.Optional(id),
  x: Type.Optional(point.x),
  y: Type.Optional(point.y),
});

/** Moves the pointer to a point. */
export const MoveAction = Type.Object({ action_type: Type.Literal('move'), ...point });

const spot = Type.Union([id, Type.Object(point)]);

/** Drags from an element or point to another, over `steps` moves (default 12). */
export const DragAction = Type.Object({
  action_type: Type.Literal('drag'),
  from: spot,
  to: spot,
  steps: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});

/** Presses or releases the left pointer button where the pointer is, or at a point. */
export const LeftMouseAction = Type.Object({
  action_type: Type.Literal('left_mouse'),
  direction: Type.Enum(['down', 'up']),
  x: Type.Optional(point.x),
  y: Type.Optional(point.y),
});

/** Scrolls the page, or the region `id`, by `amount` screens (default 0.8), to an end, or to an element. */
export const ScrollAction = Type.Object({
  action_type: Type.Literal('scroll'),
  id: Type.Optional(id),
  direction: Type.Optional(Type.Enum(['up', 'down', 'left', 'right'])),
  amount: Type.Optional(Type.Number({ minimum: 0.1, maximum: 10 })),
  to: Type.Optional(Type.String({ description: '`top`, `bottom`, or the id of an element.' })),
});

/** Presses keys, such as `["Control+A", "Delete"]`; `hold_ms` keeps each down for so long. */
export const KeypressAction = Type.Object({
  action_type: Type.Literal('keypress'),
  keys: Type.Array(Type.String(), { minItems: 1, maxItems: 20 }),
  repeat: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  hold_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
});

/** Waits for a text to appear, an element to go, or a time; at most 10 s. */
export const WaitAction = Type.Object({
  action_type: Type.Literal('wait'),
  for: Type.Enum(['text', 'gone', 'id', 'ms']),
  value: Type.Union([Type.String(), Type.Number()]),
});

/** Loads an address in the active tab. */
export const GotoUrlAction = Type.Object({
  action_type: Type.Literal('goto_url'),
  url: Type.String({ description: 'An http or https address, or a `{L3}` link token of the page view.' }),
});

/** One step back in the history of the active tab. */
export const GoBackAction = Type.Object({ action_type: Type.Literal('go_back') });

/** One step forward in the history of the active tab. */
export const GoForwardAction = Type.Object({ action_type: Type.Literal('go_forward') });

/** Loads the active tab again. */
export const ReloadPageAction = Type.Object({ action_type: Type.Literal('reload_page') });

/** Opens a tab, with an address or blank, and makes it the active one. */
export const NewTabAction = Type.Object({
  action_type: Type.Literal('new_tab'),
  url: Type.Optional(Type.String({ description: 'An http or https address, or a `{L3}` link token.' })),
});

const tab = Type.String({ description: 'Name of a tab, such as `t2`.' });

/** Makes a tab the active one. */
export const SwitchTabAction = Type.Object({ action_type: Type.Literal('switch_tab'), tab });

/** Closes a tab; default: the active one. */
export const ClosePageAction = Type.Object({
  action_type: Type.Literal('close_page'),
  tab: Type.Optional(tab),
});

/** From the next view on, prints whole what a view has folded: a group, a select, a landmark or a frame. */
export const ExpandAction = Type.Object({
  action_type: Type.Literal('expand'),
  id: Type.String({ description: 'Id of the fold, select, landmark or frame, such as `g2` or `a13`.' }),
});

/** Finds where a text stands on the page, beyond what the view shows; the result's message tells ids near it. */
export const FindAction = Type.Object({ action_type: Type.Literal('find'), text: Type.String() });

/** Types a one-time code into a field, or one character into each of `ids`. */
export const VerificationCodeAction = Type.Object({
  action_type: Type.Literal('verification_code'),
  id: Type.Optional(id),
  ids: Type.Optional(Type.Array(id, { minItems: 1, maxItems: 12 })),
  code: Type.String({ description: 'May be a secret placeholder.' }),
});

/** Has the captcha of the page solved by an extension or a person. */
export const SolveCaptchaAction = Type.Object({
  action_type: Type.Literal('solve_captcha'),
  kind: Type.Optional(Type.String()),
});

/** Something that is done to a page. Actions are data, so that they can be planned, stored, replayed and shown. */
export const PageAction = Type.Union([
  ClickAction,
  InputTextAction,
  SelectOptionAction,
  CheckboxAction,
  UploadFileAction,
  DownloadFileAction,
  HoverAction,
  MoveAction,
  DragAction,
  LeftMouseAction,
  ScrollAction,
  KeypressAction,
  WaitAction,
  GotoUrlAction,
  GoBackAction,
  GoForwardAction,
  ReloadPageAction,
  NewTabAction,
  SwitchTabAction,
  ClosePageAction,
  ExpandAction,
  FindAction,
  VerificationCodeAction,
  SolveCaptchaAction,
]);
export type PageAction = Static<typeof PageAction>;

/** Possible effect of an action: none, on the page, or on the systems behind it (`world`). A `world` action is never repeated automatically. */
export type ActionEffect = 'none' | 'page' | 'world';

/** The effect class of an action, before it is performed. */
export function effectOf(action: PageAction): ActionEffect {
  switch (action.action_type) {
    case 'click':
    case 'keypress':
    case 'drag':
    case 'left_mouse':
    case 'upload_file':
    case 'verification_code':
      return 'world';
    case 'input_text':
      return action.submit === true ? 'world' : 'page';
    case 'select_option':
    case 'checkbox':
    case 'hover':
    case 'move':
    case 'goto_url':
    case 'go_back':
    case 'go_forward':
    case 'reload_page':
    case 'new_tab':
    case 'switch_tab':
    case 'close_page':
    case 'solve_captcha':
      return 'page';
    case 'scroll':
    case 'wait':
    case 'download_file':
    case 'expand':
    case 'find':
      return 'none';
  }
}
