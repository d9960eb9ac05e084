import { type CredentialInput, type Json, Secret, type SecretItem } from '@runwright/contract';
import { oneTimeCode } from './totp.ts';
import type { SecretValue, SecretVault } from './vault.ts';

/** What a model is told about an object of placeholders. */
export const placeholderNote =
  'These values are placeholders. Type them as they are: the real values are put in at that moment.';

/** Members that are no secret: a brand, and where codes or secrets belong. */
const plainFields: ReadonlySet<string> = new Set([
  'card_brand',
  'totp_type',
  'totp_identifier',
  'secret_label',
]);

/** Puts a credential into the vault and answers what templates see: placeholders, and what is no secret as it is. */
export function addCredential(
  vault: SecretVault,
  key: string,
  { credential }: CredentialInput,
  now: () => number,
): Readonly<Record<string, Json>> {
  const fields = Object.entries(credential).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return addFields(vault, key, fields, now);
}

/** The same for an item of a password manager, which also tells models what its values are. */
export function addItem(
  vault: SecretVault,
  key: string,
  item: SecretItem,
  now: () => number,
): Readonly<Record<string, Json>> {
  const fields = Object.entries(item).map(([name, value]): [string, string] => [name, value.reveal()]);
  return { context: placeholderNote, ...addFields(vault, key, fields, now) };
}

function addFields(
  vault: SecretVault,
  key: string,
  fields: readonly (readonly [string, string])[],
  now: () => number,
): Readonly<Record<string, Json>> {
  const secret = fields
    .filter(([name]) => !plainFields.has(name))
    .map(([name, text]): [string, SecretValue] => [
      name,
      name === 'totp' ? oneTimeCode(text, now) : new Secret(text),
    ]);
  const placeholders = vault.add(key, Object.fromEntries(secret) as Readonly<Record<string, SecretValue>>);
  return Object.fromEntries(
    fields.map(([name, text]) => [
      name,
      Object.hasOwn(placeholders, name) ? (placeholders[name] ?? text) : text,
    ]),
  );
}
