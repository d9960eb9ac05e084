import { expect, it } from 'vitest';
import type { FrameChannel } from '../page-channel.ts';
import { createFrameReader } from './frame-reader.ts';

const limits = { timeoutMs: 1000, signal: new AbortController().signal };

/** A document at an address, whose channel may still name the address of the one before. */
function channelOf(documentId: string, { says, is }: { readonly says: string; readonly is: string }) {
  const answer = {
    ...{
      url: is,
      title: '',
      nodes: 0,
      unread: 0,
      untested: 0,
      unknownRoots: 0,
      farText: 0,
      tookMs: 1,
      next: 1,
    },
    viewport: { width: 1, height: 1 },
    scroll: { x: 0, y: 0, width: 1, height: 1 },
    ...{ behind: 0, covered: 0, content: [], words: [], origin: '' },
  };
  const channel: Partial<FrameChannel> = {
    ...{ frameId: 'f', documentId, isMainThread: true, url: says, startKey: null, eventName: 'e' },
    connection: 'events',
    evaluate: async () => ({ objectId: 'reader' }),
    evaluateInPage: async () => ({ objectId: 'probe' }),
    evaluateValue: async () => JSON.stringify(answer),
    mayHoldClosedRoots: async () => false,
  };
  return channel as FrameChannel;
}

it('the address of a frame is that of the document that was read, also when its channel is late', async () => {
  const reader = createFrameReader('a', channelOf('one', { says: 'https://a.test/', is: 'https://a.test/' }));
  expect((await reader.read('action', limits)).url).toBe('https://a.test/');
  expect(reader.url).toBe('https://a.test/');

  reader.attach(channelOf('two', { says: 'https://a.test/', is: 'https://b.test/' }));
  await reader.read('action', limits);
  expect(reader.url).toBe('https://b.test/');

  reader.attach(channelOf('three', { says: 'https://c.test/', is: 'https://c.test/#x' }));
  expect(reader.url).toBe('https://c.test/');
});
