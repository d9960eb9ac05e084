import { expect, it } from 'vitest';
import { headerProblems } from './request-headers.ts';

const problems = (headers: unknown) => headerProblems(headers, ['extra_http_headers']);

it.each([
  ...['Host', 'host', 'Connection', 'Content-Length', 'Transfer-Encoding', 'Keep-Alive', 'TE', 'Trailer'],
  ...['Upgrade', 'Expect', 'Proxy-Connection'],
])('the header %s, which the client of a connection sets, is refused at its place', (name) => {
  expect(problems({ 'x-trace': '1', [name]: 'x' })).toEqual([
    {
      path: ['extra_http_headers', name],
      type: 'value_error',
      message: `Value error, a browser sets the header \`${name}\` itself; leave it out`,
    },
  ]);
});

it('other headers are sent', () => {
  const headers = {
    Authorization: 'Bearer x',
    Cookie: 'a=b',
    'Accept-Language': 'de',
    Referer: 'https://a.test',
  };
  expect(problems(headers)).toEqual([]);
});
