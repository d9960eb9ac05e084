import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { ProtocolMessage } from '../attach/connection.ts';
import { joinPipe } from './protocol-pipe.ts';

it('messages come whole however the pipe cuts them, also within a character', () => {
  const messages = new PassThrough();
  const pipe = joinPipe(new PassThrough(), messages);
  const received: ProtocolMessage[] = [];
  pipe.follow((message) => received.push(message));
  const sent = [{ id: 1 }, { method: 'Page.titleChanged', params: { title: 'Größe 😀' } }, { id: 2 }];
  const bytes = Buffer.from(sent.map((message) => `${JSON.stringify(message)}\0`).join(''));
  for (const byte of bytes) messages.emit('data', Buffer.of(byte));
  messages.emit('data', bytes);
  expect(received).toEqual([...sent, ...sent]);
});

it('who begins to follow in the middle of a message gets that message, and none after the end', () => {
  const messages = new PassThrough();
  const pipe = joinPipe(new PassThrough(), messages);
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
  const pipe = joinPipe(commands, new PassThrough());
  pipe.send({ id: 1, method: 'Browser.getVersion', sessionId: 's' });
  expect(String(commands.read())).toBe('{"id":1,"method":"Browser.getVersion","sessionId":"s"}\0');
  commands.destroy();
  pipe.send({ id: 2 });
  expect(commands.read()).toBeNull();
});
