/** Names of keys that models write, in lower case, and what the browser calls them. */
const names: Readonly<Record<string, string>> = {
  ctrl: 'Control',
  control: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  meta: 'Meta',
  win: 'Meta',
  super: 'Meta',
  alt: 'Alt',
  option: 'Alt',
  shift: 'Shift',
  enter: 'Enter',
  return: 'Enter',
  kp_enter: 'Enter',
  esc: 'Escape',
  escape: 'Escape',
  tab: 'Tab',
  space: 'Space',
  backspace: 'Backspace',
  del: 'Delete',
  delete: 'Delete',
  insert: 'Insert',
  home: 'Home',
  end: 'End',
  pageup: 'PageUp',
  prior: 'PageUp',
  page_up: 'PageUp',
  pagedown: 'PageDown',
  next: 'PageDown',
  page_down: 'PageDown',
  up: 'ArrowUp',
  arrowup: 'ArrowUp',
  down: 'ArrowDown',
  arrowdown: 'ArrowDown',
  left: 'ArrowLeft',
  arrowleft: 'ArrowLeft',
  right: 'ArrowRight',
  arrowright: 'ArrowRight',
  minus: '-',
  equal: '=',
  comma: ',',
  period: '.',
  slash: '/',
};

/** Converts a key combination such as `ctrl a`, `ctrl+a` or `Page_Down` to one of the browser, such as `Control+A`. */
export function toKeyCombination(written: string): string | null {
  const keys = written
    .trim()
    .split(/\s*\+\s*|\s+/)
    .filter((key) => key !== '')
    .map((key) => {
      // xdotool tells the left and the right one of two keys apart.
      const known = names[key.toLowerCase().replace(/_[lr]$/, '')];
      if (known) return known;
      if (/^f\d{1,2}$/i.test(key)) return key.toUpperCase();
      return [...key].length === 1 ? key.toUpperCase() : null;
    });
  return keys.length === 0 || keys.includes(null) ? null : keys.join('+');
}
