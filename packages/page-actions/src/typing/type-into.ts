import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import { cutText } from '../cut-text.ts';
import {
  type ControlState,
  findFieldWithin,
  findFocusedField,
  focusElement,
  moveCaretToEnd,
  readControlState,
  selectAll,
} from '../in-page/control-state.ts';
import { press } from '../pointer/press.ts';
import { refreshTarget } from '../targets/refresh-target.ts';
import { originOf, type Target } from '../targets/target.ts';
import { fillSecret } from './fill-secret.ts';
import { isSameValue } from './same-value.ts';
import { rememberTypedValue } from './typed-value.ts';
import { prepareSuggestions } from './wait-for-suggestions.ts';

/** A text to type into a field, and how. */
export interface Typing {
  readonly text: string;
  /** Goes to the field itself and never by keys; no message quotes the value of the field. */
  readonly isSecret: boolean;
  /** Goes only into a field that hides it. */
  readonly isPassword: boolean;
  /** Empties the field first. */
  readonly clear: boolean;
  /** Presses Enter when the field has taken the text. */
  readonly submit: boolean;
}

/** So many characters at the end of a text go as real keys, for handlers that wait for them. */
const keyedTail = 3;
/** Most characters to type key by key. */
const mostKeyed = 500;
/** Characters of a secret that a field does not keep without the rest. */
const leastPart = 8;
/** A text is typed in pieces of that length, to be given up between them. */
const piece = 100;

/**
 * Types into a field or an editable region, waits until the page stands still and looks whether the text was taken; when
 * it was not, the field is emptied and the text typed again, key by key. A secret is brought into the field in one piece,
 * then character by character, see {@link fillSecret}.
 */
export async function typeInto(
  context: ActionContext,
  named: Target,
  typing: Typing,
): Promise<ActionOutcome> {
  const { isSecret, isPassword, clear, submit } = typing;
  const watch = await context.watch();
  const focused = await (isSecret ? clickInto(context, named) : focusOn(context, named));
  if ('status' in focused) return focused;
  const target = focused;
  const { about, called } = target;
  const first = await target.call(readControlState);
  const before = clear ? '' : first.value.replace(/\n$/, '');
  // A carriage return of its own would be the Enter key.
  const lines = typing.text.replace(/\r\n?/g, '\n');
  const text = isSingleLine(first) ? lines.replace(/\s*\n\s*/g, ' ') : lines;
  const wanted = `${before}${text}`;
  const waitForSuggestions = isSecret || submit ? null : await prepareSuggestions(context, target, first);

  if (isSecret) {
    const refused = await fillSecret(context, target, text, { isPassword, clear, apart: false });
    if (refused) return refused;
  } else if (clear) await replace(context, target, first, text);
  else {
    if (!(await target.call(moveCaretToEnd))) await context.tab.input.press('End');
    await type(context, text, first.rich, keyedTail);
  }
  const settled = await watch.settle();
  let { live, state } = await currentField(context, target, isSecret);
  let attempts = 1;
  // A field that the page has taken away, or left, when the text was in it has done its work.
  if (live && state && !isSameValue(state.value, wanted, state) && !isTooLong(state, wanted)) {
    attempts = 2;
    const again = await context.watch();
    if (isSecret) {
      context.secrets.typesApart(wanted);
      const refused = await fillSecret(context, live, wanted, { isPassword, clear: true, apart: true });
      if (refused) return refused;
    } else {
      await live.call(focusElement);
      await empty(context, live, state);
      await type(context, wanted, state.rich, mostKeyed);
    }
    await again.settle();
    ({ live, state } = await currentField(context, live, isSecret));
  }
  const holds = state === null || isSameValue(state.value, wanted, state);
  const masked = (value: string): string => context.secrets.maskAll(value);
  const readBack = {
    wanted: isSecret ? null : masked(wanted).slice(0, 500),
    found: isSecret ? null : state && masked(state.value).slice(0, 500),
    ...{ holds, attempts },
  };
  const rest = { target: about, dispatch: isSecret ? 'dom' : 'keyboard', readBack } as const;
  if (state && !holds) {
    // A part of a secret would not be masked; the boxes of a code have one character each.
    if (isSecret && live && state.value.length >= leastPart && wanted.startsWith(state.value))
      await fillSecret(context, live, '', { isPassword: false, clear: true, apart: false });
    return { ...notAccepted(called, state, wanted, isSecret), ...rest, settled };
  }
  const complaint = `${describeBlanks(state, wanted, isSecret)}${complaintOf(state, isSecret)}`;
  if (live) rememberTypedValue(context, { target: live, wanted, isSecret });
  const offered = (await waitForSuggestions?.()) ?? 0;
  const offer = offered === 0 ? '' : ` It offers ${offered} ${offered === 1 ? 'choice' : 'choices'}.`;
  if (!submit) return done(`Typed into ${called}.${complaint}${offer}`, { ...rest, settled });
  if (state && !state.focused) await live?.call(focusElement);
  await context.tab.input.press('Enter');
  return done(`Typed into ${called} and pressed Enter.${complaint}`, rest);
}

