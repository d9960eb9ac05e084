import { spendSteps } from './work-budget.ts';

/** Returns whether no two items are the same JSON value, in time that grows with the size of the list only. */
export function areUnique(items: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}

/** JSON text that is the same for the same value: members are sorted by name. */
function keyOf(value: unknown): string {
  spendSteps();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(keyOf).join(',')}]`;
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${keyOf(member)}`);
  return `{${members.join(',')}}`;
}
