import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineBlock, type Store, Type } from '@runwright/contract';
import { afterEach, expect, it } from 'vitest';
import { egressPolicy } from '../network/egress.ts';
import { outputOf } from './flow.test-helpers.ts';
import { createTestEngine, storeUnderTest } from './test-engine.test-helpers.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Gives a token out, and tells with which one it was asked for the rest. */
async function tokenServer() {
  const tokens: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/token') response.end(JSON.stringify({ data: { token: 'tok-4711-x' } }));
    else {
      tokens.push(request.headers.authorization);
      response.end(JSON.stringify({ echo: request.headers.authorization }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tokens };
}

it('a secret of an answer is used by a later block, after its worker was lost too, and is seen nowhere', async () => {
  const { url, tokens } = await tokenServer();
  const store: Store = { ...storeUnderTest(), close: async () => undefined };
  const masterKey = new Uint8Array(32).fill(7);
  let dies = true;
  const began = Promise.withResolvers<void>();
  const between = defineBlock({
    type: 'between',
    onWorkerLost: 'repeat',
    config: Type.Object({}),
    output: Type.String(),
    async run(_config, { signal }) {
      if (!dies) return 'the token is tok-4711-x';
      began.resolve();
      return new Promise<string>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    },
  });
  const open = async () => {
    const engine = await createTestEngine({
      blocks: [between],
      drivers: { store, egress: egressPolicy({ allowedHosts: ['127.0.0.1'] }) },
      settings: { masterKey, takeOver: true },
    });
    closers.push(() => engine.close());
    await engine.start();
    return engine;
  };
  const first = await open();
  const { organizationId } = await first.organizations.first();
  const { workflowPermanentId } = await first.workflows.create(organizationId, {
    title: 'Tokens',
    workflow_definition: {
      parameters: [],
      blocks: [
        {
          block_type: 'http_request',
          label: 'login',
          url: `${url}/token`,
          secret_response_paths: ['data.token'],
        },
        { block_type: 'between', label: 'between' },
        {
          block_type: 'http_request',
          label: 'use',
          url: `${url}/rest`,
          headers: { Authorization: 'Bearer {{ login_output.response_body.data.token }}' },
        },
      ],
    },
  });
  const { runId } = await first.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await began.promise;
  await first.close();
  dies = false;
  const second = await open();
  const run = await second.runs.finished(organizationId, runId);
  expect(run.failureReason).toBeNull();
  expect(tokens).toEqual(['Bearer tok-4711-x']);
  expect(outputOf(run, 'login')).toMatchObject({
    response_body: { data: { token: expect.stringMatching(/^\{\{secret\./) } },
  });
  expect(outputOf(run, 'between')).toBe('the token is *****');
  expect(outputOf(run, 'use')).toMatchObject({ response_body: { echo: 'Bearer *****' } });
  const timeline = await second.runs.timeline(organizationId, runId);
  const rows = await store.attempts.read(runId);
  expect(JSON.stringify([run, timeline, rows])).not.toContain('tok-4711-x');
});
