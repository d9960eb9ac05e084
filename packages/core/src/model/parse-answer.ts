import { parseExactJson } from '@runwright/contract';
import type { Check, Checked } from '@runwright/definition';
import { jsonrepair } from 'jsonrepair';

/**
 * Reads a model's answer: JSON as it is, also as the text of a JSON string, else the last value in brackets that fits (fences, talk and
 * drafts around it do not matter). A value that is no JSON is repaired, and counts only when it fits. An answer that stops before its last
 * value is closed is not repaired: closing it would pass a list that was cut off as a whole one.
 */
export function parseAnswer<T>(text: string, check: Check<T>): Checked<T> {
  const whole = parsed(text);
  if (whole) return checkWhole(whole.value, check);
  const { parts, isOpen } = bracketed(text);
  if (isOpen) return cutOff;
  const checked = parts.toReversed().map((part) => {
    const exact = parsed(part);
    return { isExact: exact !== null, result: check((exact ?? parsed(repairedText(part)))?.value) };
  });
  const fitting = checked.find(({ result }) => result.ok) ?? checked.find(({ isExact }) => isExact);
  return fitting?.result ?? noJson;
}

/** Returns whether a text stops before its last JSON value is closed. */
export function isCutOff(text: string): boolean {
  return parsed(text) === null && bracketed(text).isOpen;
}

const noJson = unreadable('The answer holds no JSON value that can be read');
const cutOff = unreadable('The answer stops before its JSON value is closed');

function unreadable(message: string): Checked<never> {
  return { ok: false, problems: [{ path: [], type: 'json_invalid', message }] };
}

/** Some models write their JSON as a JSON string. */
function checkWhole<T>(value: unknown, check: Check<T>): Checked<T> {
  const checked = check(value);
  const inner = checked.ok || typeof value !== 'string' ? null : parsed(value);
  return inner === null ? checked : check(inner.value);
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: parseExactJson(text) };
  } catch {
    return null;
  }
}

function repairedText(text: string): string {
  try {
    return jsonrepair(text);
  } catch {
    return '';
  }
}

/** Brackets that nothing closes in a text that is read; each costs a pass over it. */
const maxUnclosed = 20;

/**
 * The texts from each bracket to the one that closes it, which do not overlap, in their order; brackets inside quotes do not count.
 * `isOpen`: a bracket begins a value, and nothing closes it.
 */
function bracketed(text: string): { readonly parts: readonly string[]; readonly isOpen: boolean } {
  const parts: string[] = [];
  const bracket = /[{[]/g;
  let unclosed = 0;
  for (let found = bracket.exec(text); found; found = bracket.exec(text)) {
    const end = endOfBracket(text, found.index);
    if (end !== null) {
      parts.push(text.slice(found.index, end));
      bracket.lastIndex = end;
    } else {
      unclosed += 1;
      if (beginsValue(text, found.index) || unclosed > maxUnclosed) return { parts, isOpen: true };
    }
  }
  return { parts, isOpen: false };
}

/** Returns whether a bracket is followed by what begins a member or an item. */
function beginsValue(text: string, at: number): boolean {
  return /^(?:\{\s*["'}]|\{\s*[\w$]+\s*:|\[\s*[{["'\]\d-])/.test(text.slice(at, at + 200));
}

/** The place after the bracket that closes the one at `start`; null without one. */
function endOfBracket(text: string, start: number): number | null {
  let depth = 0;
  let quote: string | null = null;
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (quote !== null) {
      if (character === '\\') index += 1;
      else if (character === quote) quote = null;
      continue;
    }
    if (character === '"' || character === "'") quote = character;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return null;
}
