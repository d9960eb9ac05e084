import { type CredentialInput, CredentialType, TotpType, Type } from '@runwright/contract';
import { text, textOrNull } from './field-schemas.ts';

/** A credential as the HTTP API responds with it: its members that are not secret. */
export const CredentialRecord = Type.Object(
  {
    credential_id: text,
    credential: Type.Union([
      Type.Object({ username: text, totp_type: TotpType, totp_identifier: textOrNull }),
      Type.Object({ last_four: text, brand: text }),
      Type.Object({ secret_label: textOrNull }),
    ]),
    credential_type: CredentialType,
    name: text,
    allowed_hosts: Type.Optional(Type.Array(text)),
  },
  { title: 'Credential' },
);
export type CredentialRecord = Type.Static<typeof CredentialRecord>;

/** Converts a credential to its record. */
export function toCredentialRecord(credentialId: string, input: CredentialInput): CredentialRecord {
  return {
    credential_id: credentialId,
    credential: publicMembers(input),
    credential_type: input.credential_type,
    name: input.name,
    ...(input.allowed_hosts === undefined ? {} : { allowed_hosts: input.allowed_hosts }),
  };
}

function publicMembers(input: CredentialInput): CredentialRecord['credential'] {
  if (input.credential_type === 'secret') return { secret_label: input.credential.secret_label ?? null };
  if (input.credential_type === 'credit_card') {
    const digits = input.credential.card_number.replace(/\D/g, '');
    // Four digits of a number that has hardly more would be most of it.
    return { last_four: digits.length >= 8 ? digits.slice(-4) : '', brand: input.credential.card_brand };
  }
  const { username, totp, totp_type, totp_identifier } = input.credential;
  return {
    username,
    totp_type: totp_type ?? (totp === undefined ? 'none' : 'authenticator'),
    totp_identifier: totp_identifier ?? null,
  };
}
