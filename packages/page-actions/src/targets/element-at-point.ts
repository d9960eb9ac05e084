import type { ActionTarget, Box, VisibleElement } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import type { Point } from '../port.ts';
import { describeElement } from './resolve-element.ts';

/**
 * Describes the listed element at a point of the viewport, for the record of an action there: the smallest one whose box holds
 * the point. Null when there is none; the action is executed at the point all the same.
 */
export async function elementAtPoint(context: ActionContext, point: Point): Promise<ActionTarget | null> {
  const { reader } = context.tab;
  try {
    const { elements } = await reader.peek(context.signal, context.secrets.findMask);
    const [smallest] = elements
      .filter((element) => isHit(element, point))
      .toSorted((one, other) => areaOf(one.box) - areaOf(other.box));
    const found = smallest && (await reader.find(smallest.id, context.limits));
    return found ? (await describeElement(context, found, smallest)).about : null;
  } catch (cause) {
    context.signal.throwIfAborted();
    if (context.tab.isClosed() || context.tab.hasCrashed()) throw cause;
    return null;
  }
}

function isHit({ box, flags }: VisibleElement, { x, y }: Point): boolean {
  const isBehind = flags.some((flag) => flag === 'offscreen' || flag.startsWith('covered-by'));
  return !isBehind && x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

function areaOf({ width, height }: Box): number {
  return width * height;
}
