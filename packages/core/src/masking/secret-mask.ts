import { RunwrightError } from '@runwright/contract';
import { canonicalText } from './canonical-text.ts';
import { type FoundSecret, secretFinder } from './find-secrets.ts';
import { formsOf, minimumPartLength, needlesOf } from './secret-forms.ts';

/** The text that masked text shows in place of a secret. */
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
 * Takes secrets out of texts, in all forms in which they may stand there; placeholders of the run are stepped over. `replacement`
 * says what stands for a value that is found as it is; every other form becomes the mask.
 */
export function createMask(
  secrets: ReadonlySet<string>,
  isPlaceholder: (text: string) => boolean,
  replacement: (value: string) => string = () => maskText,
): ChangeText {
  const isPart = (secret: string) => secret.length >= minimumPartLength;
  const find = secretFinder([...secrets].filter(isPart).map(formsOf));
  const short = [...secrets].filter((secret) => !isPart(secret));
  const shortForms = new Set(short.flatMap(needlesOf).filter((needle) => needle !== ''));
  const isShort = (text: string) =>
    text.length <= longestShortForm && shortForms.size > 0 && shortForms.has(canonicalText(text).text);
  const replaced = (found: string) => (secrets.has(found) ? replacement(found) : maskText);

  return (text) => {
    if (secrets.has(text) || isShort(text)) return replaced(text);
    const found = find(text);
    if (found.length === 0) return text;
    const kept = placeholdersIn(text, isPlaceholder);
    let masked = '';
    let at = 0;
    for (const { start, end } of found) {
      if (kept.some((place) => start < place.end && end > place.start)) continue;
      masked += text.slice(at, start) + replaced(text.slice(start, end));
      at = end;
    }
    return masked + text.slice(at);
  };
}

/** A secret of four characters, each of them escaped. */
const longestShortForm = 64;

function placeholdersIn(text: string, isPlaceholder: (text: string) => boolean): readonly FoundSecret[] {
  return [...text.matchAll(placeholderPattern)]
    .filter(([found]) => isPlaceholder(decodedPlaceholder(found)))
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

/**
 * A copy of JSON data in which every text, keys included, went through `change`; other objects stay as they are. Throws
 * `invalid_input` for data that is nested too deep.
 */
export function maskDeep(value: unknown, change: ChangeText, depth = 0): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number') return maskNumber(value, change);
  if (typeof value !== 'object' || value === null) return value;
  assertDepth(depth);
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, change, depth + 1));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [change(key), maskDeep(member, change, depth + 1)]),
  );
}

/** Every text in JSON data, keys included. Throws `invalid_input` for data that is nested too deep. */
export function textsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  collectTexts(value, found, 0);
  return found;
}

function collectTexts(value: unknown, found: string[], depth: number): void {
  if (typeof value === 'string') found.push(value);
  if (typeof value !== 'object' || value === null) return;
  assertDepth(depth);
  if (Array.isArray(value)) for (const item of value) collectTexts(item, found, depth + 1);
  else if (isPlain(value)) {
    for (const [key, member] of Object.entries(value)) {
      found.push(key);
      collectTexts(member, found, depth + 1);
    }
  }
}

/** Deeper than any output that is stored, with what the engine puts around it. */
const maximumLevels = 1000;

function assertDepth(depth: number): void {
  if (depth < maximumLevels) return;
  throw new RunwrightError(
    'invalid_input',
    `Data is nested deeper than ${maximumLevels} levels, so it cannot be searched for secrets; use less of it.`,
  );
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
