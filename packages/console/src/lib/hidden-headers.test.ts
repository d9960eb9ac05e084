import { expect, it } from 'vitest';
import { withoutHiddenHeaders } from './hidden-headers.ts';

it('headers with hidden values are taken out of a request and named', () => {
  expect(
    withoutHiddenHeaders({ url: 'u', extra_http_headers: { Cookie: '[secret]', 'x-team': 'a' } }),
  ).toEqual({
    request: { url: 'u', extra_http_headers: { 'x-team': 'a' } },
    hiddenHeaders: ['Cookie'],
  });
  expect(withoutHiddenHeaders({ extra_http_headers: { Cookie: '[secret]' } }).request).toEqual({});
});

it('a request without such headers stays as it is', () => {
  const request = { extra_http_headers: { 'x-team': 'a' } };
  expect(withoutHiddenHeaders(request)).toEqual({ request, hiddenHeaders: [] });
  expect(withoutHiddenHeaders({ extra_http_headers: null }).hiddenHeaders).toEqual([]);
});
