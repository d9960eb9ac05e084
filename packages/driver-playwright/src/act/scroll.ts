import type { PageAction } from '@runwright/contract';
import { type ScrollOrder, scrollRegion } from '../in-page/scroll.ts';
import { type Hands, isTarget, targetOf } from './hands.ts';
import { done, type Outcome } from './outcome.ts';

/** `scroll`: the region of an element, or the page. */
export async function scroll(
  hands: Hands,
  action: Extract<PageAction, { action_type: 'scroll' }>,
): Promise<Outcome> {
  const { id, direction = 'down', amount = 0.8 } = action;
  const to = action.to === 'top' || action.to === 'bottom' ? action.to : null;
  const order: ScrollOrder = { direction, amount, to };
  const called = to ? `to the ${to}` : direction;
  if (id === undefined) {
    const frame = await hands.tab.channel.main(hands.limits);
    const root = await frame.evaluate('document.documentElement', hands.limits);
    const source = `function (order) { return (${scrollRegion})(this, order, true); }`;
    return moved((await frame.call(root, source, [order], hands.limits)) === true, `the page ${called}`);
  }
  const target = await targetOf(hands, id);
  if (!isTarget(target)) return target;
  const hasMoved = await target.call(scrollRegion, order, false);
  return { ...moved(hasMoved === true, `${target.called} ${called}`), target: target.about };
}

function moved(hasMoved: boolean, what: string): Outcome {
  return hasMoved
    ? done(`Scrolled ${what}.`, { dispatch: 'dom', wait: 'changes' })
    : { status: 'no_effect', message: `There is nothing further ${what}.`, dispatch: 'dom', wait: 'changes' };
}
