import { expect, it } from 'vitest';
import { keyStateOf } from './key-scopes.ts';

const at = (text: string | null) => text;
const now = Date.parse('2026-03-01T12:00:00Z');

it.each([
  ['active', { revoked_at: at(null), expires_at: at(null) }],
  ['active', { revoked_at: at(null), expires_at: at('2026-03-01T12:00:01Z') }],
  ['expired', { revoked_at: at(null), expires_at: at('2026-03-01T12:00:00Z') }],
  ['revoked', { revoked_at: at('2026-02-01T00:00:00Z'), expires_at: at('2026-01-01T00:00:00Z') }],
] as const)('a key is %s by the times of its end', (state, key) => {
  expect(keyStateOf(key, now)).toBe(state);
});
