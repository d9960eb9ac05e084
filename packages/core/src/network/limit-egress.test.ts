import type { EgressPolicy } from '@runwright/contract';
import { expect, it } from 'vitest';
import { limitEgress } from './limit-egress.ts';

const signal = new AbortController().signal;

it('a host outside of the list is refused before its name is looked up, and counted', async () => {
  const asked: string[] = [];
  const policy: EgressPolicy = {
    async check(address) {
      asked.push(String(address));
      return { url: new URL(address), addresses: [] };
    },
  };
  const limited = limitEgress(policy, ['shop.example', '*.cdn.example']);
  const allowed = ['https://shop.example/', 'https://a.cdn.example/x.js'];
  for (const address of allowed) await limited.policy.check(address, { signal });
  for (const address of [
    'https://evil.example/?q=1',
    'http://evil.example:8080/',
    'https://evil.example/2',
  ]) {
    await expect(limited.policy.check(address, { signal })).rejects.toMatchObject({ code: 'egress_denied' });
  }
  expect(asked).toEqual(allowed);
  expect(limited.describeRefused()).toContain('`evil.example` (2), `evil.example:8080` (1).');
});

it('an address on the list is still refused by the policy, and one that cannot be read by it alone', async () => {
  const policy: EgressPolicy = { check: () => Promise.reject(new Error('the policy')) };
  const limited = limitEgress(policy, ['10.0.0.1']);
  for (const address of ['http://10.0.0.1/', 'no address'])
    await expect(limited.policy.check(address, { signal })).rejects.toThrow('the policy');
  expect(limited.describeRefused()).toBe(null);
});
