import { type PageAction, RunwrightError } from '@runwright/contract';
import { controlState, selectAll, setValue, takeFocus } from '../in-page/control.ts';
import { type Hands, isTarget, originOf, type Target, targetOf } from './hands.ts';
import { done, failed, type Outcome } from './outcome.ts';
import { press } from './press.ts';

type InputText = Extract<PageAction, { action_type: 'input_text' }>;

/** Fields that are set as a whole, because their parts differ from locale to locale. */
const setAsWhole = /^(date|time|month|week|datetime-local|range|color)$/;
/** So many characters at the end of a text go as real keys, for handlers that wait for them. */
const keyedTail = 3;

/** `input_text`: types into a field and looks whether it took the text. */
export async function inputText(hands: Hands, action: InputText): Promise<Outcome> {
  const target = await targetOf(hands, action.id);
  if (!isTarget(target)) return target;
  const { about } = target;
  const state = await target.call(controlState);
  if (!state.editable) {
    return failed('unsupported', `${target.called} takes no text. Use \`click\` or \`select_option\`.`, {
      target: about,
    });
  }
  if (state.disabled || state.readonly) {
    return failed('disabled', `${target.called} is ${state.disabled ? 'disabled' : 'read-only'}.`, {
      target: about,
    });
  }
  const revealed = reveal(hands, target, action.text);
  if ('status' in revealed) return revealed;
  const { text, isSecret } = revealed;
  if (isSecret) await hands.tab.reader.markSecret(about.id, hands.limits);
  if (setAsWhole.test(state.type)) return setWhole(hands, target, text, action.submit === true);

  const focus = await focusOn(hands, target);
  if (focus) return focus;
  const clear = action.clear ?? true;
  const before = clear ? '' : (await target.call(controlState)).value;
  const wanted = `${before}${text}`;
  const isKeyed = isSecret || state.secret;
  if (clear) await empty(hands, target);
  await type(hands, text, isKeyed);
  let value = (await target.call(controlState)).value;
  if (!isTaken(value, wanted, state.type)) {
    await empty(hands, target);
    await type(hands, wanted, true);
    value = (await target.call(controlState)).value;
  }
  if (!isTaken(value, wanted, state.type)) {
    const found = isKeyed ? 'another value' : `\`${value.slice(0, 100)}\``;
    const asked = isKeyed ? 'the text' : `\`${wanted.slice(0, 100)}\``;
    return failed('value_mismatch', `${target.called} was to hold ${asked} and holds ${found}.`, {
      target: about,
      dispatch: 'keyboard',
    });
  }
  if (action.submit === true) await hands.input.press('Enter');
  return done(`Typed into ${target.called}${action.submit === true ? ' and pressed Enter' : ''}.`, {
    target: about,
    dispatch: 'keyboard',
  });
}

function reveal(hands: Hands, target: Target, text: string): { text: string; isSecret: boolean } | Outcome {
  try {
    return hands.secrets.reveal(text, originOf(target));
  } catch (cause) {
    if (!RunwrightError.is(cause)) throw cause;
    return failed('secret_refused', cause.message, { target: target.about });
  }
}

async function setWhole(hands: Hands, target: Target, text: string, isSubmitted: boolean): Promise<Outcome> {
  const { about } = target;
  await target.call(setValue, text.trim());
  const { value } = await target.call(controlState);
  if (!isSame(value, text)) {
    return failed(
      'value_mismatch',
      `${target.called} did not take \`${text.slice(0, 40)}\` and holds \`${value}\`. Its format stands in the page view.`,
      { target: about, dispatch: 'dom' },
    );
  }
  if (isSubmitted) await hands.input.press('Enter');
  return done(`Set ${target.called} to \`${value}\`.`, { target: about, dispatch: 'dom' });
}

/** Clicks into the field; when that does not give it the focus, a script does. */
async function focusOn(hands: Hands, target: Target): Promise<Outcome | null> {
  const outcome = await press(hands, target);
  if (outcome.status !== 'ok') return outcome;
  if ((await target.call(controlState)).focused) return null;
  await target.call(takeFocus);
  return null;
}

async function empty(hands: Hands, target: Target): Promise<void> {
  if ((await target.call(controlState)).value === '') return;
  await target.call(selectAll);
  await hands.input.press('Delete');
}

/** In one input event but for the last characters, or wholly by keys. */
async function type(hands: Hands, text: string, isKeyed: boolean): Promise<void> {
  const at = isKeyed ? 0 : Math.max(0, text.length - keyedTail);
  if (at > 0) await hands.input.insert(text.slice(0, at));
  for (const character of text.slice(at)) {
    // A line break as a key would submit a form.
    if (character === '\n') await hands.input.insert(character);
    else await hands.input.type(character);
  }
}

function isTaken(value: string, wanted: string, type: string): boolean {
  if (isSame(value, wanted)) return true;
  const digits = (text: string): string => text.replace(/\D/g, '');
  // Masks put signs between the digits of a phone, card or amount.
  const isNumeric = type === 'tel' || /^[\d\s+().,/-]+$/.test(wanted);
  return isNumeric && digits(wanted) !== '' && digits(value) === digits(wanted);
}

function isSame(one: string, other: string): boolean {
  const normal = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
  return (
    normal(one) === normal(other) ||
    normal(one).toUpperCase() === normal(other) ||
    normal(one).toLowerCase() === normal(other)
  );
}

const keyNames: Readonly<Record<string, string>> = {
  ctrl: 'Control',
  control: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  meta: 'Meta',
  super: 'Meta',
  option: 'Alt',
  alt: 'Alt',
  shift: 'Shift',
  esc: 'Escape',
  escape: 'Escape',
  return: 'Enter',
  enter: 'Enter',
  del: 'Delete',
  delete: 'Delete',
  backspace: 'Backspace',
  tab: 'Tab',
  space: 'Space',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  home: 'Home',
  end: 'End',
};

/** `keypress`: chords one after the other, the list as often as asked. */
export async function keypress(
  hands: Hands,
  action: Extract<PageAction, { action_type: 'keypress' }>,
): Promise<Outcome> {
  const chords = action.keys.map((chord) =>
    chord === '+'
      ? '+'
      : chord
          .split('+')
          .map((key) => keyNames[key.trim().toLowerCase()] ?? key.trim())
          .join('+'),
  );
  for (let round = 0; round < (action.repeat ?? 1); round += 1) {
    for (const [index, chord] of chords.entries()) {
      const isKnown = await hands.input.press(chord).then(
        () => true,
        (cause: unknown) => {
          if (cause instanceof Error && /Unknown key/.test(cause.message)) return false;
          throw cause;
        },
      );
      if (!isKnown)
        return failed(
          'unsupported',
          `\`${action.keys[index]}\` is no key. Keys are named like \`Enter\`, \`Control+A\` or \`ArrowDown\`.`,
        );
    }
  }
  return done(`Pressed ${action.keys.join(', ')}.`, { dispatch: 'keyboard', needsEffect: true });
}
