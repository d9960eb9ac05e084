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

function numberText(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString();
  return JSON.stringify(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
