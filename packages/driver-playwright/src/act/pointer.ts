import type { PageAction } from '@runwright/contract';
import { type ControlState, controlState } from '../in-page/control.ts';
import { type Hands, isTarget, type Target, targetOf } from './hands.ts';
import { done, failed, type Outcome } from './outcome.ts';
import { press } from './press.ts';

type Click = Extract<PageAction, { action_type: 'click' }>;
type Want = NonNullable<Click['want']>;

/** `click`: on an element or at a point. With `want`, only as far as the state is not there yet. */
export async function click(hands: Hands, action: Click): Promise<Outcome> {
  const { id, x, y, want } = action;
  const how = { button: action.button ?? 'left', count: action.count ?? 1 } as const;
  if (id === undefined) {
    if (x === undefined || y === undefined)
      return failed('unsupported', 'A click needs an `id`, or `x` and `y`.');
    await hands.input.click(x, y, how);
    return done(`Clicked at ${Math.round(x)}, ${Math.round(y)}.`, { dispatch: 'pointer', needsEffect: true });
  }
  const target = await targetOf(hands, id);
  if (!isTarget(target)) return target;
  if (want !== undefined) return bringTo(hands, target, want);
  const outcome = await press(hands, target, how);
  return { ...outcome, needsEffect: outcome.status === 'ok' };
}

/** `checkbox`: brings a checkbox, radio or switch into a state. */
export async function checkbox(
  hands: Hands,
  action: Extract<PageAction, { action_type: 'checkbox' }>,
): Promise<Outcome> {
  const target = await targetOf(hands, action.id);
  return isTarget(target) ? bringTo(hands, target, action.checked ? 'checked' : 'unchecked') : target;
}

/** Presses until the state holds: once by pointer, once more in another way. */
async function bringTo(hands: Hands, target: Target, want: Want): Promise<Outcome> {
  const { about } = target;
  const before = await target.call(controlState);
  if (holds(before, want))
    return done(`${target.called} is ${want} already.`, { target: about, dispatch: 'none' });
  if (want === 'unchecked' && before.type === 'radio') {
    return failed(
      'unsupported',
      `${target.called} is a radio button: choose another one of its group instead.`,
      { target: about },
    );
  }
  for (const attempt of [1, 2]) {
    const watch = await hands.watch();
    const outcome = await press(hands, target);
    if (outcome.status !== 'ok') return outcome;
    const { hasNavigated } = await watch.settle();
    // A page that has moved on has taken the press.
    if (hasNavigated) return { ...outcome, wait: 'done' };
    const after = await target.call(controlState).catch(() => null);
    if (after === null) return { ...outcome, wait: 'done' };
    if (holds(after, want)) return { ...outcome, message: `${target.called} is ${want} now.`, wait: 'done' };
    if (attempt === 2) break;
  }
  return failed('state_mismatch', `${target.called} was to be ${want}, and it is not after two clicks.`, {
    target: about,
    wait: 'done',
  });
}

function holds(state: ControlState, want: Want): boolean {
  switch (want) {
    case 'checked':
      return state.checked === true;
    case 'unchecked':
      return state.checked === false;
    case 'expanded':
      return state.expanded === true;
    case 'collapsed':
      return state.expanded === false;
    case 'selected':
      return state.selected === true || state.checked === true;
  }
}
