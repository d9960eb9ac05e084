import type { ComputerAction, Image, JsonObject } from '@runwright/contract';
import type { AgentAction } from '../agent-actions.ts';
import { waitAction } from '../screen/common-actions.ts';
import { type FocusedScreen, smallestAt, typeInFocus } from '../screen/focused-screen.ts';
import { toKeyCombination } from '../screen/key-names.ts';
import { type PagePoint, scalePoint } from '../screen/point-space.ts';
import { toFunctionAction } from './function-tools.ts';

/** The screen that a model has seen when it chose actions. */
export interface ToolScreen extends FocusedScreen {
  readonly image: Image;
  /** Point of the image where the model has put the pointer; null when it has not. */
  readonly pointer: PagePoint | null;
}

/** What a model does with its tools: an action of the computer tool, or the call of a function. */
export type ToolAction =
  | ComputerAction
  | { readonly type: 'function'; readonly name: string; readonly input: JsonObject };

/** Actions to execute now, and those for which the page must be read again first. */
export interface ActionBatch {
  readonly actions: readonly AgentAction[];
  readonly rest: readonly ToolAction[];
  /** Point of the image where `actions` put the pointer. */
  readonly pointer: PagePoint | null;
}

/** Converts the actions of a model, up to a text that is typed after something else; a sentence when one of them is wrong. */
export function toAgentActions(
  chosen: readonly ToolAction[],
  reason: string,
  screen: ToolScreen,
): ActionBatch | string {
  const actions: AgentAction[] = [];
  let { pointer } = screen;
  for (const [index, action] of chosen.entries()) {
    // Which field has the focus is known only when the actions before are done.
    if (action.type === 'type' && index > 0) return { actions, rest: chosen.slice(index), pointer };
    const converted = toAgentAction(action, reason, { ...screen, pointer });
    if (typeof converted === 'string') return converted;
    actions.push(converted);
    pointer = pointerAfter(action) ?? pointer;
  }
  return { actions, rest: [], pointer };
}

function pointerAfter(action: ToolAction): PagePoint | null {
  if (action.type === 'drag') return action.path.at(-1) ?? null;
  const isPointed = action.type === 'click' || action.type === 'move' || action.type === 'scroll';
  return isPointed && action.x !== null ? { x: action.x, y: action.y } : null;
}

function toAgentAction(action: ToolAction, reason: string, screen: ToolScreen): AgentAction | string {
  switch (action.type) {
    case 'click':
      return click(action, reason, screen);
    case 'move':
      return onPoint(action, screen, (point) => ({ reason, action_type: 'hover', ...point }));
    case 'mouse':
      return { reason, action_type: 'left_mouse', direction: action.direction };
    case 'drag': {
      const [first, last] = [action.path[0], action.path.at(-1)];
      if (!first || !last || action.path.length < 2) return 'A drag needs at least two points.';
      return onPoint(first, screen, (from) =>
        onPoint(last, screen, (to) => ({ reason, action_type: 'drag', from, to })),
      );
    }
    case 'keypress':
      return keypress(action, reason);
    case 'type':
      return typeInFocus(action.text, reason, screen);
    case 'scroll':
      return scroll(action, reason, screen);
    case 'wait':
      return waitAction(reason, action.ms);
    case 'zoom':
      return onPoint(action, screen, () =>
        onPoint({ x: action.x + action.width, y: action.y + action.height }, screen, () => ({
          ...{ reason, action_type: 'null_action' },
        })),
      );
    case 'screenshot':
    case 'cursor':
      return { reason, action_type: 'null_action' };
    case 'back':
      return { reason, action_type: 'go_back' };
    case 'forward':
      return { reason, action_type: 'go_forward' };
    case 'function':
      return toFunctionAction(action.name, action.input, reason);
    case 'unknown':
      return action.problem === undefined
        ? `There is no action \`${action.name}\` here.`
        : `\`${action.name}\` was not done: ${action.problem}`;
  }
}

const modifierKeys = ['Alt', 'Control', 'Meta', 'Shift'] as const;

function click(
  action: Extract<ComputerAction, { type: 'click' }>,
  reason: string,
  screen: ToolScreen,
): AgentAction | string {
  const { button, count } = action;
  const held = (action.modifiers ?? []).map((name) => {
    const key = toKeyCombination(name);
    return modifierKeys.find((each) => each === key) ?? null;
  });
  const modifiers = held.filter((key) => key !== null);
  if (modifiers.length < held.length) return 'Only Alt, Control, Meta and Shift can be held during a click.';
  const point = action.x === null ? screen.pointer : action;
  if (point === null) return 'The pointer was not moved yet: say where to click.';
  return onPoint(point, screen, (onPage) => ({
    ...({ reason, action_type: 'click', ...onPage } as const),
    ...(button === 'left' ? {} : { button }),
    ...(count === 1 ? {} : { count }),
    ...(modifiers.length === 0 ? {} : { modifiers }),
  }));
}

function keypress(
  { keys: names, repeat, holdMs }: Extract<ComputerAction, { type: 'keypress' }>,
  reason: string,
): AgentAction | string {
  const keys = toKeyCombination(names.join(' '));
  if (keys === null) return `\`${names.join('+')}\` names keys that there are not.`;
  return {
    ...({ reason, action_type: 'keypress', keys: [keys] } as const),
    ...(repeat === undefined ? {} : { repeat }),
    ...(holdMs === undefined ? {} : { hold_ms: holdMs }),
  };
}

function scroll(
  action: Extract<ComputerAction, { type: 'scroll' }>,
  reason: string,
  screen: ToolScreen,
): AgentAction | string {
  const { right, down } = action;
  const { image, view } = screen;
  const isAcross = Math.abs(right) > Math.abs(down);
  const pixels = isAcross ? right : down;
  if (pixels === 0) return { reason, action_type: 'null_action' };
  const direction = isAcross ? (pixels > 0 ? 'right' : 'left') : pixels > 0 ? 'down' : 'up';
  const screens = Math.abs(pixels) / (isAcross ? image.width : image.height);
  const amount = Math.min(10, Math.max(0.1, Math.round(screens * 100) / 100));
  const middle = { x: image.width / 2, y: image.height / 2 };
  const point = action.x === null ? (screen.pointer ?? middle) : action;
  return onPoint(point, screen, (onPage) => {
    const element = smallestAt(view.elements(), onPage);
    return {
      ...({ reason, action_type: 'scroll', direction, amount } as const),
      ...(element ? { id: element.id } : {}),
    };
  });
}

function onPoint(
  point: PagePoint,
  { image }: ToolScreen,
  make: (point: PagePoint) => AgentAction | string,
): AgentAction | string {
  const onPage = scalePoint(point, image, image);
  if (onPage !== null) return make(onPage);
  return `The point ${point.x}, ${point.y} is outside of the screenshot, which has ${image.width} x ${image.height} pixels.`;
}
