import { describe, expect, it } from 'vitest';
import { type CronPattern, readCron, writeCron } from './cron-pattern.ts';

describe('patterns of cron expressions', () => {
  it.each<[string, CronPattern]>([
    ['* * * * *', { every: 'minutes', minutes: 1 }],
    ['*/15 * * * *', { every: 'minutes', minutes: 15 }],
    ['5 * * * *', { every: 'hour', minute: 5 }],
    ['30 9 * * *', { every: 'day', time: '09:30' }],
    ['0 9 * * 1,3,5', { every: 'week', time: '09:00', days: [1, 3, 5] }],
    ['0 0 31 * *', { every: 'month', time: '00:00', day: 31 }],
    ['0 9 1 1 *', { every: 'custom', cron: '0 9 1 1 *' }],
  ])('%s is read and written', (cron, pattern) => {
    expect(readCron(cron)).toEqual(pattern);
    expect(writeCron(pattern)).toBe(cron);
  });

  it.each([
    ['0 9 * * 1-5', [1, 2, 3, 4, 5], '0 9 * * 1-5'],
    ['0 9 * * 5,1-3', [1, 2, 3, 5], '0 9 * * 1-3,5'],
    ['0 9 * * 7', [0], '0 9 * * 0'],
    ['0 9 * * 6-7', [0, 6], '0 9 * * 0,6'],
  ])('days of %s', (cron, days, written) => {
    const pattern = readCron(cron);
    expect(pattern).toEqual({ every: 'week', time: '09:00', days });
    expect(writeCron(pattern)).toBe(written);
  });

  it.each([
    '*/7 * * * *',
    '0 9-17 * * *',
    '0 25 * * *',
    '0 9 13 * 5',
    '0 9 * * MON',
    '0 9 * * 5#1',
    '0 9 L * *',
    '0 9 * *',
    '0 0 9 * * *',
  ])('%s stays as it is written', (cron) => {
    expect(readCron(cron)).toEqual({ every: 'custom', cron });
  });
});
