import { jsonrepair } from 'jsonrepair';
import type { Check, Checked } from './schema.ts';

/**
 * Reads a model's answer: JSON as it is, else the first balanced JSON value in the text (fences and talk around it do
 * not matter), else repaired JSON, which counts only when it fits. Without any JSON the one problem says so.
 */
export function parseAnswer<T>(text: string, check: Check<T>): Checked<T> {
  const exact = parsed(text) ?? parsed(balancedPart(text) ?? '');
  if (exact) return check(exact.value);
  const repaired = parsed(repairedText(text));
  const checked = repaired && check(repaired.value);
  return checked?.ok ? checked : noJson;
}

const noJson: Checked<never> = {
  ok: false,
  problems: [{ path: [], type: 'json_invalid', message: 'The answer holds no JSON value that can be read' }],
};

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function repairedText(text: string): string {
  try {
    return jsonrepair(text.slice(Math.max(0, text.search(/[{[]/))));
  } catch {
    return '';
  }
}

/** The text from the first bracket to the one that closes it; brackets inside JSON strings do not count. */
function balancedPart(text: string): string | null {
  const start = text.search(/[{[]/);
  if (start < 0) return null;
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\\' && inString) index += 1;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0) return text.slice(start, index + 1);
  }
  return null;
}
