import { once } from 'node:events';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type ErrorCode, RunwrightError } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { type AdminCalls, makeAdminCall, remoteAdminCalls } from './admin-calls.ts';

/** Folder of the socket in the data folder. Its mode keeps other users of the machine out. */
export const adminFolder = 'admin';

/** Longest request or answer in characters; a longer one is refused. */
const maxLength = 16 * 1024 * 1024;

/** A request: one line of JSON; the answer is another one, and ends the connection. */
interface Request {
  readonly part: string;
  readonly name: string;
  readonly args: readonly unknown[];
}
type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: ErrorCode; readonly message: string; readonly details: object } };

/**
 * Lets commands of the same user manage a running service, whose store no other process may open, over a socket in its
 * data folder. Call it after the store is open: a socket that is found was left by a process that died. Null where there
 * are no such sockets, such as on Windows or in a folder with a very long path; the commands then say what to do.
 */
export async function serveAdminSocket(engine: Engine, dataDir: string): Promise<AsyncDisposable | null> {
  if (process.platform === 'win32') return null;
  const path = socketPath(dataDir);
  await mkdir(join(dataDir, adminFolder), { recursive: true, mode: 0o700 });
  await rm(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket.once('close', () => open.delete(socket)));
    void answer(engine, socket);
  });
  try {
    await once(server.listen(path), 'listening');
    await chmod(path, 0o600);
  } catch {
    return null;
  }
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Connects to the service that uses a data folder; null when none is running. */
export async function connectAdminSocket(dataDir: string): Promise<AdminCalls | null> {
  const path = socketPath(dataDir);
  const probe = createConnection(path);
  try {
    await once(probe, 'connect');
  } catch {
    return null;
  } finally {
    probe.destroy();
  }
  return remoteAdminCalls(async (part, name, args) => {
    const socket = createConnection({ path, allowHalfOpen: true });
    const request: Request = { part, name, args };
    socket.end(`${JSON.stringify(request)}\n`);
    const answer: Answer = JSON.parse(await readAll(socket));
    if ('result' in answer) return answer.result;
    const { code, message, details } = answer.error;
    throw new RunwrightError(code, message, { details: { ...details } });
  });
}

function socketPath(dataDir: string): string {
  return join(dataDir, adminFolder, 'service.sock');
}

async function answer(engine: Engine, socket: Socket): Promise<void> {
  // A client that goes away needs no answer.
  socket.on('error', () => undefined);
  const reply = await resultOf(engine, socket).catch(failureOf);
  socket.end(`${JSON.stringify(reply)}\n`);
}

async function resultOf(engine: Engine, socket: Socket): Promise<Answer> {
  const { part, name, args }: Request = JSON.parse(await readAll(socket));
  return { result: (await makeAdminCall(engine, part, name, args)) ?? null };
}

function failureOf(error: unknown): Answer {
  const known = RunwrightError.is(error)
    ? error
    : new RunwrightError('internal', error instanceof Error ? error.message : String(error));
  return { error: { code: known.code, message: known.message, details: known.details } };
}

/** Reads to the end of what the other side sends. Iterating would close the socket, which has to answer yet. */
function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part) => {
      text += part;
      if (text.length > maxLength) reject(new RunwrightError('invalid_input', 'The message is too long.'));
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
    socket.on('close', () =>
      reject(new RunwrightError('unavailable', 'The service ended before it answered.')),
    );
  });
}
