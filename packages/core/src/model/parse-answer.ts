import { parseExactJson } from '@runwright/contract';
import type { Check, Checked } from '@runwright/definition';
import { jsonrepair } from 'jsonrepair';

/**
 * Reads a model's answer: JSON as it is, else the first balanced JSON value in the text (fences and talk around it do
 * not matter), else that value repaired, which counts only when it fits. An answer that stops before its value is
 * closed is not repaired: closing it would pass a list that was cut off as a whole one.
 */
export function parseAnswer<T>(text: string, check: Check<T>): Checked<T> {
  const part = balancedPart(text);
  const exact = parsed(text) ?? parsed(part ?? '');
  if (exact) return check(exact.value);
  if (part === null) return isCutOff(text) ? cutOff : noJson;
  const repaired = parsed(repairedText(part));
  const checked = repaired && check(repaired.value);
  return checked?.ok ? checked : noJson;
}

/** Returns whether a text stops before its JSON value is closed. */
export function isCutOff(text: string): boolean {
  return /[{[]/.test(text) && parsed(text) === null && balancedPart(text) === null;
}

const noJson = unreadable('The answer holds no JSON value that can be read');
const cutOff = unreadable('The answer stops before its JSON value is closed');

function unreadable(message: string): Checked<never> {
  return { ok: false, problems: [{ path: [], type: 'json_invalid', message }] };
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

/** The text from the first bracket to the one that closes it; brackets inside quotes of either kind do not count. */
function balancedPart(text: string): string | null {
  const start = text.search(/[{[]/);
  if (start < 0) return null;
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
    if (depth === 0) return text.slice(start, index + 1);
  }
  return null;
}
