import type { Image } from '@runwright/contract';
import type { AgentAction } from '../agent-actions.ts';
import { giveUp, waitAction } from './common-actions.ts';
import { type FocusedScreen, smallestAt, typeInFocus } from './focused-screen.ts';
import { toKeyCombination } from './key-names.ts';
import type { ScreenCall } from './parse-reply.ts';
import { type PagePoint, type PointSpace, toPagePoint } from './point-space.ts';

/** The screen that a model has seen when it wrote a call. */
export interface SeenScreen extends FocusedScreen {
  readonly image: Image;
  readonly space: PointSpace;
}

/** Names of all calls, for the answer to one that there is not. */
const screenCalls = [
  'click',
  'left_double',
  'right_single',
  'hover',
  'drag',
  'hotkey',
  'type',
  'scroll',
  'wait',
  'goto_url',
  'go_back',
  'switch_tab',
  'extract',
  'finished',
  'terminate',
  'call_user',
];

/** Converts a call to an action; a sentence about what is wrong with it when it cannot be executed. */
export function toAgentAction(call: ScreenCall, reason: string, screen: SeenScreen): AgentAction | string {
  const { values } = call;
  const at = (...names: string[]): PagePoint | string => {
    const text = names.map((name) => values[name]).find((value) => value !== undefined);
    if (text === undefined) return `\`${call.name}\` needs a point.`;
    return toPagePoint(text, screen.space, screen.image) ?? `\`${text}\` is no point inside of the image.`;
  };
  const onPoint = (make: (point: PagePoint) => AgentAction): AgentAction | string => {
    const point = at('point', 'start_box', 'start_point');
    return typeof point === 'string' ? point : make(point);
  };
  switch (call.name) {
    case 'click':
      return onPoint((point) => ({ reason, action_type: 'click', ...point }));
    case 'left_double':
      return onPoint((point) => ({ reason, action_type: 'click', ...point, count: 2 }));
    case 'right_single':
      return onPoint((point) => ({ reason, action_type: 'click', ...point, button: 'right' }));
    case 'hover':
      return onPoint((point) => ({ reason, action_type: 'hover', ...point }));
    case 'drag': {
      const from = at('start_point', 'start_box');
      const to = at('end_point', 'end_box');
      if (typeof from === 'string') return from;
      return typeof to === 'string' ? to : { reason, action_type: 'drag', from, to };
    }
    case 'hotkey': {
      const keys = toKeyCombination(values.key ?? '');
      if (keys === null) return `\`${values.key ?? ''}\` is no key combination; write it like 'ctrl a'.`;
      return { reason, action_type: 'keypress', keys: [keys] };
    }
    case 'type':
      return typeInFocus(values.content ?? '', reason, screen);
    case 'scroll':
      return scroll(call, reason, screen);
    case 'wait':
      return waitAction(reason);
    case 'goto_url':
      return { reason, action_type: 'goto_url', url: values.url ?? '' };
    case 'go_back':
      return { reason, action_type: 'go_back' };
    case 'switch_tab':
      return { reason, action_type: 'switch_tab', tab: values.tab ?? '' };
    case 'extract':
      return { reason, action_type: 'extract', goal: values.goal ?? '' };
    case 'finished':
      return { reason, action_type: 'complete', summary: values.content ?? reason };
    case 'terminate':
      return giveUp(values.reason ?? reason);
    default:
      return `There is no action \`${call.name}\`; there are ${screenCalls.join(', ')}.`;
  }
}

const directions = ['up', 'down', 'left', 'right'] as const;

/** Scrolls the region under a point, or the page when no point is given. */
function scroll({ values }: ScreenCall, reason: string, screen: SeenScreen): AgentAction | string {
  const direction = directions.find((each) => each === values.direction?.trim().toLowerCase());
  if (!direction) return `\`scroll\` needs a direction: ${directions.join(', ')}.`;
  const text = values.point ?? values.start_box;
  if (text === undefined) return { reason, action_type: 'scroll', direction };
  const point = toPagePoint(text, screen.space, screen.image);
  if (point === null) return `\`${text}\` is no point inside of the image.`;
  const element = smallestAt(screen.view.elements(), point);
  return { reason, action_type: 'scroll', direction, ...(element ? { id: element.id } : {}) };
}
