import { Secret, type SecretItem } from '@runwright/contract';

/** Fields that have a value, as secrets. */
export function secretItem(fields: Readonly<Record<string, string | null | undefined>>): SecretItem {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value ? [[name, new Secret(value)]] : [])),
  );
}

/** A label as the name of a field that templates can read: `Recovery code` is `recovery_code`. */
export function fieldName(label: string): string {
  const name = label
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return /^\p{N}/u.test(name) ? `_${name}` : name;
}
