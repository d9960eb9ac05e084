import type { PageAction } from '@runwright/contract';
import { waitForActivity } from '../settle.ts';
import type { ActionContext } from './hands.ts';
import { done, failed, type Outcome } from './outcome.ts';

const keyNames: Readonly<Record<string, string>> = {
  ctrl: 'Control',
  control: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  meta: 'Meta',
  super: 'Meta',
  win: 'Meta',
  windows: 'Meta',
  option: 'Alt',
  alt: 'Alt',
  altgr: 'AltGraph',
  shift: 'Shift',
  esc: 'Escape',
  escape: 'Escape',
  return: 'Enter',
  enter: 'Enter',
  del: 'Delete',
  delete: 'Delete',
  ins: 'Insert',
  insert: 'Insert',
  backspace: 'Backspace',
  tab: 'Tab',
  space: 'Space',
  spacebar: 'Space',
  plus: '+',
  minus: '-',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  pageup: 'PageUp',
  pgup: 'PageUp',
  pagedown: 'PageDown',
  pgdn: 'PageDown',
  pgdown: 'PageDown',
  home: 'Home',
  end: 'End',
  capslock: 'CapsLock',
  contextmenu: 'ContextMenu',
};

/** `keypress`: chords one after the other, the list as often as asked; `hold_ms` keeps each of them down. */
export async function keypress(
  hands: ActionContext,
  action: Extract<PageAction, { action_type: 'keypress' }>,
): Promise<Outcome> {
  const chords = action.keys.map(keysOf);
  for (let round = 0; round < (action.repeat ?? 1); round += 1) {
    for (const [index, chord] of chords.entries()) {
      if (hands.signal.aborted) break;
      const isKnown = await (action.hold_ms ? holdChord(hands, chord, action.hold_ms) : pressChord(hands, chord));
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

/** The keys of a chord in the driver's names, the modifiers first. */
export function keysOf(chord: string): readonly string[] {
  const parts = chord === '+' ? ['+'] : chord.replace(/\+\+$/, '+plus').split('+');
  const keys = parts.map((key) =>
    /^\s+$/.test(key) ? 'Space' : (keyNames[key.trim().toLowerCase()] ?? key.trim()),
  );
  const last = keys.at(-1) ?? '';
  const before = keys.slice(0, -1);
  // With Control alone a keyboard gives a small letter.
  const isSmall = /^[A-Z]$/.test(last) && before.length > 0 && !before.includes('Shift');
  return [...before, isSmall ? last.toLowerCase() : last];
}

async function pressChord(hands: ActionContext, chord: readonly string[]): Promise<boolean> {
  let isStruck = false;
  try {
    isStruck = await isKnownKey(hands.input.press(chord.join('+')));
    return isStruck;
  } finally {
    // What stands before a key that there is not, or that was not taken, would stay down.
    if (!isStruck)
      for (const key of chord.slice(0, -1)) await hands.input.key('up', key).catch(() => undefined);
  }
}

async function holdChord(hands: ActionContext, chord: readonly string[], ms: number): Promise<boolean> {
  const down: string[] = [];
  try {
    for (const key of chord) {
      if (!(await isKnownKey(hands.input.key('down', key)))) return false;
      down.push(key);
    }
    const until = hands.now() + ms;
    while (hands.now() < until && !hands.signal.aborted) {
      await waitForActivity(hands.tab.activity, until - hands.now(), hands.signal);
    }
    return true;
  } finally {
    for (const key of down.reverse()) await hands.input.key('up', key);
  }
}

async function isKnownKey(pressing: Promise<void>): Promise<boolean> {
  try {
    await pressing;
    return true;
  } catch (cause) {
    if (cause instanceof Error && /Unknown key/.test(cause.message)) return false;
    throw cause;
  }
}
