import { type CredentialInput, type Json, Secret, type SecretItem } from '@runwright/contract';
import { oneTimeCode } from '../credentials/totp.ts';
import type { SecretBinding } from './secret-sites.ts';
import type { SecretValue, SecretVault } from './vault.ts';

/**
 * Note for models about placeholders, in the prompt and beside the fields of an item. It shows none: a block may send
 * the whole item away, and what looks like a placeholder and is none is an error then.
 */
export const placeholderNote =
  'Texts in double braces that begin with `secret.` are placeholders of secrets. Use them exactly as they are: the real values are put in at the moment of use, and nobody can tell you them.';

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
  { credential, credential_type: type, allowed_hosts: hosts = [] }: CredentialInput,
  now: () => number,
): Readonly<Record<string, Json>> {
  const fields = Object.entries(credential).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return addFields(vault, key, fields, { now, binding: { hosts, isCard: type === 'credit_card' } });
}

/** The same for an item of a password manager, which also tells models what its values are. */
export function addItem(
  vault: SecretVault,
  key: string,
  item: SecretItem,
  now: () => number,
): Readonly<Record<string, Json>> {
  const fields = Object.entries(item).map(([name, value]): [string, string] => [name, value.reveal()]);
  return { context: placeholderNote, ...addFields(vault, key, fields, { now }) };
}

function addFields(
  vault: SecretVault,
  key: string,
  fields: readonly (readonly [string, string])[],
  { now, binding }: { readonly now: () => number; readonly binding?: SecretBinding },
): Readonly<Record<string, Json>> {
  const secret = fields
    .filter(([name]) => !plainFields.has(name))
    .map(([name, text]): [string, SecretValue] => [
      name,
      name === 'totp' ? oneTimeCode(text, now) : new Secret(text),
    ]);
  const values = Object.fromEntries(secret) as Readonly<Record<string, SecretValue>>;
  const placeholders = vault.add(key, values, binding);
  return Object.fromEntries(
    fields.map(([name, text]) => [
      name,
      Object.hasOwn(placeholders, name) ? (placeholders[name] ?? text) : text,
    ]),
  );
}
