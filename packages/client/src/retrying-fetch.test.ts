import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { type RetryOptions, retryingFetch } from './retrying-fetch.ts';

const busy = (status: number, retryAfter?: string) =>
  new Response('{"detail":"Too many requests"}', {
    status,
    headers: { 'x-request-id': 'r1', ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }) },
  });

/** Answers one after the other; an error is thrown. */
function scripted(answers: readonly (Response | Error)[], options: Partial<RetryOptions> = {}) {
  const bodies: string[] = [];
  const waits: number[] = [];
  const send = retryingFetch({
    fetch: async (request) => {
      bodies.push(await request.text());
      const answer = answers[bodies.length - 1];
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no more answers');
      return answer;
    },
    maxRetries: 3,
    maxRetryDelayMs: 60_000,
    wait: async (ms) => void waits.push(ms),
    now: () => Date.parse('2030-01-01T00:00:00Z'),
    ...options,
  });
  return { send, bodies, waits };
}
const post = (headers = {}) =>
  new Request('http://s/v1/run/tasks?q=1', { method: 'POST', body: 'b', headers });

it.each([
  ['seconds', '7', 7000],
  ['a date', 'Tue, 01 Jan 2030 00:00:03 GMT', 3000],
  ['a date in the past', 'Mon, 31 Dec 2029 00:00:00 GMT', 0],
])('repeats the whole request after the time in Retry-After: %s', async (_name, retryAfter, ms) => {
  const { send, bodies, waits } = scripted([busy(429, retryAfter), busy(503, '1'), new Response('ok')]);
  expect(await (await send(post())).text()).toBe('ok');
  expect([bodies, waits]).toEqual([
    ['b', 'b', 'b'],
    [ms, 1000],
  ]);
});

it.each([
  ['without Retry-After', [busy(503)]],
  ['with a longer wait than allowed', [busy(429, '61')]],
  ['with another status', [busy(500, '1')]],
])('does not repeat a response %s', async (_name, answers) => {
  const { send, waits } = scripted(answers);
  await expect(send(post())).rejects.toBeInstanceOf(ApiError);
  expect(waits).toEqual([]);
});

it('ends after the last repeat with the error of the response', async () => {
  const { send, bodies } = scripted([busy(429, '0'), busy(429, '0')], { maxRetries: 1 });
  await expect(send(post())).rejects.toMatchObject({
    status: 429,
    code: 'rate_limited',
    requestId: 'r1',
    problem: 'POST /v1/run/tasks failed with 429',
    reason: 'Too many requests',
    message: expect.stringMatching(/^POST \/v1\/run\/tasks failed with 429: Too many requests\. Call again/),
  });
  expect(bodies).toHaveLength(2);
});

it('repeats after a lost connection only what may be sent twice', async () => {
  const lost = new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });
  const get = scripted([lost, new Response('ok')]);
  expect(await (await get.send(new Request('http://s/v1/runs'))).text()).toBe('ok');
  const keyed = scripted([lost, new Response('ok')]);
  expect(await (await keyed.send(post({ 'idempotency-key': 'k' }))).text()).toBe('ok');
  const plain = scripted([lost, new Response('ok')]);
  await expect(plain.send(post())).rejects.toMatchObject({
    code: 'network',
    status: 0,
    reason: 'read ECONNRESET',
  });
  expect(plain.bodies).toHaveLength(1);
});

it('lists the problems of a request that did not validate', async () => {
  const detail = [{ loc: ['body', 'prompt'], msg: 'Field required', type: 'missing' }];
  const { send } = scripted([new Response(JSON.stringify({ detail }), { status: 422 })]);
  await expect(send(post())).rejects.toMatchObject({
    code: 'invalid_input',
    items: detail,
    reason: '`body.prompt`: Field required',
  });
});

it('throws the reason of an aborted signal', async () => {
  const abort = new AbortController();
  const reason = new Error('stopped');
  const { send } = scripted([busy(429, '1')], {
    wait: async () => {
      abort.abort(reason);
      throw reason;
    },
  });
  await expect(send(new Request('http://s/', { signal: abort.signal }))).rejects.toBe(reason);
});

it('ends a request whose signal is aborted, also when memory was collected in between', async () => {
  setFlagsFromString('--expose-gc');
  const collectMemory = runInNewContext('gc') as () => void;
  const caller = new AbortController();
  const sent = Promise.withResolvers<Request>();
  const { send } = scripted([], {
    fetch: (request) => {
      sent.resolve(request);
      return new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      );
    },
  });
  const answer = send(new Request('http://s/v1/runs', { signal: caller.signal }));
  // As `fetch` does, the test holds the request that it sends.
  const { signal } = await sent.promise;
  // A turn of the event loop lets go of what weak references have kept alive.
  await new Promise(setImmediate);
  collectMemory();
  caller.abort();
  expect(signal.aborted).toBe(true);
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});
