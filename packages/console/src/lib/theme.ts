/** Choice of colours; `system` follows the setting of the operating system. */
export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'runwright-theme';

/** Returns the choice that was stored. */
export function storedTheme(): Theme {
  const stored = read();
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Shows the page in the colours of a choice, and stores it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage that the browser refuses only loses the choice at the next load.
  }
}

/** Returns the colour that a token, such as `--accent`, has at an element now, for what paints without CSS. */
export function shownColor(element: Element, token: string): string {
  // The token itself holds both colours; only a property that uses it has one of them.
  const probe = element.appendChild(document.createElement('span'));
  probe.style.color = `var(${token})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
