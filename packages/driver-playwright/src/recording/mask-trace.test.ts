import { expect, it } from 'vitest';
import { maskTraceEntry } from './mask-trace.ts';

const security = { tags: ['security'] };
const masked = (record: unknown, name = 'trace.trace'): unknown =>
  JSON.parse(maskTraceEntry(name, JSON.stringify(record), (text) => text.replaceAll('hunter2', '[secret]')));

it('headers and cookies that sign somebody in are masked', security, () => {
  const request = {
    headers: [
      { name: 'Authorization', value: 'Bearer abc' },
      { name: 'cookie', value: 'sid=abc' },
      { name: 'X-Api-Key', value: 'abc' },
      { name: 'accept', value: 'text/html' },
    ],
    cookies: [{ name: 'sid', value: 'abc', path: '/' }],
  };
  expect(masked({ type: 'resource-snapshot', snapshot: { request } }, 'trace.network')).toEqual({
    type: 'resource-snapshot',
    snapshot: {
      request: {
        headers: [
          { name: 'Authorization', value: '[secret]' },
          { name: 'cookie', value: '[secret]' },
          { name: 'X-Api-Key', value: '[secret]' },
          { name: 'accept', value: 'text/html' },
        ],
        cookies: [{ name: 'sid', value: '[secret]', path: '/' }],
      },
    },
  });
});

it('what keys have typed is masked, and keys that type nothing are named', security, () => {
  const call = (method: string, params: object) => ({
    type: 'before',
    class: 'Page',
    method,
    title: 'Type "n"',
    params,
  });
  expect(masked(call('keyboardType', { text: 'north', delay: 0 }))).toMatchObject({
    params: { text: '[secret]', delay: 0 },
  });
  expect(masked(call('keyboardDown', { key: 'n' }))).toMatchObject({ params: { key: '[secret]' } });
  expect(masked(call('keyboardPress', { key: 'Enter' }))).toMatchObject({ params: { key: 'Enter' } });
  expect(masked(call('keyboardType', { text: 'n' }))).not.toHaveProperty('title');
});

it('values of fields for passwords and codes are masked in snapshots', security, () => {
  const field = (attributes: object, value: string) => [
    'INPUT',
    { ...attributes, __playwright_value_: value },
  ];
  const html = [
    'BODY',
    {},
    field({ type: 'password' }, 'nort'),
    field({ autocomplete: 'one-time-code' }, '48'),
    field({}, 'Ann'),
  ];
  expect(masked({ type: 'frame-snapshot', snapshot: { html } })).toEqual({
    type: 'frame-snapshot',
    snapshot: {
      html: [
        'BODY',
        {},
        field({ type: 'password' }, '[secret]'),
        field({ autocomplete: 'one-time-code' }, '[secret]'),
        field({}, 'Ann'),
      ],
    },
  });
});

it('secrets are masked in every entry, and half a record is left out', security, () => {
  expect(maskTraceEntry('resources/a.html', '<p>hunter2', (text) => text.replace('hunter2', '*'))).toBe(
    '<p>*',
  );
  expect(
    maskTraceEntry('trace.trace', '{"a":"hunter2"}\n{"b":', (text) => text.replace('hunter2', '*')),
  ).toBe('{"a":"*"}\n');
});
