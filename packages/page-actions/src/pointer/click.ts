import type { PageActionOf } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import type { Executors } from '../executor.ts';
import { readClickDestination } from '../in-page/click-destination.ts';
import { type ControlState, findStateOwner, readControlState } from '../in-page/control-state.ts';
import { elementAtPoint } from '../targets/element-at-point.ts';
import { refreshTarget } from '../targets/refresh-target.ts';
import { isTarget, originOf, refusal, resolveTarget, type Target } from '../targets/target.ts';
import { type PressOptions, press } from './press.ts';

type Click = PageActionOf<'click'>;
/** A state that a click is to bring about. */
export type WantedState = NonNullable<Click['want']>;

/** Clicks, and the controls that a click changes. */
export const clickActions: Executors<'click' | 'checkbox'> = { click, checkbox };

/** `click`: on an element or at a point. With `want`, only as far as the state is not there yet. */
async function click(context: ActionContext, action: Click): Promise<ActionOutcome> {
  const { id, x, y, want, modifiers = [] } = action;
  const how = { button: action.button ?? 'left', count: action.count ?? 1, modifiers } as const;
  if (id === undefined) {
    if (x === undefined || y === undefined)
      return failed('unsupported', 'A click needs an `id`, or `x` and `y`.');
    const target = await elementAtPoint(context, { x, y });
    await context.tab.input.click(x, y, how);
    return done(`Clicked at ${Math.round(x)}, ${Math.round(y)}.`, {
      ...(target === null ? {} : { target }),
      ...{ dispatch: 'pointer', needsEffect: true },
    });
  }
  const target = await resolveTarget(context, id);
  if (!isTarget(target)) return target;
  if (want !== undefined) return setControlState(context, target, want);
  const [{ destination, isPageOnly }, before] = await Promise.all([
    target.call(readClickDestination),
    target.call(readControlState),
  ]);
  const refused = await refusedDestination(context, target, destination);
  if (refused) return refused;
  const outcome = await pressCurrent(context, target, how);
  if (outcome.status !== 'ok') return outcome;
  const after = await target.call(readControlState).catch(() => null);
  // A state that is no attribute, such as that of a checkbox, changes without a trace in the document.
  const isChanged = after !== null && (after.checked !== before.checked || after.value !== before.value);
  return { ...outcome, needsEffect: !isChanged, ...(isPageOnly ? { effect: 'page' } : {}) };
}

/** Presses again when the element was re-rendered during the press. */
async function pressCurrent(
  context: ActionContext,
  target: Target,
  how: PressOptions,
): Promise<ActionOutcome> {
  const outcome = await press(context, target, how);
  if (outcome.code !== 'stale_target') return outcome;
  const again = await refreshTarget(context, target);
  return again && again !== target ? press(context, again, how) : outcome;
}

/** Returns the outcome for a link to a destination that the policy refuses; null for others. */
async function refusedDestination(
  context: ActionContext,
  target: Target,
  destination: string | null,
): Promise<ActionOutcome | null> {
  if (destination === null || !URL.canParse(destination)) return null;
  if (new URL(destination).origin === originOf(target)) return null;
  const refused = await context.egress
    .check(destination, { signal: context.signal })
    .then(() => null, refusal);
  return refused && { ...refused, target: target.about };
}

/** `checkbox`: brings a checkbox, radio or switch into a state. */
async function checkbox(context: ActionContext, action: PageActionOf<'checkbox'>): Promise<ActionOutcome> {
  const target = await resolveTarget(context, action.id);
  return isTarget(target)
    ? setControlState(context, target, action.checked ? 'checked' : 'unchecked')
    : target;
}

/** Ways to press, one after the other, until the state holds. */
const ways: readonly NonNullable<PressOptions['by']>[] = ['self', 'label', 'key'];

/** Presses until the state holds: by pointer, then through the label, then by key. */
export async function setControlState(
  context: ActionContext,
  target: Target,
  want: WantedState,
): Promise<ActionOutcome> {
  const { about, called } = target;
  let live = target;
  let owner = await ownerOf(target, want);
  const before = await owner.call(readControlState);
  if (holds(before, want))
    return done(`${called} is ${want} already.`, {
      ...{ target: about, dispatch: 'none' },
      readBack: { wanted: want, found: want, holds: true, attempts: 1 },
    });
  if (want === 'unchecked' && (before.type === 'radio' || before.role === 'radio')) {
    return failed('unsupported', `${called} is a radio button: choose another one of its group instead.`, {
      target: about,
    });
  }
  if (!hasState(before, want)) {
    return failed(
      'unsupported',
      `${called} has no state that is ${want}: it is a ${about.kind}. Click it without \`want\`, or choose the control itself.`,
      { target: about },
    );
  }
  let last: ControlState = before;
  let attempts = 0;
  for (const [index, by] of ways.entries()) {
    const watch = await context.watch();
    const outcome = await pressCurrent(context, live, { by });
    if (outcome.status !== 'ok') return outcome;
    const settled = await watch.settle();
    const found = await refreshTarget(context, owner);
    const isAnew = found !== null && found !== owner;
    if (isAnew) {
      live = found;
      owner = await ownerOf(found, want);
    }
    const after = found && (await owner.call(readControlState).catch(() => null));
    // A page that has moved on, or has taken the control away, has taken the press.
    if (after === null || !hasState(after, want)) return { ...outcome, settled };
    const readBack = {
      wanted: want,
      found: stateOf(after, want),
      holds: holds(after, want),
      attempts: index + 1,
    };
    if (readBack.holds || settled.hasNavigated)
      return { ...outcome, message: `${called} is ${want} now.`, settled, readBack };
    last = after;
    attempts = index + 1;
    // What stands there now may be the next one of a list: it is not pressed without being looked at.
    if (isAnew) break;
  }
  return failed(
    'state_mismatch',
    `${called} is ${stateOf(last, want)} instead of ${want} after ${attempts === 1 ? 'a press' : `${attempts} attempts`}. The page may prevent the change: look for a message, or for what has to be done first.`,
    {
      ...{ target: about, wait: 'done', dispatch: 'pointer' },
      readBack: { wanted: want, found: stateOf(last, want), holds: false, attempts },
    },
  );
}

/** The element itself, or the control that it stands for when it has no such state of its own. */
async function ownerOf(target: Target, want: WantedState): Promise<Target> {
  if (hasState(await target.call(readControlState), want)) return target;
  return (await target.callForTarget(findStateOwner)) ?? target;
}

function hasState(state: ControlState, want: WantedState): boolean {
  switch (want) {
    case 'checked':
    case 'unchecked':
      return state.checked !== null || state.mixed || state.selected !== null;
    case 'expanded':
    case 'collapsed':
      return state.expanded !== null;
    case 'selected':
      return state.selected !== null || state.checked !== null || state.mixed;
  }
}

function holds(state: ControlState, want: WantedState): boolean {
  const on = state.checked ?? (state.mixed ? null : state.selected);
  switch (want) {
    case 'checked':
      return on === true;
    case 'unchecked':
      return on === false;
    case 'expanded':
      return state.expanded === true;
    case 'collapsed':
      return state.expanded === false;
    case 'selected':
      return state.selected === true || state.checked === true;
  }
}

/** The state that was found, in a word. */
function stateOf(state: ControlState, want: WantedState): string {
  if (want === 'expanded' || want === 'collapsed') return state.expanded ? 'expanded' : 'collapsed';
  if (state.mixed) return 'mixed';
  const isOn = state.checked ?? state.selected;
  if (want === 'selected') return isOn ? 'selected' : 'not selected';
  return isOn ? 'checked' : 'unchecked';
}
