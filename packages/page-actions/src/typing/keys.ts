import type { PageAction } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { done, failed, type Outcome } from '../outcome.ts';
import { waitForActivity } from '../settle/settle.ts';

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
  context: ActionContext,
  action: Extract<PageAction, { action_type: 'keypress' }>,
): Promise<Outcome> {
  const chords = action.keys.map(keysOf);
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
