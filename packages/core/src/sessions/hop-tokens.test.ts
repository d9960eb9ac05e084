import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createHopTokens } from './hop-tokens.ts';
import { createSessionTokens } from './session-tokens.ts';

const masterKey = randomBytes(32);

it('a token is valid for its session alone, in every process with the same master key', {
  tags: ['security'],
}, () => {
  const token = createHopTokens(masterKey, () => 1000).create('o_1', 'pbs_1');
  const other = createHopTokens(masterKey, () => 2000);
  expect(other.verify(token, 'pbs_1')).toBe('o_1');
  expect(other.verify(token, 'pbs_2')).toBeNull();
  expect(other.verify(token.replace('o_1', 'o_2'), 'pbs_1')).toBeNull();
  expect(other.verify('', 'pbs_1')).toBeNull();
  expect(createHopTokens(randomBytes(32), () => 1000).verify(token, 'pbs_1')).toBeNull();
});

it('a token is refused after 60 s', { tags: ['security'] }, () => {
  let now = 1000;
  const tokens = createHopTokens(masterKey, () => now);
  const token = tokens.create('o_1', 'pbs_1');
  now += 59_999;
  expect(tokens.verify(token, 'pbs_1')).toBe('o_1');
  now += 1;
  expect(tokens.verify(token, 'pbs_1')).toBeNull();
});

it('a token that users get for the live view is none between processes', { tags: ['security'] }, () => {
  const { token } = createSessionTokens(masterKey, 'runwright live view', () => 1000).create('o_1', 'pbs_1');
  expect(createHopTokens(masterKey, () => 1000).verify(token, 'pbs_1')).toBeNull();
});
