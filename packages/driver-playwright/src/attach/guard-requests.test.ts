import { expect, it } from 'vitest';
import type { Interceptor } from './connection.ts';
import { guardRequests } from './guard-requests.ts';

it('a browser that is attached leaves long bodies of requests out of what the library keeps', {
  tags: ['security'],
}, async () => {
  let interceptor: Interceptor | null = null;
  const connection = {
    url: '',
    send: async () => ({}),
    sendToLibrary: () => undefined,
    intercept(next: Interceptor) {
      interceptor = next;
    },
    close: () => undefined,
  };
  await guardRequests(connection, {
    egress: { check: () => Promise.reject(new Error('no page is visited')) },
    denials: { record: () => '', denialOf: () => undefined },
    adBlocker: null,
    onAd: () => undefined,
    now: () => 0,
    signal: new AbortController().signal,
  });
  const pass = (message: object) => (interceptor ?? expect.fail()).fromLibrary(message);
  expect(pass({ id: 1, method: 'Network.enable', sessionId: 'S' })).toEqual({
    ...{ id: 1, method: 'Network.enable', sessionId: 'S' },
    params: { maxPostDataSize: 131_072 },
  });
  expect(pass({ id: 2, method: 'Page.enable' })).toEqual({ id: 2, method: 'Page.enable' });
});
