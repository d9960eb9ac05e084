import { describe, expect, it } from 'vitest';
import { readCredential } from './read-credential.ts';

const formOf = (values: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
};

describe('the form of a credential', () => {
  it('keeps spaces of passwords and secrets, and leaves out what is empty', () => {
    const login = formOf({
      name: ' Shop ',
      allowed_hosts: '',
      'credential.username': 'ada',
      'credential.password': ' p w ',
      'credential.totp_type': 'none',
    });
    expect(readCredential('password', login)).toEqual({
      name: 'Shop',
      credential_type: 'password',
      credential: { username: 'ada', password: ' p w ', totp_type: 'none' },
    });
    const secret = formOf({ name: 'Key', 'credential.secret_value': ' s ', 'credential.secret_label': '' });
    expect(readCredential('secret', secret)).toEqual({
      name: 'Key',
      credential_type: 'secret',
      credential: { secret_value: ' s ' },
    });
  });

  it('reads hosts from lines and commas, and the source of one-time codes', () => {
    const form = formOf({
      name: 'Shop',
      allowed_hosts: 'example.com, shop.example\n\nlogin.example ',
      'credential.username': 'ada',
      'credential.password': 'p',
      'credential.totp_type': 'email',
      'credential.totp_identifier': 'ada@example.com',
    });
    expect(readCredential('password', form)).toMatchObject({
      allowed_hosts: ['example.com', 'shop.example', 'login.example'],
      credential: { totp_type: 'email', totp_identifier: 'ada@example.com' },
    });
  });
});
