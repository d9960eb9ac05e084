import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, type Engine } from '@runwright/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adminFolder, connectAdminSocket, serveAdminSocket } from './admin-socket.ts';

let folder: string;
let engine: Engine;
let socket: AsyncDisposable | null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rw-admin-'));
  engine = await createEngine();
  socket = await serveAdminSocket(engine, folder);
});
afterEach(async () => {
  await socket?.[Symbol.asyncDispose]();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends one line and returns the answer. */
const send = async (line: string): Promise<any> => {
  const connection = createConnection({
    path: join(folder, adminFolder, 'service.sock'),
    allowHalfOpen: true,
  });
  connection.end(line);
  let text = '';
  for await (const part of connection.setEncoding('utf8')) text += part;
  return JSON.parse(text);
};

it('another process manages organizations, keys and credits of a running service', async () => {
  const calls = await connectAdminSocket(folder);
  if (calls === null) throw new Error('nothing listens');
  const { organizationId } = await calls.organizations.create({ name: 'Acme' });
  const { text } = await calls.keys.create(organizationId, { name: 'reader', scopes: ['read'] });
  expect(await engine.keys.authenticate(text)).toMatchObject({ organizationId, scopes: ['read'] });
  expect(await calls.billing.setPlan(organizationId, 'pro')).toMatchObject({ includedCredits: 150_000 });
  expect(await engine.billing.state(organizationId)).toMatchObject({ planTier: 'pro' });
});

it('an error of the service is the error of the call', async () => {
  const calls = await connectAdminSocket(folder);
  await expect(calls?.organizations.get('o_1')).rejects.toMatchObject({
    code: 'not_found',
    message: 'Organization o_1 not found',
  });
});

it.each([
  ['runs', 'list'],
  ['keys', 'authenticate'],
  ['keys', 'constructor'],
  ['__proto__', 'toString'],
])('the call %s.%s is refused', { tags: ['security'] }, async (part, name) => {
  const answer = await send(`${JSON.stringify({ part, name, args: [] })}\n`);
  expect(answer.error).toMatchObject({ code: 'invalid_input' });
});

it('a message that is not JSON is answered and ends nothing', { tags: ['security'] }, async () => {
  expect((await send('hello\n')).error.code).toBe('internal');
  expect(await connectAdminSocket(folder)).not.toBeNull();
});

it('other users of the machine cannot reach the socket', { tags: ['security'] }, () => {
  expect(statSync(join(folder, adminFolder)).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, adminFolder, 'service.sock')).mode & 0o777).toBe(0o600);
});

it('nobody listens once the service has ended', async () => {
  await socket?.[Symbol.asyncDispose]();
  socket = null;
  expect(await connectAdminSocket(folder)).toBeNull();
});
