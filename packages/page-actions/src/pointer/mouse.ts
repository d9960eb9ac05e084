import type { PageActionOf } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import type { Executors } from '../executor.ts';
import type { Point } from '../port.ts';
import { elementAtPoint } from '../targets/element-at-point.ts';
import { isTarget, resolveTarget } from '../targets/target.ts';
import { findFreePoint } from './press.ts';

/** The pointer comes from a little further away, so that the page sees it enter. */
const hoverSteps = 4;

/** Actions of the pointer other than clicks. */
export const mouseActions: Executors<'hover' | 'move' | 'left_mouse'> = {
  hover,
  move,
  left_mouse: leftMouse,
};

/** `hover`: rests the pointer on an element or point. */
async function hover(context: ActionContext, { id, x, y }: PageActionOf<'hover'>): Promise<ActionOutcome> {
  if (id === undefined) {
    if (x === undefined || y === undefined)
      return failed('unsupported', 'A hover needs an `id`, or `x` and `y`.');
    const target = await elementAtPoint(context, { x, y });
    await context.tab.input.move({ x, y }, hoverSteps);
    return done(`The pointer rests at ${Math.round(x)}, ${Math.round(y)}.`, {
      ...(target === null ? {} : { target }),
      ...{ dispatch: 'pointer', wait: 'changes' },
    });
  }
  const target = await resolveTarget(context, id);
  if (!isTarget(target)) return target;
  // Hints say why something is disabled, so that it may be pointed at all the same.
  const point = await findFreePoint(context, target, 'self', true);
  const { about, called } = target;
  if ('status' in point) return point;
  if (!point.isFree) {
    return failed('unsupported', `${called} is not drawn, so that no pointer can rest on it.`, {
      target: about,
    });
  }
  await context.tab.input.move(point, hoverSteps);
  return done(`The pointer rests on ${called}.`, { target: about, dispatch: 'pointer', wait: 'changes' });
}

/** `move`: the pointer to a point. */
async function move(context: ActionContext, { x, y }: PageActionOf<'move'>): Promise<ActionOutcome> {
  await context.tab.input.move({ x, y }, hoverSteps);
  return done(`Moved the pointer to ${Math.round(x)}, ${Math.round(y)}.`, {
    ...{ dispatch: 'pointer', wait: 'changes' },
  });
}

/** `left_mouse`: the left button down or up, where the pointer is or at a point. */
async function leftMouse(
  context: ActionContext,
  { direction, x, y }: PageActionOf<'left_mouse'>,
): Promise<ActionOutcome> {
  const at: Point | null = x === undefined || y === undefined ? null : { x, y };
  if (at) await context.tab.input.move(at, hoverSteps);
  await context.tab.input.left(direction);
  const where = at ? ` at ${Math.round(at.x)}, ${Math.round(at.y)}` : '';
  return done(`${direction === 'down' ? 'Pressed' : 'Released'} the left button${where}.`, {
    ...{ dispatch: 'pointer', needsEffect: direction === 'up' },
  });
}
