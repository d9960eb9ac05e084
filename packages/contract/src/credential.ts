import { type Static, Type } from 'typebox';

const required = (description: string) => Type.String({ minLength: 1, description });
const optional = (description: string) => Type.Optional(required(description));

/** Type of a credential. */
export const CredentialType = Type.Enum(['password', 'credit_card', 'secret']);
export type CredentialType = Static<typeof CredentialType>;

/** Source of a login's one-time codes. */
export const TotpType = Type.Enum(['authenticator', 'email', 'text', 'none']);
export type TotpType = Static<typeof TotpType>;

/** User name and password with an optional source of one-time codes. */
export const PasswordInput = Type.Object({
  username: required('The user name.'),
  password: required('Never returned.'),
  totp: optional('Secret for one-time codes: base32, or an `otpauth://totp/` address. Never returned.'),
  totp_type: Type.Optional(TotpType),
  totp_identifier: optional('Mail address or telephone number that codes are sent to.'),
});
export type PasswordInput = Static<typeof PasswordInput>;

/** A payment card. Only its brand and the last four digits of its number are returned. */
export const CreditCardInput = Type.Object({
  card_number: required(
    '12 to 19 digits with the right check digit; blanks and dashes between them are allowed.',
  ),
  card_cvv: required('The security code.'),
  card_exp_month: required('Month of expiry, 1 to 12.'),
  card_exp_year: required('Year of expiry.'),
  card_brand: required('The brand; no secret.'),
  card_holder_name: required('Name on the card.'),
});
export type CreditCardInput = Static<typeof CreditCardInput>;

/** Any other secret text. */
export const SecretInput = Type.Object({
  secret_value: required('Never returned.'),
  secret_label: optional('What it is, in words.'),
});
export type SecretInput = Static<typeof SecretInput>;

/** Members of credentials and items that are no secret: a brand, and where codes or secrets belong. */
export const plainCredentialMembers: ReadonlySet<string> = new Set([
  'card_brand',
  'totp_type',
  'totp_identifier',
  'secret_label',
]);

const named = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  allowed_hosts: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      maxItems: 100,
      description:
        'Hosts at which a browser may type it: `example.com` with its subdomains, `http://example.com` for plain http, `*` for every host over https. Default: the sites that the workflow and its caller name.',
    }),
  ),
};

/** A credential as it is created or replaced (snake_case); `credential_type` decides which shape is checked. */
export const CredentialInput = Type.Union(
  [
    Type.Object({ ...named, credential_type: Type.Literal('password'), credential: PasswordInput }),
    Type.Object({ ...named, credential_type: Type.Literal('credit_card'), credential: CreditCardInput }),
    Type.Object({ ...named, credential_type: Type.Literal('secret'), credential: SecretInput }),
  ],
  { title: 'CredentialInput' },
);
export type CredentialInput = Static<typeof CredentialInput>;

/** A credential as it is shown (snake_case): what is secret about it is never among the members. */
export interface CredentialSummary {
  readonly credential_id: string;
  readonly credential_type: CredentialType;
  readonly name: string;
  /** Only when it was given. */
  readonly allowed_hosts?: readonly string[];
  readonly credential:
    | { readonly username: string; readonly totp_type: TotpType; readonly totp_identifier: string | null }
    | { readonly last_four: string; readonly brand: string }
    | { readonly secret_label: string | null };
}

/** A stored credential. Times are epoch ms. */
export interface CredentialRow {
  /** `cred_` */
  readonly credentialId: string;
  readonly organizationId: string;
  readonly type: CredentialType;
  readonly name: string;
  /** The whole input under the master key (AES-256-GCM), base64; empty when it was deleted. */
  readonly ciphertext: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** The id stays dead, its secret is erased. */
  readonly deletedAt: number | null;
}
