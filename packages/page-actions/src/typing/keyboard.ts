import type { PageActionOf } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import type { Executors } from '../executor.ts';
import { waitForActivity } from '../settle/settle.ts';
import { keysOf } from './keys.ts';

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
  const last = chord.at(-1)?.toLowerCase() ?? '';
  const has = (...names: readonly string[]) => chord.slice(0, -1).some((key) => names.includes(key));
  if (has('Control', 'Meta', 'ControlOrMeta')) return ['c', 'x', 'insert'].includes(last);
  return has('Shift') && last === 'delete';
}

function isEdit(chord: readonly string[]): boolean {
  const last = chord.at(-1)?.toLowerCase() ?? '';
  const isUndo = chord.length > 1 && ['z', 'y'].includes(last);
  return ['backspace', 'delete'].includes(last) || isUndo;
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
