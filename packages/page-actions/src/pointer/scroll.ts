import type { PageActionOf } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import { bringIntoView, type ScrollOrder, scrollRegion } from '../in-page/scroll.ts';
import type { Point } from '../port.ts';
import { isTarget, resolveTarget } from '../targets/target.ts';
import { findPoint } from './find-point.ts';

type Scroll = PageActionOf<'scroll'>;

/** Viewport size when it is not known. */
const screen = { width: 1280, height: 800 };

/** `scroll`: the region of an element, or the page; or to an element. */
export async function scroll(context: ActionContext, action: Scroll): Promise<ActionOutcome> {
  const { id, direction = 'down', amount = 0.8 } = action;
  const to = action.to === 'top' || action.to === 'bottom' ? action.to : null;
  if (action.to !== undefined && to === null) return scrollTo(context, action.to);
  const order: ScrollOrder = { direction, amount, to };
  const called = to ? `to the ${to}` : direction;
  if (id === undefined) {
    const frame = await context.tab.channel.main(context.limits);
    const root = await frame.evaluate('document.documentElement', context.limits);
    const source = `function (order) { return (${scrollRegion})(this, order, true); }`;
    const came = await frame.call(root, source, [order], context.limits);
    const what = `the page ${called}`;
    if (came === 'moved') return moved(what);
    const { width, height } = context.tab.viewportSize() ?? screen;
    return came === 'still' ? byWheel(context, order, { x: width / 2, y: height / 2 }, what) : ended(what);
  }
  const target = await resolveTarget(context, id);
  if (!isTarget(target)) return target;
  const came = await target.call(scrollRegion, order, false);
  const about = { target: target.about };
  const what = `${target.called} ${called}`;
  if (came !== 'still') return { ...(came === 'moved' ? moved(what) : ended(what)), ...about };
  const point = await findPoint(context, target);
  return point.isFree
    ? { ...(await byWheel(context, order, point, what)), ...about }
    : { ...ended(what), ...about };
}

/** Brings an element into view, in its own document and in those around it. */
async function scrollTo(context: ActionContext, id: string): Promise<ActionOutcome> {
  const target = await resolveTarget(context, id);
  if (!isTarget(target)) {
    const isName = !/^\*?[a-z]+\d+$/.test(id.trim());
    return isName
      ? failed(
          'unsupported',
          `\`${id.slice(0, 60)}\` is nothing to scroll to. Use \`top\`, \`bottom\` or an id of the view.`,
        )
      : target;
  }
  const places = [target.found, ...target.found.around];
  let hasMoved = false;
  for (const { frame, handle } of places) {
    const source = `function () { return (${bringIntoView})(this); }`;
    hasMoved = (await frame.call(handle, source, [], context.limits)) === true || hasMoved;
  }
  const what = `to ${target.called}`;
  return hasMoved
    ? { ...moved(what), target: target.about }
    : done(`${target.called} is in view already.`, {
        target: target.about,
        dispatch: 'dom',
        wait: 'changes',
      });
}

/** Scrolls with the wheel what no script can scroll, such as a map or a virtual list. */
async function byWheel(
  context: ActionContext,
  { direction, amount, to }: ScrollOrder,
  at: Point,
  what: string,
): Promise<ActionOutcome> {
  if (to !== null) return ended(what);
  const sign = direction === 'up' || direction === 'left' ? -1 : 1;
  const isAcross = direction === 'left' || direction === 'right';
  const { width, height } = context.tab.viewportSize() ?? screen;
  const watch = await context.watch();
  await context.tab.input.move(at);
  await context.tab.input.wheel(isAcross ? sign * amount * width : 0, isAcross ? 0 : sign * amount * height);
  const settled = await watch.settle({ onlyChanges: true });
  return settled.hasEffect
    ? done(`Turned the wheel over ${what}.`, { dispatch: 'pointer', settled })
    : { ...ended(what), settled };
}

function moved(what: string): ActionOutcome {
  return done(`Scrolled ${what}.`, { dispatch: 'dom', wait: 'changes' });
}

function ended(what: string): ActionOutcome {
  return {
    status: 'no_effect',
    message: `There is nothing further ${what}.`,
    dispatch: 'dom',
    wait: 'changes',
  };
}
