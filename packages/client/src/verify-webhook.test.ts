import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { verifyWebhook, WebhookError } from './verify-webhook.ts';

const secret = 'key';
const body = '{"run_id":"wr_1","status":"completed","output":{"price":"3 €"}}';
const now = () => 1_800_000_000_000;
const signed = (text: string, timestamp = '1800000000') => ({
  'x-service-signature': createHmac('sha256', secret).update(text).digest('hex'),
  'x-service-timestamp': timestamp,
});

it.each([
  ['text and a plain object', body, signed(body)],
  ['bytes and a plain object', Buffer.from(body), signed(body)],
  ['text and headers of Fetch', body, new Headers(signed(body))],
])('returns the payload of a signed webhook: %s', async (_name, received, headers) => {
  expect(await verifyWebhook(received, headers, secret, { now })).toEqual(JSON.parse(body));
});

it.each([
  ['a changed body', body.replace('completed', 'failed'), signed(body), 'does not fit its body'],
  ['another form of the same JSON', JSON.stringify(JSON.parse(body), null, 1), signed(body), 'does not fit'],
  ['no signature', body, { 'x-service-timestamp': '1800000000' }, 'x-service-signature'],
  ['a signature that is too short', body, { ...signed(body), 'x-service-signature': 'ab' }, 'hexadecimal'],
  [
    'no timestamp',
    body,
    { 'x-service-signature': signed(body)['x-service-signature'] },
    'x-service-timestamp',
  ],
  ['an old webhook', body, signed(body, '1799999699'), 'more than 300 seconds'],
  ['a webhook of the future', body, signed(body, '1800000301'), 'more than 300 seconds'],
])('rejects %s', async (_name, received, headers, message) => {
  const verified = verifyWebhook(received, headers, secret, { now });
  await expect(verified).rejects.toThrow(message);
  await expect(verified).rejects.toBeInstanceOf(WebhookError);
});

it('rejects the key of another organization', async () => {
  await expect(verifyWebhook(body, signed(body), 'other', { now })).rejects.toThrow('key that signs');
});

it('takes an age up to the given tolerance', async () => {
  const headers = signed(body, '1799999000');
  expect(await verifyWebhook(body, headers, secret, { now, tolerance: 1000 })).toMatchObject({
    run_id: 'wr_1',
  });
  await expect(verifyWebhook(body, headers, secret, { now, tolerance: 999 })).rejects.toThrow('999');
});
