import type { PageActionOf } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import type { Executors } from '../executor.ts';
import { waitForActivity } from '../settle/settle.ts';
import { keysOf, normalizeKey } from './keys.ts';

/** Actions of the keyboard other than typing text. */
export const keyboardActions: Executors<'keypress'> = { keypress };

/** `keypress`: chords one after the other, the list as often as asked; `hold_ms` keeps each of them down. */
async function keypress(context: ActionContext, action: PageActionOf<'keypress'>): Promise<ActionOutcome> {
  const chords = action.keys.map(keysOf);
  if (context.secrets.hasAny() && chords.some(isCopy)) return copyRefused();
  if (chords.some(isEdit)) context.secrets.noteEdit();
  for (let round = 0; round < (action.repeat ?? 1); round += 1) {
    for (const [index, chord] of chords.entries()) {
      if (context.signal.aborted) break;
      const isKnown = await (action.hold_ms
        ? holdChord(context, chord, action.hold_ms)
        : pressChord(context, chord));
      if (!isKnown)
        return failed(
          'unsupported',
          `\`${action.keys[index]}\` is no key. Keys are named like \`Enter\`, \`Control+A\` or \`ArrowDown\`.`,
          index > 0 || round > 0 ? { dispatch: 'keyboard' } : {},
        );
    }
  }
  const held = action.hold_ms ? ` and held each for ${action.hold_ms} ms` : '';
  return done(`Pressed ${action.keys.join(', ')}${held}.`, { dispatch: 'keyboard', needsEffect: true });
}

/** The clipboard is that of all pages, and with shared browsers of all sessions. */
function isCopy(chord: readonly string[]): boolean {
  return (
    pressesWith(['control', 'meta', 'controlormeta'], ['c', 'x', 'insert'], chord) ||
    pressesWith(['shift'], ['delete'], chord)
  );
}

function isEdit(chord: readonly string[]): boolean {
  const names = chord.map(nameOf);
  return names.some(
    (name, at) => ['backspace', 'delete'].includes(name) || (at > 0 && ['z', 'y'].includes(name)),
  );
}

/** Returns whether a chord presses one of the keys while one of the modifiers is down: each of its keys, not only the last one. */
function pressesWith(
  modifiers: readonly string[],
  keys: readonly string[],
  chord: readonly string[],
): boolean {
  const names = chord.map(nameOf);
  return names.some(
    (name, at) => keys.includes(name) && names.slice(0, at).some((before) => modifiers.includes(before)),
  );
}

function nameOf(key: string): string {
  return normalizeKey(key).toLowerCase();
}

function copyRefused(): ActionOutcome {
  return failed(
    'secret_refused',
    'Copying is refused, because this browser has typed a secret, which the clipboard would take to other sites. Type the text with `input_text`.',
  );
}

async function pressChord(context: ActionContext, chord: readonly string[]): Promise<boolean> {
  let isPressed = false;
  try {
    isPressed = await context.tab.input.press(chord.join('+'));
    return isPressed;
  } finally {
    // What stands before a key that there is not, or that was not taken, would stay down.
    if (!isPressed)
      for (const key of chord.slice(0, -1)) await context.tab.input.key('up', key).catch(() => undefined);
  }
}

async function holdChord(context: ActionContext, chord: readonly string[], ms: number): Promise<boolean> {
  const down: string[] = [];
  try {
    for (const key of chord) {
      if (!(await context.tab.input.key('down', key))) return false;
      down.push(key);
    }
    const until = context.now() + ms;
    while (context.now() < until && !context.signal.aborted) {
      await waitForActivity(context.tab.activity, until - context.now(), context.signal);
    }
    return true;
  } finally {
    for (const key of down.reverse()) await context.tab.input.key('up', key);
  }
}
