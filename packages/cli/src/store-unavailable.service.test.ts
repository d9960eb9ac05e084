import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '@runwright/core';
import { httpAdapter, serverOptions } from '@runwright/http-adapter';
import { sqliteStore } from '@runwright/store-sql';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';

it('requests are answered with 503 and Retry-After while the store cannot be reached', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = await sqliteStore({ file: join(folder, 'runwright.db') });
  const engine = await createEngine({ drivers: { store } });
  const { organizationId } = await engine.organizations.first();
  const { text: key } = await engine.keys.create(organizationId, { name: 'test' });
  const log: string[] = [];
  const app = fastify(serverOptions({ log: { write: (line) => log.push(line) } }));
  onTestFinished(() => app.close());
  await app.register(httpAdapter, { engine, version: '0' });
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await app.inject({
      method,
      url,
      headers: { 'x-api-key': key },
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: answer.json() };
  };
  expect(await ask('GET', '/v1/runs')).toMatchObject({ status: 200 });

  await store.close();
  const unavailable = (detail: string) => ({ status: 503, retryAfter: '5', body: { detail } });
  expect(await ask('GET', '/v1/runs')).toEqual(unavailable('The store cannot be reached. Try again later.'));
  // The answer of a commit may have been lost with the connection.
  expect(await ask('POST', '/v1/folders', { title: 'Orders' })).toEqual(
    unavailable(
      'The store cannot be reached, so the request may or may not have been accepted. Send it again with the same `Idempotency-Key`; if it had none, look first whether it was accepted.',
    ),
  );
  expect(await ask('GET', '/health')).toMatchObject({ status: 503, body: { store: 'unavailable' } });
  expect(await ask('GET', '/ready')).toMatchObject({ status: 503, body: { status: 'unavailable' } });
  expect(log.join('')).toContain('Cannot query the database');
});
