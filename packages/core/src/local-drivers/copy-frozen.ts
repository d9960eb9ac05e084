/**
 * A deep copy that nobody can change. It goes through JSON, so that a row in memory is exactly what a row in a
 * database would be: members that are undefined are gone, a date is text.
 */
export function copyFrozen<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), freezeMember);
}

function freezeMember(_key: string, member: unknown): unknown {
  return Object.freeze(member);
}
