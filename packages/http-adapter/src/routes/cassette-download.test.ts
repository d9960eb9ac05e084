import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { CassetteFile } from '@runwright/core';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createContentStreams, defaultContentLimits } from '../content-streams.ts';
import { cassetteRoutes } from './cassettes.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** Begins to download a recording with one file. */
async function download(open: CassetteFile['open']): Promise<IncomingMessage> {
  app = fastify();
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = { organizationId: 'o_1', apiKeyId: null, scopes: ['run'] } as never;
  });
  const cassette = async () => [{ name: 'model.jsonl', open }];
  cassetteRoutes(app, { runs: { cassette } } as never, createContentStreams(defaultContentLimits));
  const url = await app.listen();
  const [response] = await once(get(`${url}/v1/runs/wr_1/cassette`), 'response');
  return response;
}

describe('the download of a recording', () => {
  it('closes the file that it reads when its reader goes away', async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const response = await download(async function* () {
      try {
        for (;;) yield randomBytes(65_536);
      } finally {
        close();
      }
    });
    await once(response, 'data');
    response.destroy();
    await closed;
  });

  it('ends in its middle when a file cannot be read, and the service goes on', async () => {
    const response = await download(async function* () {
      yield randomBytes(65_536);
      throw new Error('the content is gone');
    });
    response.resume();
    await expect(once(response, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});
