import { createHash } from 'node:crypto';

/** Returns the SHA-256 of JSON values, in which the order of members makes no difference. */
export function hashValues(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values, sortMembers)).digest('hex');
}

function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
