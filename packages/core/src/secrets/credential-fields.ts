import {
  type CredentialInput,
  type Json,
  plainCredentialMembers,
  Secret,
  type SecretItem,
} from '@runwright/contract';
import { oneTimeCode } from '../credentials/totp.ts';
import type { ClosedSecrets } from './reveal-secrets.ts';
import type { SecretValue } from './run-secrets.ts';
import type { SecretBinding } from './secret-sites.ts';

/**
 * Note for models about placeholders, in the prompt and beside the fields of an item. It shows none: a block may send
 * the whole item away, and what looks like a placeholder and is none is an error then.
 */
export const placeholderNote =
  'Texts in double braces that begin with `secret.` are placeholders of secrets. Use them exactly as they are: the real values are put in at the moment of use, and nobody can tell you them.';

/** Adds a credential to the secrets of a run and returns what templates see: placeholders, and what is no secret as it is. */
export function addCredential(
  runSecrets: ClosedSecrets,
  key: string,
  { credential, credential_type: type, allowed_hosts: hosts = [] }: CredentialInput,
  now: () => number,
): Readonly<Record<string, Json>> {
  const fields = Object.entries(credential).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return addFields(runSecrets, key, fields, { now, binding: { hosts, isCard: type === 'credit_card' } });
}

/** The same for an item of a password manager, which also tells models what its values are. */
export function addItem(
  runSecrets: ClosedSecrets,
  key: string,
  item: SecretItem,
  now: () => number,
): Readonly<Record<string, Json>> {
  const fields = Object.entries(item).map(([name, value]): [string, string] => [name, value.reveal()]);
  return { context: placeholderNote, ...addFields(runSecrets, key, fields, { now }) };
}

function addFields(
  runSecrets: ClosedSecrets,
  key: string,
  fields: readonly (readonly [string, string])[],
  { now, binding }: { readonly now: () => number; readonly binding?: SecretBinding },
): Readonly<Record<string, Json>> {
  const secret = fields
    .filter(([name]) => !plainCredentialMembers.has(name))
    .map(([name, text]): [string, SecretValue] => [
      name,
      name === 'totp' ? oneTimeCode(text, now) : new Secret(text),
    ]);
  const values = Object.fromEntries(secret) as Readonly<Record<string, SecretValue>>;
  const placeholders = runSecrets.add(key, values, binding);
  return Object.fromEntries(
    fields.map(([name, text]) => [
      name,
      Object.hasOwn(placeholders, name) ? (placeholders[name] ?? text) : text,
    ]),
  );
}
