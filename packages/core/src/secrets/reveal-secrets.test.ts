import { Secret } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { secretDestination } from './reveal-secrets.ts';
import { createRunSecrets } from './run-secrets.ts';

const secrets = createRunSecrets();
const pin = secrets.add('pin', new Secret('48215'));
const host = secrets.add('host', new Secret('mail.shop.example'));
const port = secrets.add('port', new Secret('587'));

describe('an address with a secret', { tags: ['security'] }, () => {
  it('may have it in its path, its query and its user', () => {
    expect(secretDestination(`https://u:${pin}@shop.example/${pin}?p=${pin}#${pin}`, secrets)).toEqual({
      address: 'https://u:48215@shop.example/48215?p=48215#48215',
      services: [],
      holdsSecret: false,
      isNamedBySecret: false,
    });
  });

  it('may be a host that is stored as a secret', () => {
    expect(secretDestination(`smtp://${host}:${port}`, secrets)).toMatchObject({
      address: 'smtp://mail.shop.example:587',
      isNamedBySecret: true,
      holdsSecret: true,
    });
  });

  // Each would be looked up by name, or be repeated in a message in another form: `https://0.0.188.87`.
  it.each([
    `https://${pin}/`,
    `https://${pin}.shop.example/`,
    `https://shop.example:${pin}/`,
    `https:\\\\${pin}.shop.example`,
    `  https:/${pin}`,
    `//${pin}/x`,
    `${pin}://shop.example`,
    `https://${host}.evil.example`,
  ])('is refused with it in scheme, host or port, and the message does not have it: %s', (address) => {
    const read = () => secretDestination(address, secrets);
    expect(read).toThrow('stands in the host or port of an address');
    expect(read).not.toThrow(/48215|mail\.shop/);
  });
});
