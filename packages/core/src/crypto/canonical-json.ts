import type { Json } from '@runwright/contract';

/**
 * JSON text as webhooks are signed: members in the order given, no white space, non-ASCII characters literal, and
 * every number with a whole value as an integer in all its digits (`1e21` is 1000000000000000000000, `-0` is 0).
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number') return numberText(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`,
  );
  return `{${members.join(',')}}`;
}

/** Numbers of more than 21 digits that one value may have: each can have 309, and takes long to write. */
const maxLongNumbers = 20_000;

/** The value, or an object that says why it is left out: it has more than 20,000 numbers that {@link canonicalJson} writes in more than 21 digits. */
export function limitLongNumbers(value: Json): Json {
  if (countLongNumbers(value, maxLongNumbers + 1) <= maxLongNumbers) return value;
  const most = maxLongNumbers.toLocaleString('en');
  return {
    output_omitted: true,
    reason: `The output has more than ${most} numbers of more than 21 digits. Read the run itself.`,
  };
}

function countLongNumbers(value: Json, most: number): number {
  if (typeof value === 'number') return Math.abs(value) >= 1e21 ? 1 : 0;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const member of isList(value) ? value : Object.values(value)) {
    if (count < most) count += countLongNumbers(member, most - count);
  }
  return count;
}

function numberText(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString();
  return JSON.stringify(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