/** The field as it stands now; a page that draws it anew on every change has put another one in its place. */
async function currentField(
  context: ActionContext,
  target: Target,
  isSecret: boolean,
): Promise<{ readonly live: Target | null; readonly state: ControlState | null }> {
  const none = { live: null, state: null };
  const found = await refreshTarget(context, target);
  if (!found) return none;
  const state = await found.call(readControlState).catch(() => null);
  if (found === target) return { live: found, state };
  const live = state?.editable ? found : await found.callForTarget(findFieldWithin);
  if (!live || originOf(live) !== originOf(target)) return none;
  if (isSecret) await context.tab.reader.markSecret(live.about.id, context.limits);
  return { live, state: await live.call(readControlState).catch(() => null) };
}

/** Describes why the browser does not accept the value of a field; the message may quote the value. */
export function complaintOf(state: ControlState | null, isSecret: boolean): string {
  if (!state?.complaint) return '';
  return isSecret ? ' The field does not accept it.' : ` The field says: \`${state.complaint}\``;
}

/** Describes a value that differs from the text in nothing but the blanks at its ends, which some forms refuse. */
function describeBlanks(state: ControlState | null, wanted: string, isSecret: boolean): string {
  if (!state || isSecret || state.rich) return '';
  const { value } = state;
  const isDifferent = value !== wanted && value.trim() === wanted.trim();
  return isDifferent ? ` The field holds \`${cutText(value, 100)}\`, with other blanks at its ends.` : '';
}

/** Returns true when a text is longer than the field allows. */
function isTooLong({ maxLength }: ControlState, wanted: string): boolean {
  return maxLength !== null && wanted.length > maxLength;
}

function notAccepted(called: string, state: ControlState, wanted: string, isSecret: boolean): ActionOutcome {
  const why = isTooLong(state, wanted)
    ? `It takes at most ${state.maxLength} characters, and there are ${wanted.length}.`
    : 'The page changes or refuses what is typed: look for a format or a message beside the field.';
  if (isSecret) return failed('value_mismatch', `${called} does not hold the secret: mismatch. ${why}`);
  const found = state.value === '' ? 'holds nothing' : `holds \`${cutText(state.value, 100)}\``;
  return failed('value_mismatch', `${called} ${found} instead of \`${cutText(wanted, 100)}\`. ${why}`);
}

/** Clicks into the field unless it has the focus. Pages may wait for the click; a secret needs no focus. */
async function clickInto(context: ActionContext, target: Target): Promise<Target | ActionOutcome> {
  if ((await target.call(readControlState)).focused) return target;
  const outcome = await press(context, target);
  return outcome.status === 'ok' ? target : outcome;
}

/**
 * Clicks into the field; when that does not give it the focus, a script does. A field that passes the focus on to another
 * one, as a search box that opens a larger one, is typed into there.
 */
async function focusOn(context: ActionContext, target: Target): Promise<Target | ActionOutcome> {
  const clicked = await clickInto(context, target);
  if ('status' in clicked || (await target.call(readControlState)).focused) return clicked;
  await target.call(focusElement);
  if ((await target.call(readControlState)).focused) return target;
  const other = await target.callForTarget(findFocusedField);
  if (other) return other;
  return failed(
    'state_mismatch',
    `${target.called} does not take the focus, so nothing can be typed into it.`,
    {
      ...{ target: target.about, dispatch: 'pointer' },
    },
  );
}

/** Replaces the text of a field by one change; clears an editable region first. */
async function replace(
  context: ActionContext,
  target: Target,
  state: ControlState,
  text: string,
): Promise<void> {
  if (state.rich || text === '') await empty(context, target, state);
  else if (state.value !== '' || state.type === 'number') await target.call(selectAll);
  await type(context, text, state.rich, keyedTail);
}

async function empty(context: ActionContext, target: Target, { rich }: ControlState): Promise<void> {
  const { value, type } = await target.call(readControlState);
  // A number that is none counts as empty, and stands there all the same.
  if (value === '' && type !== 'number') return;
  // An editor of its own keeps a selection of its own, which follows the keys.
  if (rich) await context.tab.input.press('ControlOrMeta+a');
  else await target.call(selectAll);
  await context.tab.input.press('Delete');
  if ((await target.call(readControlState)).value.trim() === '') return;
  await target.call(selectAll);
  await context.tab.input.press('Backspace');
}

/** In one input event for each line, but for so many characters at its end. */
async function type(context: ActionContext, text: string, isRich: boolean, keyed: number): Promise<void> {
  for (const [index, line] of text.split('\n').entries()) {
    // A line break as a plain key would send a form, or a message.
    if (index > 0) await (isRich ? context.tab.input.press('Shift+Enter') : context.tab.input.insert('\n'));
    const characters = [...line];
    let at = Math.max(0, characters.length - keyed);
    if (at > 0) await context.tab.input.insert(characters.slice(0, at).join(''));
    for (; at < characters.length; at += piece) {
      context.signal.throwIfAborted();
      await context.tab.input.type(characters.slice(at, at + piece).join(''));
    }
  }
}

function isSingleLine({ tag, rich }: ControlState): boolean {
  return tag === 'input' && !rich;
}
