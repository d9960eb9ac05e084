import { minimumPartLength, patternsOf } from './secret-forms.ts';

/** What masked text shows in place of a secret. */
export const maskText = '*****';

/** Finds placeholders, also percent-encoded as part of an address. */
export const placeholderPattern = /\{\{secret\.[^{}\s]+\}\}|%7B%7Bsecret\.[^{}\s]+?%7D%7D/gi;

/** Changes one text. */
export type ChangeText = (text: string) => string;

/** A placeholder that was percent-encoded as part of an address, as it was before. */
export function decodedPlaceholder(found: string): string {
  return found.startsWith('%') ? `{{${found.slice(6, -6)}}}` : found;
}

/**
 * Takes secrets out of texts. One pattern for all forms of all secrets, the longest first; placeholders of the run are
 * stepped over. `standIn` says what stands for a value that is found as it is; every other form becomes the mask.
 */
export function maskOf(
  secrets: ReadonlySet<string>,
  isPlaceholder: (text: string) => boolean,
  standIn: (value: string) => string = () => maskText,
): ChangeText {
  const sources = [...secrets].flatMap(patternsOf).sort((a, b) => b.length - a.length);
  if (sources.length === 0) return (text) => (secrets.has(text) ? standIn(text) : text);
  const forms = new RegExp([...new Set(sources)].join('|'), 'g');
  const pattern = new RegExp(`${placeholderPattern.source}|${forms.source}`, 'g');
  const replaced = (found: string) => (secrets.has(found) ? standIn(found) : maskText);
  return (text) => {
    if (secrets.has(text)) return standIn(text);
    return text.replace(pattern, (found) =>
      isPlaceholder(decodedPlaceholder(found)) ? found : found.replace(forms, replaced),
    );
  };
}

/** A copy of JSON data in which every text, keys included, went through `change`; other objects stay as they are. */
export function maskDeep(value: unknown, change: ChangeText): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number') return maskNumber(value, change);
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, change));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [change(key), maskDeep(member, change)]),
  );
}

/** Every text in JSON data, keys included. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isPlain(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...textsIn(member)]);
}

/** A number that reads like a whole secret of at least 5 digits is one. */
function maskNumber(value: number, change: ChangeText): unknown {
  const text = String(value);
  if (text.length < minimumPartLength) return value;
  const masked = change(text);
  return masked === maskText || masked.startsWith('{{secret.') ? masked : value;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
