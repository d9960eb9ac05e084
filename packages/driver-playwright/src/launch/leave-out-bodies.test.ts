import { expect, it } from 'vitest';
import { createBodyFilter, leftOutPart, maxKeptBytes } from './leave-out-bodies.ts';

const paused = (request: object) => ({ method: 'Fetch.requestPaused', params: { request }, sessionId: 'S' });
const sent = (request: object) => ({ method: 'Network.requestWillBeSent', params: { request } });

/** Passes a message through its filter, in parts of a number of bytes. */
function filtered(message: object, partBytes: number, maxPausedBytes = 2 * maxKeptBytes): unknown {
  const text = JSON.stringify(message);
  const filter = createBodyFilter(text.slice(0, 40), maxPausedBytes);
  if (!filter) return null;
  const bytes = Buffer.from(text);
  const left: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += partBytes)
    left.push(filter(bytes.subarray(from, from + partBytes)));
  return JSON.parse(Buffer.concat(left).toString());
}

/** A text of quotes and backslashes that ends like the beginning of a body. */
const createText = (length: number) => `${'\\"'.repeat(length / 2)}"postData":"\\`;
const [short, long] = [createText(10_000), createText(maxKeptBytes)];

it.each([61, 65_536])(
  'long bodies are empty, and the rest of a message is what it was, in parts of %s bytes',
  { tags: ['security'] },
  (partBytes) => {
    const rest = { url: `data:,${long}`, headers: { cookie: long, postData: 'name' } };
    const base64 = 'QUJD'.repeat(maxKeptBytes / 4 + 1);
    const request = { ...rest, postData: long, postDataEntries: [{ bytes: base64 }], hasPostData: true };
    const without = { ...request, postData: '', postDataEntries: [{ bytes: leftOutPart }] };
    expect(filtered(sent(request), partBytes)).toEqual(sent(without));
    expect(filtered(paused(request), partBytes)).toEqual(paused({ ...request, postData: '' }));
    expect(filtered(paused(request), partBytes, maxKeptBytes)).toEqual(paused(without));
  },
);

it.each([1, 65_536])('short bodies stay, in parts of %s bytes', (partBytes) => {
  const request = { postData: short, postDataEntries: [{ bytes: 'QUJD' }, { bytes: '' }] };
  expect(filtered(sent(request), partBytes)).toEqual(sent(request));
  expect(filtered(paused(request), partBytes)).toEqual(paused(request));
});

it('other messages have no filter', () => {
  expect(filtered({ method: 'Runtime.consoleAPICalled', params: { postData: long } }, 10)).toBeNull();
  expect(filtered({ id: 1, result: { postData: long } }, 10)).toBeNull();
});
