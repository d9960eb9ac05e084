import type { Image, PageView, VisibleElement } from '@runwright/contract';
import type { AgentAction } from '../agent-actions.ts';
import { toKeyCombination } from './key-names.ts';
import type { ScreenCall } from './parse-reply.ts';
import { type PagePoint, type PointSpace, toPagePoint } from './point-space.ts';

/** The screen that a model has seen when it wrote a call. */
export interface SeenScreen {
  readonly image: Image;
  readonly space: PointSpace;
  readonly view: Pick<PageView, 'elements'>;
  /** Placeholder of the one-time code that the task waits for; null when there is none. */
  readonly oneTimeCode: string | null;
  /** True when everything in the focused field was selected just before, so that typing replaces it. */
  readonly isAllSelected: boolean;
}

/** Calls that work on the page or end the task, by name; what stands here is what the model is told. */
export const screenCalls = [
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
] as const;

const waitMs = 2_000;

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
      return { reason, action_type: 'wait', for: 'ms', value: waitMs };
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

/** Returns the action that ends a task whose goal cannot be reached. */
export function giveUp(reason: string): AgentAction {
  return { reason, action_type: 'terminate', category: 'goal_unreachable', evidence: reason };
}

/** Types into the element with the focus, so that the driver can check what kind of field it is and whose. */
function typeInFocus(content: string, reason: string, screen: SeenScreen): AgentAction | string {
  const field = screen.view.elements().findLast(({ flags }) => flags.includes('focused'));
  if (field === undefined) return 'Nothing on the page has the focus: click the field first, then type.';
  if (screen.oneTimeCode !== null && content.trim() === screen.oneTimeCode) {
    return { reason, action_type: 'verification_code', id: field.id, code: screen.oneTimeCode };
  }
  const submit = content.endsWith('\n');
  const text = submit ? content.slice(0, -1) : content;
  const clear = screen.isAllSelected;
  return { reason, action_type: 'input_text', id: field.id, text, clear, ...(submit ? { submit } : {}) };
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

function smallestAt(elements: readonly VisibleElement[], { x, y }: PagePoint): VisibleElement | null {
  const around = elements.filter(
    ({ box }) => x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height,
  );
  const area = ({ box }: VisibleElement): number => box.width * box.height;
  return around.toSorted((a, b) => area(a) - area(b))[0] ?? null;
}
