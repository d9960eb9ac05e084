import type { CredentialRequest } from '@runwright/client';
import { listOf, textOf } from '../../lib/form-values.ts';
import type { CredentialType } from './credentials-search.ts';

/** Sources of one-time codes, with the name that the form shows. */
export const codeSources = {
  none: 'None',
  authenticator: 'Authenticator secret',
  email: 'Sent by mail',
  text: 'Sent as a text message',
} as const;
export type CodeSource = keyof typeof codeSources;

/** Reads the form of a credential into the request of the API. The names of its fields are the paths of the members. */
export function readCredential(type: CredentialType, form: FormData): CredentialRequest {
  const hosts = listOf(form, 'allowed_hosts');
  const named = { name: textOf(form, 'name').trim(), ...(hosts.length > 0 ? { allowed_hosts: hosts } : {}) };
  const member = (name: string): string => textOf(form, `credential.${name}`);
  const optional = <const Name extends string>(name: Name): { [Key in Name]?: string } => {
    const text = member(name).trim();
    return (text === '' ? {} : { [name]: text }) as { [Key in Name]?: string };
  };
  if (type === 'secret')
    return {
      ...named,
      credential_type: type,
      credential: { secret_value: member('secret_value'), ...optional('secret_label') },
    };
  if (type === 'credit_card')
    return {
      ...named,
      credential_type: type,
      credential: {
        card_number: member('card_number').trim(),
        card_cvv: member('card_cvv').trim(),
        card_exp_month: member('card_exp_month').trim(),
        card_exp_year: member('card_exp_year').trim(),
        card_brand: member('card_brand').trim(),
        card_holder_name: member('card_holder_name').trim(),
      },
    };
  return {
    ...named,
    credential_type: type,
    credential: {
      username: member('username'),
      password: member('password'),
      totp_type: member('totp_type') as CodeSource,
      ...optional('totp'),
      ...optional('totp_identifier'),
    },
  };
}
