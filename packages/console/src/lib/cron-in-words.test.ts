import { expect, it } from 'vitest';
import { cronInWords } from './cron-in-words.ts';

it('a cron expression is told in words, and one that is none is not', () => {
  expect(cronInWords('0 9 * * 1-5')).toBe('At 09:00, Monday through Friday');
  expect(cronInWords('*/15 * * * *')).toBe('Every 15 minutes');
  expect(cronInWords('every day')).toBeNull();
});
