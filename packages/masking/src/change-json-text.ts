import { endOfString } from '@runwright/contract';
import { type ChangeText, changeNumberText } from './json-texts.ts';

/**
 * Returns a JSON document in which every text went through `change`, keys included; a number that is a secret as a whole becomes a text. It
 * is JSON afterwards, unlike a document that is changed as one text: digits of a number may look like a secret. Everything that does not
 * change stays as it is written. The end of a document that is cut is changed as a text.
 */
export function changeJsonText(json: string, change: ChangeText): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = json.indexOf('"', at);
    parts.push(changeNumbers(start === -1 ? json.slice(at) : json.slice(at, start), change));
    if (start === -1) return parts.join('');
    const end = endOfString(json, start);
    parts.push(changeString(json.slice(start, end), change));
    at = end;
  }
}

function changeString(literal: string, change: ChangeText): string {
  const text = parsedString(literal);
  if (text === null) return change(literal);
  const changed = change(text);
  return changed === text ? literal : JSON.stringify(changed);
}

function parsedString(literal: string): string | null {
  if (!literal.includes('\\'))
    return literal.length > 1 && literal.endsWith('"') ? literal.slice(1, -1) : null;
  try {
    return JSON.parse(literal);
  } catch {
    return null;
  }
}

function changeNumbers(text: string, change: ChangeText): string {
  return text.replace(/-?\d[\d.eE+-]*/g, (number) => {
    const changed = changeNumberText(number, change);
    return changed === null ? number : JSON.stringify(changed);
  });
}
