import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import type { ProtocolMessage } from '../attach/connection.ts';
import { leftOutPart } from './leave-out-bodies.ts';
import { joinPipe } from './protocol-pipe.ts';

const limit = { maxMessageBytes: 1_000, onOversized: () => expect.unreachable('no message is long') };

it('messages come whole however the pipe cuts them, also within a character', () => {
  const messages = new PassThrough();
  const pipe = joinPipe(new PassThrough(), messages, limit);
  const received: ProtocolMessage[] = [];
  pipe.follow((message) => received.push(message));
  const sent = [{ id: 1 }, { method: 'Page.titleChanged', params: { title: 'Größe 😀' } }, { id: 2 }];
  const bytes = Buffer.from(sent.map((message) => `${JSON.stringify(message)}\0`).join(''));
  for (const byte of bytes) messages.emit('data', Buffer.of(byte));
  messages.emit('data', bytes);
  expect(received).toEqual([...sent, ...sent]);
});

it('the library gets messages whole and in their order, without long bodies of requests', {
  tags: ['security'],
}, () => {
  const messages = new PassThrough();
  const received: Buffer[] = [];
  messages.on('data', (data: Buffer) => received.push(data));
  messages.emit('data', Buffer.from('{"id":1}\0{"id":'));
  const pipe = joinPipe(new PassThrough(), messages, { ...limit, maxMessageBytes: 400_000 });
  const followed: ProtocolMessage[] = [];
  const paused = (postData: string, bytes = postData) => ({
    method: 'Fetch.requestPaused',
    params: { request: { url: 'https://shop.example/', postData, postDataEntries: [{ bytes }] } },
    sessionId: 'S',
  });
  const sent = [paused('QUJD'), paused('QUJD'.repeat(200_000)), { id: 3 }];
  const bytes = Buffer.from(['2}', ...sent.map((message) => JSON.stringify(message)), ''].join('\0'));
  for (let from = 0; from < bytes.length; from += 65_536) {
    messages.emit('data', bytes.subarray(from, from + 65_536));
    if (from === 0) pipe.follow((message) => followed.push(message));
  }
  const got = Buffer.concat(received).toString().split('\0');
  expect(got.pop()).toBe('');
  const left = [paused('QUJD'), paused('', leftOutPart), { id: 3 }];
  expect(got.map((text) => JSON.parse(text))).toEqual([{ id: 1 }, { id: 2 }, ...left]);
  expect(followed).toEqual(left.slice(1));
});

it('who begins to follow in the middle of a message gets that message, and none after the end', () => {
  const messages = new PassThrough();
  const pipe = joinPipe(new PassThrough(), messages, limit);
  const received: ProtocolMessage[] = [];
  messages.emit('data', Buffer.from('{"id":1}\0{"id"'));
  const stop = pipe.follow((message) => received.push(message));
  messages.emit('data', Buffer.from(':2}\0'));
  stop();
  messages.emit('data', Buffer.from('{"id":3}\0'));
  expect(received).toEqual([{ id: 2 }]);
});

it('a message is written in one piece, and not to a browser that has ended', () => {
  const commands = new PassThrough();
  const pipe = joinPipe(commands, new PassThrough(), limit);
  pipe.send({ id: 1, method: 'Browser.getVersion', sessionId: 's' });
  expect(String(commands.read())).toBe('{"id":1,"method":"Browser.getVersion","sessionId":"s"}\0');
  commands.destroy();
  pipe.send({ id: 2 });
  expect(commands.read()).toBeNull();
});

it.each([
  ['heard by a debug client', true],
  ['heard by the library alone', false],
])(
  'a pipe is closed while a message over the limit comes, %s',
  { tags: ['security'] },
  (_who, isFollowed) => {
    const messages = new PassThrough();
    const onOversized = vi.fn();
    const pipe = joinPipe(new PassThrough(), messages, { maxMessageBytes: 10, onOversized });
    const received: ProtocolMessage[] = [];
    if (isFollowed) pipe.follow((message) => received.push(message));
    for (const part of ['{"id":12}\0', '{"id":12}', '\0{', '"id"', ':1234']) {
      expect(messages.destroyed).toBe(false);
      messages.emit('data', Buffer.from(part));
    }
    expect(messages.destroyed).toBe(false);
    messages.emit('data', Buffer.from('}'));
    expect(messages.destroyed).toBe(true);
    messages.emit('data', Buffer.from('\0{"id":13}\0'));
    expect(onOversized).toHaveBeenCalledTimes(1);
    expect(received).toEqual(isFollowed ? [{ id: 12 }, { id: 12 }] : []);
  },
);
