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

/**
 * Returns the one name of a key that has several: `Control` for `ControlRight`, `c` for `KeyC`, `Insert` for `Numpad0`. For comparing only:
 * a driver sends other events for each of them.
 */
export function normalizeKey(key: string): string {
  const [, modifier] = /^(Control|Shift|Meta|Alt)(?:Left|Right)$/.exec(key) ?? [];
  const [, letter] = /^(?:Key|Digit)(.)$/.exec(key) ?? [];
  return modifier ?? letter?.toLowerCase() ?? codeNames[key] ?? key;
}

/** Keys by their place on the keyboard. Those of the numeric keypad act as without NumLock. */
const codeNames: Readonly<Record<string, string>> = {
  Numpad0: 'Insert',
  Numpad1: 'End',
  Numpad2: 'ArrowDown',
  Numpad3: 'PageDown',
  Numpad4: 'ArrowLeft',
  Numpad6: 'ArrowRight',
  Numpad7: 'Home',
  Numpad8: 'ArrowUp',
  Numpad9: 'PageUp',
  NumpadDecimal: 'Delete',
  NumpadEnter: 'Enter',
  NumpadAdd: '+',
  NumpadSubtract: '-',
  NumpadMultiply: '*',
  NumpadDivide: '/',
  Backquote: '`',
  Backslash: '\\',
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Equal: '=',
  Minus: '-',
  Period: '.',
  Quote: "'",
  Semicolon: ';',
  Slash: '/',
};
