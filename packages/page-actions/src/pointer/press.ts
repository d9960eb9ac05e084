import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import { clickByScript, focusElement, readControlState } from '../in-page/control-state.ts';
import { findBlockingModal } from '../in-page/occluder.ts';
import type { Modifier } from '../port.ts';
import type { Target } from '../targets/target.ts';
import { describeOccluder } from './describe-occluder.ts';
import { type FreePoint, findPoint, isStillFree } from './find-point.ts';

/** Options of a press. */
export interface PressOptions {
  readonly button?: 'left' | 'middle' | 'right';
  readonly count?: number;
  readonly modifiers?: readonly Modifier[];
  /** Kind of press: on the element, on its label, by a key, or by a script. Default: the element. */
  readonly by?: 'self' | 'label' | 'key' | 'script';
}

/** Kinds that Space presses, and kinds that Enter does. Enter in a text field would send its form. */
const spaceKinds = /^(checkbox|radio|switch)$/;
const enterKinds = /^(button|link|tab|menuitem|menuitemcheckbox|menuitemradio|treeitem)$/;

/**
 * Presses an element, by the first way that works: real pointer events at a free point of it, of its label or of what
 * is drawn in its place; after Escape, when a menu or a hint is in the way; keys, when it has no box but takes the
 * focus; a script's click. A control that another layer covers is not pressed at all.
 */
export async function press(
  context: ActionContext,
  target: Target,
  how: PressOptions = {},
): Promise<ActionOutcome> {
  const { about } = target;
  const { button = 'left', count = 1, modifiers = [], by = 'self' } = how;
  const point = await findFreePoint(context, target, by === 'label' ? 'label' : 'self');
  if ('status' in point) return point;
  if (point.isFree && (by === 'self' || by === 'label')) {
    // Resting there may have opened a hint over it.
    await context.tab.input.move(point);
    const there = (await isStillFree(context, target, point, by))
      ? point
      : await findFreePoint(context, target, by);
    if ('status' in there) return there;
    await context.tab.input.click(there.x, there.y, { button, count, modifiers });
    const through = point.by === 'self' ? '' : ` by its ${point.by === 'label' ? 'label' : 'frame'}`;
    return done(`Clicked ${target.called}${through}.`, { target: about, dispatch: 'pointer' });
  }
  const isPlain = button === 'left' && count === 1 && modifiers.length === 0;
  const key = spaceKinds.test(about.kind) ? 'Space' : enterKinds.test(about.kind) ? 'Enter' : null;
  if (isPlain && by !== 'script' && key && point.focusable && (await isFocusedNow(target))) {
    await context.tab.input.press(key);
    return done(`Pressed ${target.called} by key.`, { target: about, dispatch: 'keyboard' });
  }
  if (!isPlain) {
    return failed('unsupported', `${target.called} is not drawn, so that it takes only plain clicks.`, {
      target: about,
    });
  }
  if (point.isHidden)
    return failed('stale_target', `${target.called} is not shown any more. Read the page again.`, {
      target: about,
    });
  await target.call(clickByScript);
  return done(`Clicked ${target.called} by script.`, { target: about, dispatch: 'dom' });
}

/**
 * Finds a point of an element that nothing covers, after one Escape for a menu or tooltip over it.
 * An element that is gone, disabled or covered is an outcome; one without a box is a point that is not free.
 */
export async function findFreePoint(
  context: ActionContext,
  target: Target,
  through: 'self' | 'label' = 'self',
  mayBeDisabled = false,
): Promise<FreePoint | ActionOutcome> {
  const { about } = target;
  let point = await findPoint(context, target, through);
  if (point.isGone)
    return failed(
      'stale_target',
      `${target.called} went away just now. Read the page again and choose from it.`,
      { target: about },
    );
  if (point.disabled && !mayBeDisabled)
    return failed('disabled', `${target.called} is disabled.`, { target: about });
  if (!point.covered) return point;
  let cover = await describeOccluder(context, target, point.covered);
  if (cover.closesOnEscape) {
    await context.tab.input.press('Escape');
    point = await findPoint(context, target, through);
    if (!point.covered) return point;
    cover = await describeOccluder(context, target, point.covered);
  }
  return failed('covered', `${target.called} is covered by ${cover.called}. Close or move that first.`, {
    target: about,
  });
}

/** Why a control that a script sets is left alone: a dialog that is open has taken it out of use. */
export async function refuseBehindModal(target: Target): Promise<ActionOutcome | null> {
  const over = await target.call(findBlockingModal);
  if (over === null) return null;
  return failed('covered', `${target.called} is covered by ${over}. Close that first.`, {
    target: target.about,
  });
}

async function isFocusedNow(target: Target): Promise<boolean> {
  await target.call(focusElement);
  return (await target.call(readControlState)).focused;
}
