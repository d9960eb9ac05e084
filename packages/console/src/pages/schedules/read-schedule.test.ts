import { describe, expect, it } from 'vitest';
import { readSchedule } from './read-schedule.ts';

const time = { cron: ' 0 9 * * 1 ', timezone: 'UTC' };
const formOf = (values: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
};

describe('the form of a schedule', () => {
  it('is read with its missed-run policy in seconds, its parameters and whether it is active', () => {
    const form = formOf({ name: ' Nightly ', late: '30', parameters: '{"url": "x"}', enabled: 'on' });
    expect(readSchedule(time, form)).toEqual({
      cron: '0 9 * * 1',
      timezone: 'UTC',
      name: 'Nightly',
      parameters: { url: 'x' },
      enabled: true,
      starting_deadline_seconds: 1800,
    });
    expect(readSchedule(time, formOf({ name: '', parameters: ' ' }))).toMatchObject({
      name: null,
      parameters: {},
      enabled: false,
      starting_deadline_seconds: null,
    });
  });

  it.each(['[1]', 'url: x', 'null'])('refuses %s as parameters and tells how to write them', (parameters) => {
    expect(() => readSchedule(time, formOf({ parameters }))).toThrow(
      /The parameters are no JSON.*Write them like/,
    );
  });
});
