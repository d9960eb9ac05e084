import type { Credential } from '@runwright/client';

/** Type of a credential. */
export type CredentialType = Credential['credential_type'];

/** Types of credentials, with the name that the page shows. */
export const credentialTypes = { password: 'Password', credit_card: 'Card', secret: 'Secret' } as const;

/** Tab, search and filter of the credentials in the address. */
export interface CredentialsSearch {
  /** Default: the credentials. */
  readonly tab?: 'codes';
  readonly q?: string;
  readonly type?: CredentialType;
}

/** Reads the members of the address; what is none is left out. */
export function credentialsSearch({ tab, q, type }: Readonly<Record<string, unknown>>): CredentialsSearch {
  return {
    ...(tab === 'codes' ? { tab } : {}),
    ...(q === undefined || q === '' ? {} : { q: String(q) }),
    ...(isType(type) ? { type } : {}),
  };
}

function isType(value: unknown): value is CredentialType {
  return typeof value === 'string' && Object.hasOwn(credentialTypes, value);
}
