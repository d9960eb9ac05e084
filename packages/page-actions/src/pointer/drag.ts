import type { PageActionOf } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import { cornerOf } from '../in-page/scroll.ts';
import type { Point } from '../port.ts';
import { isTarget, resolveTarget, type Target } from '../targets/target.ts';
import { findPoint } from './find-point.ts';
import { findFreePoint } from './press.ts';

type Drag = PageActionOf<'drag'>;

/** Default number of moves between the two ends. */
const defaultSteps = 12;
/** Libraries take a press for a drag when the pointer has gone a little way. */
const firstStep = 6;

/**
 * `drag`: presses at one place, moves there and lets go at another. Pages see pointer events; elements that are
 * `draggable` see the browser's own drag with its data, which comes from the same moves.
 */
export async function drag(
  context: ActionContext,
  { from, to, steps = defaultSteps }: Drag,
): Promise<ActionOutcome> {
  const source = await endOf(context, from);
  if ('status' in source) return source;
  const goal = await endOf(context, to);
  if ('status' in goal) return goal;
  const about = {
    ...(source.target ? { target: source.target.about } : {}),
    ...(goal.target ? { dropTarget: goal.target.about } : {}),
  };

  let start = await startOf(context, source);
  if ('status' in start) return start;
  const before = await cornersOf(context, source);
  let end = await endPoint(context, goal);
  // Both are in view at once, unless the goal had to be scrolled to: then the page scrolls while the button is down.
  const isFar = (await cornersOf(context, source)) !== before;
  if (isFar) start = await startOf(context, source);
  if ('status' in start) return start;
  await context.tab.input.move(start);
  // The pointer may have left a menu that closes and lets everything below it move up.
  const again = await startOf(context, source);
  if ('status' in again) return again;
  if (again.x !== start.x || again.y !== start.y) {
    start = again;
    await context.tab.input.move(start);
  }
  if (!isFar) end = await endPoint(context, goal);
  await context.tab.input.left('down');
  try {
    await context.tab.input.move(isFar ? { x: start.x, y: start.y + firstStep } : towards(start, end));
    if (isFar) end = await endPoint(context, goal);
    const watch = await context.watch();
    await context.tab.input.move(end, steps);
    // Lists make room slowly and take nothing meanwhile; what then lies under the pointer is entered with the next move.
    await watch.settle({ onlyChanges: true });
    await context.tab.input.move({ x: end.x + 1, y: end.y + 1 });
    await context.tab.input.move(end);
  } finally {
    // What comes next is no drag, whatever has become of this one.
    await context.tab.input.left('up');
  }
  return done(`Dragged ${source.called} to ${goal.called}.`, {
    ...about,
    dispatch: 'pointer',
    needsEffect: true,
  });
}

/** One end of a drag: an element, or a point. */
interface End {
  readonly target: Target | null;
  readonly point: Point;
  readonly called: string;
}

async function endOf(context: ActionContext, spot: Drag['from']): Promise<End | ActionOutcome> {
  if (typeof spot !== 'string') {
    return { target: null, point: spot, called: `${Math.round(spot.x)}, ${Math.round(spot.y)}` };
  }
  const target = await resolveTarget(context, spot);
  return isTarget(target) ? { target, point: { x: 0, y: 0 }, called: target.called } : target;
}

/** Returns the point to press: one that nothing covers. */
async function startOf(context: ActionContext, { target, point }: End): Promise<Point | ActionOutcome> {
  if (!target) return point;
  const found = await findFreePoint(context, target);
  if ('status' in found || found.isFree) return found;
  return failed('unsupported', `${target.called} is not drawn, so that it cannot be dragged.`, {
    target: target.about,
  });
}

/** Returns the point of the drop. The dragged element may cover the target, so an occluder does not matter. */
async function endPoint(context: ActionContext, { target, point }: End): Promise<Point> {
  return target ? findPoint(context, target) : point;
}

/** Returns the positions of an element and of the frames around it as text, to be compared. */
async function cornersOf(context: ActionContext, { target }: End): Promise<string> {
  if (!target) return '';
  const source = `function () { return (${cornerOf})(this); }`;
  const corners = await Promise.all(
    [target.found, ...target.found.around].map(({ frame, handle }) =>
      frame.call(handle, source, [], context.limits),
    ),
  );
  return JSON.stringify(corners);
}

function towards(from: Point, to: Point): Point {
  const distance = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const share = Math.min(1, firstStep / distance);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
