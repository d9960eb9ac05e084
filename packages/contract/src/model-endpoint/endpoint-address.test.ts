import { describe, expect, it } from 'vitest';
import { readEndpointAddress } from './endpoint-address.ts';

const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`;

describe('the address of an endpoint', { tags: ['security'] }, () => {
  it.each([
    ['http://ann:open%20sesame@gateway.test/v1', 'http://gateway.test/v1', 'ann:open sesame'],
    ['https://ann@gateway.test:8443/', 'https://gateway.test:8443/', 'ann:'],
    ['https://:token@gateway.test/v1', 'https://gateway.test/v1', ':token'],
    ['https://ann:100%@gateway.test/v1', 'https://gateway.test/v1', 'ann:100%'],
    ['https://ann:a@b@gateway.test/v1', 'https://gateway.test/v1', 'ann:a@b'],
  ])('%s is used without its login, which is sent as a header', (address, baseUrl, login) => {
    expect(readEndpointAddress(address)).toEqual({
      baseUrl,
      login,
      headers: { authorization: basic(login) },
    });
  });

  it('without a login stays as it is', () => {
    const baseUrl = 'https://gateway.test/v1';
    expect(readEndpointAddress(baseUrl)).toEqual({ baseUrl, headers: {} });
  });

  it.each([
    'http://ann:sesame@gateway.test:99999/v1',
    'ann:sesame@gateway.test',
    'ftp://ann:sesame@gateway.test',
  ])('that is none is refused and not shown: %s', (address) => {
    const read = () => readEndpointAddress(address);
    expect(read).toThrow(/^Cannot use the base URL of a model/);
    expect(read).not.toThrow(/sesame/);
  });
});
