import { RunwrightError } from '@runwright/contract';

/** Changes one text. */
export type ChangeText = (text: string) => string;

/**
 * Returns a copy of JSON data in which every text went through `change`, keys included; a number that is a secret as a whole
 * becomes a text. Objects that are not plain, such as bytes, stay as they are. Throws `invalid_input` for data that is
 * nested deeper than 1000 levels.
 */
export function changeJson(value: unknown, change: ChangeText): unknown {
  return changeMembers(value, { change, number: (found) => changeNumber(found, change), key: change }, 0);
}

/** The same for data of a known shape: only texts that are values change, not keys and numbers. */
export function changeTexts<Value>(value: Value, change: ChangeText): Value {
  const same = <Part>(part: Part): Part => part;
  // The copy has the shape of the original: only texts differ.
  return changeMembers(value, { change, number: same, key: same }, 0) as Value;
}

/** Returns every text in JSON data, keys included. Throws `invalid_input` for data that is nested too deep. */
export function textsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  collectTexts(value, found, 0);
  return found;
}

interface Changes {
  readonly change: ChangeText;
  readonly number: (value: number) => unknown;
  readonly key: ChangeText;
}

function changeMembers(value: unknown, changes: Changes, depth: number): unknown {
  if (typeof value === 'string') return changes.change(value);
  if (typeof value === 'number') return changes.number(value);
  if (typeof value !== 'object' || value === null) return value;
  assertDepth(depth);
  if (Array.isArray(value)) return value.map((item) => changeMembers(item, changes, depth + 1));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      changes.key(key),
      changeMembers(member, changes, depth + 1),
    ]),
  );
}

/** Fewest digits of a number that may be a secret. */
const minimumDigits = 5;

function changeNumber(value: number, change: ChangeText): unknown {
  return changeNumberText(String(value), change) ?? value;
}

/** Returns what stands for a number that is a secret as a whole; null when it is none. */
export function changeNumberText(text: string, change: ChangeText): string | null {
  if (text.length < minimumDigits) return null;
  const changed = change(text);
  // What is left of it at an end says that the secret is only a part of it.
  return changed === text || /^[\d-]|\d$/.test(changed) ? null : changed;
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

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
