import { expect, it } from 'vitest';
import { createTraceMask } from './mask-trace.ts';

const security = { tags: ['security'] };
const maskTrace = (isTypedApart = (_at: number) => false) =>
  createTraceMask({ mask: (text) => text.replaceAll('hunter2', '[secret]'), isTypedApart });
const masked = (record: unknown, name = 'trace.trace'): unknown =>
  JSON.parse(maskTrace().mask(name, JSON.stringify(record)) ?? '');

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
  expect(maskTrace().mask('resources/a.html', '<p>hunter2')).toBe('<p>[secret]');
  expect(maskTrace().mask('trace.trace', '{"a":"hunter2"}\n{"b":')).toBe('{"a":"[secret]"}\n');
});

it('what pages report while a secret is typed character by character is left out', security, () => {
  const { rank, mask } = maskTrace((at) => at > 10);
  const said = (time: number) => ({ type: 'console', time, text: `at ${time}` });
  const call = { type: 'before', time: 11, method: 'fill' };
  expect(mask('trace.trace', [said(10), said(11), call].map((each) => JSON.stringify(each)).join('\n'))).toBe(
    [JSON.stringify(said(10)), '', JSON.stringify(call)].join('\n'),
  );
  const request = (_monotonicTime: number, file: string) =>
    JSON.stringify({
      type: 'resource-snapshot',
      snapshot: {
        ...{ _monotonicTime, request: { postData: { _sha1: file } } },
        response: { content: { _file: 'resources/same.html' } },
      },
    });
  const before = request(10, 'before.txt');
  expect(mask('trace.network', `${before}\n${request(11, 'during.txt')}`)).toBe(`${before}\n`);
  const kept = ['before.txt', 'during.txt', 'same.html'].map((name) => mask(`resources/${name}`, name));
  expect(kept).toEqual(['before.txt', null, 'same.html']);
  expect(rank('trace.network')).toBeLessThan(rank('resources/before.txt'));
});
