import type { PasswordPatterns } from './password-words.ts';

/** How much of a label has to be about a password: the `whole` of it but for words such as `your` or `confirm`, or a `part`. */
export type LabelMatch = 'whole' | 'part';

/**
 * Returns whether a field shows what is typed into it, and says nowhere that it is for a password. Fields that hide their text have the
 * type `password` or a style that does; sign-in forms with a button that shows the password turn the type to `text`, and keep
 * name and label.
 *
 * @param match `whole` for what may be typed: a sentence about passwords is no label of a field for one. `part` for what may be recorded.
 * @param patterns the words of all languages, see `passwordPatterns`
 */
export function showsPassword(element: Element, match: LabelMatch, patterns: PasswordPatterns): boolean {
  const input = element instanceof HTMLInputElement ? element : null;
  if (input?.type === 'password') return false;
  const security = getComputedStyle(element).getPropertyValue('-webkit-text-security');
  if (security !== '' && security !== 'none') return false;
  // A text area or an editable region is for texts that people read.
  if (input === null) return true;
  if (/(?:current|new)-password/.test(input.autocomplete)) return false;
  if (/^(?:search|email|url)$/.test(input.type)) return true;
  if (/^(?:searchbox|combobox)$/.test(input.getAttribute('role') ?? '')) return true;
  const named = (input.getAttribute('aria-labelledby') ?? '').split(/\s+/).map((id) => {
    const root = input.getRootNode();
    return root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
  });
  /** The text of a label without the links and buttons in it, such as `Forgot password?` and `Show`. */
  const textOf = (label: Element | null): string => {
    const copy = label?.cloneNode(true);
    if (!(copy instanceof Element)) return '';
    for (const inner of copy.querySelectorAll('a,button,[role=button],script,style')) inner.remove();
    return copy.textContent ?? '';
  };
  const names = [input.name, input.id];
  const labels = [
    ...[input.placeholder, input.title, input.getAttribute('aria-label') ?? ''],
    ...[...(input.labels ?? []), ...named].map(textOf),
  ];
  const texts = labels.map((text) => text.normalize('NFKC').toLowerCase());
  // Words of other fields, whatever else their names and labels say.
  const others = new RegExp(patterns.other, 'iu');
  if ([...names, ...texts].some((text) => others.test(text))) return true;
  if (match === 'part') {
    const part = new RegExp(`${patterns.password}|${patterns.stem}`, 'i');
    // In a sentence, `pass` and `pin` are verbs.
    const short = /(?:^|[^A-Za-z])PIN(?:$|[^A-Za-z])|^\W*(?:[Pp]ass|PASS|[Pp]in)\W*$/;
    const isNamed = (name: string): boolean => /(?:^|[^a-z])(?:pass|pin)(?:$|[^a-z])/i.test(name);
    return !(
      names.some(isNamed) ||
      labels.some((text) => short.test(text)) ||
      [...names, ...texts].some((text) => part.test(text))
    );
  }
  const isNamed = (name: string): boolean => {
    const parts = name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g);
    if (new RegExp(patterns.password, 'i').test(name))
      return !parts?.some((part) => /hint|remind|question|manager|forgot|review|length|policy/.test(part));
    // `pass` and `pin` are also those of an airport, of a city and of a map.
    const isShort = (part: string): boolean => /^(?:user|usr|login)?(?:pass|pin)$/.test(part);
    const usual =
      /^(?:user|usr|login|log|account|admin|sign|signin|in|my|new|old|current|confirm|repeat|re|again|wp|db|txt|edit|input|field|form|id)$/;
    return parts?.some(isShort) === true && parts.every((part) => isShort(part) || usual.test(part));
  };
  const word = new RegExp(`(?<!\\p{L})(?:pass|pin)(?!\\p{L})|${patterns.password}`, 'gu');
  const rest = new RegExp(`^(?:${patterns.beside})+$`, 'u');
  const isLabel = (text: string): boolean => {
    const around = text.replace(word, ' ');
    if (around === text || text.length > 100) return false;
    return (around.match(/[\p{L}\p{M}]+/gu) ?? []).every((part) => rest.test(part));
  };
  return !(names.some(isNamed) || texts.some(isLabel));
}
