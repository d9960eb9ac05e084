import { Type } from 'typebox';
import { defineAction } from './action-definition.ts';

const {
  Array: list,
  Boolean: boolean,
  Number: number,
  Optional: optional,
  String: string,
  Union: union,
} = Type;
const oneOf = <const V extends string>(values: readonly [V, ...V[]]) => Type.Enum(values, { type: 'string' });
const integer = (minimum: number, maximum?: number) =>
  Type.Integer(maximum === undefined ? { minimum } : { minimum, maximum });

const id = string();
const point = { x: number(), y: number() };
const optionalPoint = { x: optional(point.x), y: optional(point.y) };
const idOrPoint = { id: optional(id), ...optionalPoint };
const spot = union([id, Type.Object(point)]);
const severalTexts = union([string(), list(string(), { minItems: 1, maxItems: 100 })]);
const severalFiles = union([string(), list(string(), { minItems: 1, maxItems: 20 })]);
const severalIndexes = union([integer(0), list(integer(0), { minItems: 1, maxItems: 100 })]);

/**
 * All actions. Adding one takes an entry here, and its function in the package `page-actions`. The order of the entries is
 * the order in which the model reads them. Points are in CSS pixels of the main viewport.
 */
export const pageActions = {
  /**
   * Presses a pointer button on an element, or on a point. `want` reads the state first and does nothing if it holds.
   * `on_dialog` answers a question that the page asks meanwhile; default: dismissed. `download` says that a file is
   * expected: the action waits for its first byte.
   */
  click: defineAction({
    modelFields: {
      ...idOrPoint,
      button: optional(oneOf(['left', 'middle', 'right'])),
      count: optional(integer(1, 3)),
      modifiers: optional(list(oneOf(['Alt', 'Control', 'Meta', 'Shift']))),
      want: optional(oneOf(['checked', 'unchecked', 'expanded', 'collapsed', 'selected'])),
      on_dialog: optional(oneOf(['accept', 'dismiss'])),
      download: optional(boolean()),
    },
    effect: 'world',
    prompt: '`click` id or x, y; `want`: state of a toggle afterwards.',
  }),

  /**
   * Types text, which may hold secret placeholders, into a field. `clear` (default true) empties it first, `submit`
   * (default false) presses Enter. `purpose` says what the field asks for, when its name does not.
   */
  input_text: defineAction({
    modelFields: { id, text: string(), clear: optional(boolean()), submit: optional(boolean()) },
    codeFields: { purpose: optional(string()) },
    effect: ({ submit }) => (submit === true ? 'world' : 'page'),
    prompt: '`input_text` id, text; `clear` false appends; `submit` presses Enter.',
  }),

  /**
   * Chooses options by label, value or index (0-based) in a native select, a custom dropdown, a combobox or a list. An
   * array chooses exactly these in a field that takes several.
   */
  select_option: defineAction({
    modelFields: {
      id,
      label: optional(severalTexts),
      value: optional(severalTexts),
      index: optional(severalIndexes),
    },
    effect: 'page',
    prompt: '`select_option` id and label, value or index, or lists of them.',
  }),

  /** Brings a checkbox, radio or switch into a state. */
  checkbox: defineAction({
    modelFields: { id, checked: boolean() },
    effect: 'page',
    prompt: '`checkbox` id, checked.',
  }),

  /** Gives a file to a file field, or to what asks for one when it is clicked: a file of the run, or an address; or several. */
  upload_file: defineAction({
    modelFields: { id, file: severalFiles },
    effect: 'world',
    prompt: '`upload_file` id, file.',
  }),

  /** Downloads an address with the cookies of the page, or what the element `id` leads to. */
  download_file: defineAction({
    modelFields: { url: optional(string()), id: optional(id) },
    codeFields: { suffix: optional(string()) },
    linkFields: ['url'],
    effect: 'none',
    prompt: '`download_file` url or id.',
  }),

  /** Rests the pointer on an element or point. */
  hover: defineAction({
    modelFields: idOrPoint,
    effect: 'page',
    prompt: '`hover` id or x, y.',
  }),

  /** Moves the pointer to a point. */
  move: defineAction({
    modelFields: point,
    effect: 'page',
    prompt: '`move` x, y.',
  }),

  /** Drags from an element or point to another, over `steps` moves (default 12). */
  drag: defineAction({
    modelFields: { from: spot, to: spot },
    codeFields: { steps: optional(integer(1, 100)) },
    effect: 'world',
    prompt: '`drag` from, to: id or {x, y}.',
  }),

  /** Selects a text of the main frame by dragging the pointer over it; its first place counts, and case and blanks do not. */
  select_text: defineAction({
    modelFields: { text: string({ minLength: 1, maxLength: 5_000 }) },
    effect: 'page',
    prompt: '`select_text` text: marks these words of the page.',
  }),

  /** Presses or releases the left pointer button where the pointer is, or at a point. */
  left_mouse: defineAction({
    modelFields: { direction: oneOf(['down', 'up']), ...optionalPoint },
    effect: 'world',
    prompt: '`left_mouse` direction, x, y.',
  }),

  /** Presses keys, such as `["Control+A", "Delete"]`; `hold_ms` keeps each down for so long. */
  keypress: defineAction({
    modelFields: { keys: list(string(), { minItems: 1, maxItems: 20 }), repeat: optional(integer(1, 50)) },
    codeFields: { hold_ms: optional(integer(0, 10_000)) },
    effect: 'world',
    prompt: '`keypress` keys, such as ["Control+A"].',
  }),

  /** Scrolls the page, or the region `id`, by `amount` screens (default 0.8), to an end, or to an element (`to` is its id). */
  scroll: defineAction({
    modelFields: {
      id: optional(string()),
      direction: optional(oneOf(['up', 'down', 'left', 'right'])),
      amount: optional(number({ minimum: 0.1, maximum: 10 })),
      to: optional(oneOf(['top', 'bottom'])),
    },
    codeFields: { to: optional(string()) },
    effect: 'none',
    prompt: '`scroll` direction and amount in screens, or to top or bottom; id of a region.',
  }),

  /** From the next view on, prints whole what a view has folded: a group, a select, a landmark or a frame. */
  expand: defineAction({
    modelFields: { id },
    effect: 'none',
    prompt: '`expand` id.',
  }),

  /** Finds where a text is on the page, beyond what the view shows; the message of the result names ids near it. */
  find: defineAction({
    modelFields: { text: string() },
    effect: 'none',
    prompt: '`find` text.',
  }),

  /** Loads an http or https address, or a link token of the page view, in the active tab. */
  goto_url: defineAction({
    modelFields: { url: string() },
    linkFields: ['url'],
    effect: 'page',
    leavesPage: true,
    prompt: '`goto_url` url.',
  }),

  /** Waits for a text to appear, an element to go, or a time; at most 10 s. */
  wait: defineAction({
    modelFields: { for: oneOf(['text', 'gone', 'id', 'ms']), value: union([string(), number()]) },
    effect: 'none',
    prompt: '`wait` for text, id, gone (either) or ms, and value; at most 10 s.',
  }),

  /** Goes one step back in the history of the active tab. */
  go_back: defineAction({
    modelFields: {},
    effect: 'page',
    prompt: '`go_back`.',
  }),

  /** Goes one step forward in the history of the active tab. */
  go_forward: defineAction({
    modelFields: {},
    effect: 'page',
    prompt: '`go_forward`.',
  }),

  /** Loads the active tab again. */
  reload_page: defineAction({
    modelFields: {},
    effect: 'page',
    leavesPage: true,
    prompt: '`reload_page`.',
  }),

  /** Opens a tab, with an address or blank, and makes it the active one. */
  new_tab: defineAction({
    modelFields: { url: optional(string()) },
    linkFields: ['url'],
    effect: 'page',
    leavesPage: true,
    prompt: '`new_tab` url.',
  }),

  /** Makes a tab the active one, by its name, such as `t2`. */
  switch_tab: defineAction({
    modelFields: { tab: string() },
    effect: 'page',
    leavesPage: true,
    prompt: '`switch_tab` tab.',
  }),

  /** Closes a tab; default: the active one. */
  close_page: defineAction({
    modelFields: { tab: optional(string()) },
    effect: 'page',
    leavesPage: true,
    prompt: '`close_page` tab.',
  }),

  /** Types a one-time code, which may be a secret placeholder, into a field, or one character into each of `ids`. */
  verification_code: defineAction({
    modelFields: {
      id: optional(id),
      ids: optional(list(id, { minItems: 1, maxItems: 12 })),
      code: string(),
    },
    effect: 'world',
    prompt: '`verification_code` code and id, or ids of one box each.',
  }),

  /** Has the captcha of the page solved by an extension or a person. */
  solve_captcha: defineAction({
    modelFields: { kind: optional(string()) },
    effect: 'page',
    prompt: '`solve_captcha`.',
  }),
};
