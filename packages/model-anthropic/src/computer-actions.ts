import type { ComputerAction } from '@runwright/contract';

/** Pixels that one click of the wheel scrolls. */
const pixelsPerWheelClick = 100;
const mostHoldMs = 10_000;

type Input = Readonly<Record<string, unknown>>;

/**
 * Converts an action of the computer tool. Members that are missing or wrong give an action `unknown` that says so, which the
 * model is told.
 */
export function toComputerAction(name: string, given: unknown): ComputerAction {
  const input: Input = typeof given === 'object' && given !== null ? { ...given } : {};
  const convert = Object.hasOwn(conversions, name) ? conversions[name] : undefined;
  const action = convert?.(input) ?? null;
  if (typeof action === 'string') return { type: 'unknown', name, problem: action };
  return action ?? { type: 'unknown', name };
}

type Conversion = (input: Input) => ComputerAction | string;

const click =
  (button: 'left' | 'middle' | 'right', count: number): Conversion =>
  (input) => {
    const point = pointerOf(input.coordinate);
    if (typeof point === 'string') return point;
    const modifiers = keysOf(input.text);
    return { type: 'click', ...point, button, count, ...(modifiers.length > 0 && { modifiers }) };
  };

const mouse =
  (direction: 'down' | 'up'): Conversion =>
  () => ({ type: 'mouse', direction });

const conversions: Readonly<Record<string, Conversion>> = {
  left_click: click('left', 1),
  right_click: click('right', 1),
  middle_click: click('middle', 1),
  double_click: click('left', 2),
  triple_click: click('left', 3),
  left_mouse_down: mouse('down'),
  left_mouse_up: mouse('up'),
  mouse_move: ({ coordinate }) => {
    const point = pointOf(coordinate);
    return typeof point === 'string' ? point : { type: 'move', ...point };
  },
  left_click_drag: ({ start_coordinate: start, coordinate, text }) => {
    if (keysOf(text).length > 0) return 'Keys cannot be held during a drag here.';
    const from = pointOf(start, 'start_coordinate');
    const to = pointOf(coordinate);
    if (typeof from === 'string') return from;
    return typeof to === 'string' ? to : { type: 'drag', path: [from, to] };
  },
  scroll,
  key: ({ text, repeat }) => {
    const keys = keysOf(text);
    if (keys.length === 0) return '`text` names no key.';
    const times = Math.min(50, Math.max(1, Math.round(numberOf(repeat) ?? 1)));
    return { type: 'keypress', keys, ...(times > 1 && { repeat: times }) };
  },
  hold_key: ({ text, duration }) => {
    const keys = keysOf(text);
    const ms = millisecondsOf(duration);
    if (keys.length === 0) return '`text` names no key.';
    if (ms === null || ms > mostHoldMs) return '`duration` has to be a number of seconds from 0 to 10.';
    return { type: 'keypress', keys, holdMs: ms };
  },
  type: ({ text }) => (typeof text === 'string' ? { type: 'type', text } : '`text` is missing.'),
  wait: ({ duration }) => {
    const ms = millisecondsOf(duration);
    return { type: 'wait', ...(ms !== null && { ms }) };
  },
  screenshot: () => ({ type: 'screenshot' }),
  cursor_position: () => ({ type: 'cursor' }),
  zoom: ({ region }) => {
    const numbers = numbersOf(region);
    const [x = 0, y = 0, right = 0, bottom = 0] = numbers ?? [];
    if (numbers?.length !== 4 || right <= x || bottom <= y)
      return '`region` has to be [x0, y0, x1, y1] with x1 above x0 and y1 above y0.';
    return { type: 'zoom', x, y, width: right - x, height: bottom - y };
  },
};

function scroll({ coordinate, scroll_direction: direction, scroll_amount: amount, text }: Input) {
  if (keysOf(text).length > 0) return 'Keys cannot be held during a scroll here.';
  const point = pointerOf(coordinate);
  if (typeof point === 'string') return point;
  const clicks = numberOf(amount);
  if (clicks === null || clicks < 0) return '`scroll_amount` has to be a number of clicks of the wheel.';
  const pixels = clicks * pixelsPerWheelClick;
  const moves: Readonly<Record<string, readonly [right: number, down: number]>> = {
    ...{ up: [0, -pixels], down: [0, pixels], left: [-pixels, 0], right: [pixels, 0] },
  };
  const move =
    typeof direction === 'string' && Object.hasOwn(moves, direction) ? moves[direction] : undefined;
  if (!move) return '`scroll_direction` has to be up, down, left or right.';
  return { type: 'scroll' as const, ...point, right: move[0], down: move[1] };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function pointOf(value: unknown, name = 'coordinate'): Point | string {
  const numbers = numbersOf(value);
  const [x, y] = numbers ?? [];
  if (x === undefined || y === undefined || numbers?.length !== 2) return `\`${name}\` has to be [x, y].`;
  return { x, y };
}

/** Without a coordinate an action is done where the pointer is. */
function pointerOf(value: unknown): Point | { readonly x: null; readonly y: null } | string {
  return value === undefined || value === null ? { x: null, y: null } : pointOf(value);
}

function numbersOf(value: unknown): readonly number[] | null {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const numbers = list.filter((each) => typeof each === 'number');
  return numbers.length > 0 && numbers.length === list.length ? numbers : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function millisecondsOf(seconds: unknown): number | null {
  const number = numberOf(seconds);
  return number === null || number < 0 ? null : Math.round(number * 1_000);
}

/** Splits a combination such as `ctrl+shift+Escape`. */
function keysOf(text: unknown): readonly string[] {
  if (typeof text !== 'string') return [];
  return text
    .split('+')
    .map((key) => key.trim())
    .filter((key) => key !== '');
}
