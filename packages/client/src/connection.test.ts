import { expect, expectTypeOf, it } from 'vitest';
import { type ClientOptions, connect } from './connection.ts';

const url = 'http://service.example/automation';

function recorder() {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    return Response.json({});
  };
  return { requests, fetch };
}

it('sends the given headers and no `x-api-key` to a service with its own authentication', async () => {
  const { requests, fetch } = recorder();
  const connection = connect({ url, headers: { authorization: 'Bearer t1' }, fetch });
  await connection.api.GET('/v1/runs');
  await connection.get('/v1/artifacts/a_1/content', { headers: { range: 'bytes=0-1' } });
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t1']);
  expect(requests.map(({ headers }) => headers.has('x-api-key'))).toEqual([false, false]);
  expect(requests[1]?.headers.get('range')).toBe('bytes=0-1');
});

it('asks a function for the headers before each call', async () => {
  const { requests, fetch } = recorder();
  let token = 0;
  const headers = async () => ({ authorization: `Bearer t${++token}` });
  const connection = connect({ url, apiKey: 'rw_1', headers, fetch });
  await connection.api.GET('/v1/runs');
  await connection.api.GET('/v1/runs');
  expect(requests.map((request) => request.headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t2']);
  expect(requests[0]?.headers.get('x-api-key')).toBe('rw_1');
});

it('needs an API key or headers', () => {
  expectTypeOf<{ url: string }>().not.toExtend<ClientOptions>();
  expectTypeOf<{ url: string; apiKey: string }>().toExtend<ClientOptions>();
  expectTypeOf<{ url: string; headers: Record<string, string> }>().toExtend<ClientOptions>();
  expect(() => connect({ url } as ClientOptions)).toThrow('neither `apiKey` nor `headers`');
});
