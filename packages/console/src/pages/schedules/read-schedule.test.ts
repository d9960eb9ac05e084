import { describe, expect, it } from 'vitest';
import { readSchedule } from './read-schedule.ts';

const state = { cron: ' 0 9 * * 1 ', timezone: 'UTC', parameters: { url: 'x' } };
const formOf = (values: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
};

describe('the form of a schedule', () => {
  it('is read with its missed-run policy in seconds, its parameters and whether it is active', () => {
    const form = formOf({ name: ' Nightly ', late: '30', enabled: 'on' });
    expect(readSchedule(state, form)).toEqual({
      cron: '0 9 * * 1',
      timezone: 'UTC',
      name: 'Nightly',
      parameters: { url: 'x' },
      enabled: true,
      starting_deadline_seconds: 1800,
    });
    expect(readSchedule(state, formOf({ name: '' }))).toMatchObject({
      name: null,
      enabled: false,
      starting_deadline_seconds: null,
    });
  });
});
