import type { ChildProcess } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import type { Readable, Writable } from 'node:stream';
import type { ProtocolMessage } from '../attach/connection.ts';
import { type BodyFilter, createBodyFilter, maxKeptBytes } from './leave-out-bodies.ts';

/** The pipe on which the library speaks to a browser, for further sessions beside those of the library. */
export interface ProtocolPipe {
  /** Sends a message of the debug protocol, which has to name a session that the library does not know. */
  send(message: ProtocolMessage): void;
  /** Calls `listener` with each message of the browser, also those to the library, until the returned function is called. */
  follow(listener: (message: ProtocolMessage, text: string) => void): () => void;
}

/** Length limit of the messages of a browser. */
export interface MessageLimit {
  /** Bytes of one message, without bodies of requests whose base64 is longer than half of it: these are left out. */
  readonly maxMessageBytes: number;
  /** Called when a message is longer. The pipe is closed then, as that of a browser that has crashed. */
  readonly onOversized: () => void;
}

/** Descriptors of the pipe in the process of the browser: commands to it and messages from it. */
const [commandsFd, messagesFd] = [3, 4];
const messageEnd = Buffer.of(0);

/**
 * Launches a browser with the library and joins the pipe between them, so that the browser needs no debug port. The library offers
 * no access to its pipe; Node reports each process that is started. A browser that sends a message over the limit is killed.
 *
 * @param profile the user data folder of the browser
 */
export async function launchWithPipe<Result>(
  profile: string,
  limit: MessageLimit,
  launch: () => Promise<Result>,
): Promise<{ readonly launched: Result; readonly pipe: ProtocolPipe }> {
  const children: ChildProcess[] = [];
  const follow = (message: unknown): void => {
    children.push((message as { process: ChildProcess }).process);
  };
  const started = channel('child_process');
  started.subscribe(follow);
  try {
    const launched = await launch();
    // The library starts a browser a second time when its loader has failed.
    const child = children.findLast(({ spawnargs }) => spawnargs?.includes(`--user-data-dir=${profile}`));
    if (!child?.stdio[commandsFd] || !child.stdio[messagesFd])
      throw new Error('the library has started the browser without a debug pipe');
    const pipe = joinPipe(child.stdio[commandsFd] as Writable, child.stdio[messagesFd] as Readable, {
      ...limit,
      onOversized() {
        child.kill('SIGKILL');
        limit.onOversized();
      },
    });
    return { launched, pipe };
  } finally {
    started.unsubscribe(follow);
  }
}

/**
 * Joins a pipe on which each message ends with a null character. Long bodies of requests are left out of what the library and the
 * listeners get.
 *
 * @see https://chromium.googlesource.com/chromium/src/+/main/content/browser/devtools/devtools_pipe_handler.cc
 */
export function joinPipe(
  commands: Writable,
  messages: Readable,
  { maxMessageBytes, onOversized }: MessageLimit,
): ProtocolPipe {
  const listeners = new Set<(message: ProtocolMessage, text: string) => void>();
  // The library offers no place between its pipe and itself.
  const library = messages.listeners('data');
  messages.removeAllListeners('data');
  let parts: Buffer[] = [];
  let bytes = 0;
  /** Undefined until the message is long enough to need one. */
  let filter: BodyFilter | null | undefined;

  const add = (data: Buffer): void => {
    const part = filter ? filter(data) : data;
    parts.push(part);
    bytes += part.length;
    if (filter !== undefined || bytes <= maxKeptBytes) return;
    const begun = Buffer.concat(parts);
    filter = createBodyFilter(begun.toString('latin1', 0, 100), maxMessageBytes / 2);
    const left = filter ? filter(begun) : begun;
    [parts, bytes] = [[left], left.length];
  };
  const pass = (part: Buffer): void => {
    for (const listener of library) listener.call(messages, part);
  };
  const deliver = (): void => {
    const message = parts;
    [parts, bytes, filter] = [[], 0, undefined];
    for (const part of message) pass(part);
    pass(messageEnd);
    if (listeners.size === 0) return;
    const text = Buffer.concat(message).toString();
    const parsed: ProtocolMessage = JSON.parse(text);
    for (const listener of listeners) listener(parsed, text);
  };
  const receive = (data: Buffer): void => {
    let from = 0;
    for (let end = data.indexOf(0); end !== -1; end = data.indexOf(0, from)) {
      add(data.subarray(from, end));
      from = end + 1;
      deliver();
    }
    add(data.subarray(from));
    if (bytes <= maxMessageBytes) return;
    messages.off('data', receive);
    messages.destroy();
    parts = [];
    onOversized();
  };
  messages.on('data', receive);
  return {
    send(message) {
      // In one piece, so that it cannot come between the parts of a message of the library.
      if (commands.writable) commands.write(`${JSON.stringify(message)}\0`);
    },
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
