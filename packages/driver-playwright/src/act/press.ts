import { type Aim, aimAt, elementAt, frameOrigin, isFleeting } from '../in-page/aim.ts';
import { clickByScript, takeFocus } from '../in-page/control.ts';
import { type Hands, isTarget, type Target, targetOf } from './hands.ts';
import { done, failed, type Outcome } from './outcome.ts';

/** How to press. */
export interface Press {
  readonly button?: 'left' | 'middle' | 'right';
  readonly count?: number;
}

/**
 * Presses an element, by the first way that works: real pointer events at a free point; after Escape, when a menu
 * or a hint is in the way; keys, when it has no box but takes the focus; a script's click. A control that another
 * layer covers is not pressed at all.
 */
export async function press(hands: Hands, target: Target, how: Press = {}): Promise<Outcome> {
  const { about } = target;
  let aim = await aimIn(hands, target);
  if (aim.disabled) return failed('disabled', `${target.called} is disabled.`, { target: about });
  if (aim.state === 'covered' && (await isCoverFleeting(hands, target, aim))) {
    await hands.input.press('Escape');
    aim = await aimIn(hands, target);
  }
  if (aim.state === 'covered') {
    const cover = await coverName(hands, target, aim);
    return failed('covered', `${target.called} is covered by ${cover}. Close that first.`, { target: about });
  }
  if (aim.state === 'free') {
    const { button = 'left', count = 1 } = how;
    await hands.input.click(aim.x, aim.y, { button, count });
    return done(`Clicked ${target.called}.`, { target: about, dispatch: 'pointer' });
  }
  if (aim.focusable) {
    await target.call(takeFocus);
    await hands.input.press(/^(checkbox|radio|switch)$/.test(about.kind) ? 'Space' : 'Enter');
    return done(`Pressed ${target.called} by key.`, { target: about, dispatch: 'keyboard' });
  }
  await target.call(clickByScript);
  return done(`Clicked ${target.called} by script.`, { target: about, dispatch: 'dom' });
}

/** An aim in the main frame's viewport, and the same point as the element's own document counts it. */
interface MainAim extends Aim {
  readonly own: { readonly x: number; readonly y: number };
}

/** Aims through every frame around the element; each of them has to show it at that point. */
async function aimIn(hands: Hands, target: Target): Promise<MainAim> {
  const aim = await target.call(aimAt);
  const own = { x: aim.x, y: aim.y };
  if (aim.state === 'none') return { ...aim, own };
  let { x, y } = aim;
  let isFree = aim.state === 'free';
  for (const { frame, handle } of target.found.around) {
    const source = `function (x, y) { return (${frameOrigin})(this, x, y); }`;
    const answer = await frame.call(handle, source, [x, y], hands.limits);
    const place: { x?: unknown; y?: unknown; isFree?: unknown } =
      typeof answer === 'object' && answer !== null ? answer : {};
    x += Number(place.x);
    y += Number(place.y);
    isFree &&= place.isFree === true;
  }
  return { ...aim, state: isFree ? 'free' : 'covered', x, y, own };
}

async function isCoverFleeting(hands: Hands, target: Target, aim: MainAim): Promise<boolean> {
  const { frame, handle } = target.found;
  const cover = await frame
    .callForHandle(
      handle,
      `function (x, y) { return (${elementAt})(this, x, y); }`,
      [aim.own.x, aim.own.y],
      hands.limits,
    )
    .catch(() => null);
  if (!cover) return false;
  return (
    (await frame.call(cover, `function () { return (${isFleeting})(this); }`, [], hands.limits)) === true
  );
}

async function coverName(hands: Hands, target: Target, aim: MainAim): Promise<string> {
  const { frame, handle } = target.found;
  const cover = await frame
    .callForHandle(
      handle,
      `function (x, y) { return (${elementAt})(this, x, y); }`,
      [aim.own.x, aim.own.y],
      hands.limits,
    )
    .catch(() => null);
  const id = cover && (await hands.tab.reader.idOf(frame, cover, hands.limits).catch(() => null));
  const seen = id ? hands.tab.reader.seen(id) : undefined;
  return seen ? `${seen.kind} "${seen.name}" (${seen.id})` : 'another layer of the page';
}

/** The target of an id, pressed; the outcome says why not when there is none. */
export async function pressId(hands: Hands, id: string, how?: Press): Promise<Outcome> {
  const target = await targetOf(hands, id);
  return isTarget(target) ? press(hands, target, how) : target;
}
