import { createHmac } from 'node:crypto';
import { type RequestOptions, RunwrightError } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { askVerificationUrl } from './ask-verification-url.ts';

const url = 'https://codes.test/code';
const question = { task_id: 'tsk_1', workflow_run_id: 'wr_1', workflow_permanent_id: 'wpid_1' };

async function ask(
  answer: (init: RequestOptions) => Promise<Response>,
  { clock = manualClock(), signal = new AbortController().signal } = {},
) {
  return askVerificationUrl(url, question, {
    fetch: (_url, init) => answer(init),
    signingKey: 'rw_test_0123456789abcdef',
    model: null,
    clock,
    signal,
  });
}

it('the request is signed like a webhook, and follows no redirect', async () => {
  let sent: RequestOptions = {};
  const code = await ask(async (init) => {
    sent = init;
    return Response.json({ verification_code: '482913' });
  });
  expect(code).toBe('482913');
  const body = Buffer.from(sent.body as Uint8Array).toString();
  expect(body).toBe('{"task_id":"tsk_1","workflow_run_id":"wr_1","workflow_permanent_id":"wpid_1"}');
  const headers = new Headers(sent.headers);
  expect(headers.get('x-service-signature')).toBe(
    createHmac('sha256', 'rw_test_0123456789abcdef').update(body).digest('hex'),
  );
  expect(headers.get('x-service-timestamp')).toMatch(/^\d{10}$/);
  expect(headers.get('content-type')).toBe('application/json');
  expect([sent.method, sent.redirect]).toEqual(['POST', 'manual']);
});

it.each([
  ['a code', { verification_code: ' 482913 ' }, '482913'],
  ['a message', { verification_code: 'Your code is 482913.' }, '482913'],
  ['a message without a code', { verification_code: 'Please wait a while' }, null],
  ['an empty code', { verification_code: ' ' }, null],
  ['no code', { verification_code: null }, null],
  ['a number', { verification_code: 482913 }, null],
  ['another object', { code: '482913' }, null],
  ['a list', ['482913'], null],
])('an answer with %s is read', async (_title, body, expected) => {
  expect(await ask(async () => Response.json(body))).toBe(expected);
});

it.each([
  ['404', async () => new Response('482913', { status: 404 })],
  ['500 with a code', async () => Response.json({ verification_code: '482913' }, { status: 500 })],
  ['a redirect', async () => new Response(null, { status: 302, headers: { location: 'https://a.test/' } })],
  ['text that is no JSON', async () => new Response('482913 <html>')],
  [
    'more than is read',
    async () => new Response(`{"verification_code":"482913","x":"${'x'.repeat(300_000)}"}`),
  ],
  ['no connection', async () => Promise.reject(new RunwrightError('block_failed', 'No answer'))],
])('%s means that there is no code yet', async (_title, answer) => {
  expect(await ask(answer)).toBeNull();
});

it('410 means that none will come', async () => {
  await expect(ask(async () => new Response(null, { status: 410 }))).rejects.toMatchObject({
    code: 'block_failed',
    details: { failure_category: 'one_time_code', errors: [{ error_code: 'OTP_ERROR' }] },
  });
});

it('an address that the egress policy refuses ends the wait', { tags: ['security'] }, async () => {
  const refused = ask(async () => Promise.reject(new RunwrightError('egress_denied', 'refused')));
  await expect(refused).rejects.toMatchObject({ code: 'egress_denied' });
});

it('a server that does not answer within 10 s has no code yet', async () => {
  const clock = manualClock();
  const silent = ask(
    ({ signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    { clock },
  );
  await clock.untilSleeping();
  await clock.advance(10_000);
  expect(await silent).toBeNull();
});
