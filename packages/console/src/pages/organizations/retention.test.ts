import { expect, it } from 'vitest';
import { readRetention, retentionText } from './retention.ts';

it('retention is a whole number of days, or nothing for the setting of the service', () => {
  expect(['', ' 30 ', '36500', '0', '1.5', '36501', 'long'].map(readRetention)).toEqual([
    null,
    30,
    36_500,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect([null, 1, 90].map(retentionText)).toEqual([
    'For ever, unless the service has a limit',
    '1 day',
    '90 days',
  ]);
});
