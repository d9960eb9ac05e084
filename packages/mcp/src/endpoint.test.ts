import { apiKeyScopes, defineBlock, Type } from '@runwright/contract';
import { createEngine, type Engine } from '@runwright/core';
import { fakeBrowser } from '@runwright/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mcpEndpoint } from './endpoint.ts';

/** Waits until it is canceled. */
const action = defineBlock({
  type: 'action',
  config: Type.Object({ navigation_goal: Type.String() }),
  output: Type.Object({}),
  run: (_config, { signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
});

let engine: Engine;
let organizationId: string;
beforeEach(async () => {
  engine = await createEngine({
    blocks: [action],
    drivers: { browser: fakeBrowser({ pages: [{ url: 'https://8.8.8.8/', title: 'Shop' }] }) },
  });
  await engine.start();
  ({ organizationId } = await engine.organizations.first());
});
afterEach(() => engine.close());

const post = (method: string, params: object = {}): Promise<Response> => {
  const request = new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
  });
  const caller = { organizationId, apiKeyId: null, scopes: apiKeyScopes };
  const answer = mcpEndpoint({ engine, version: '1' });
  return answer(caller, request, { jsonrpc: '2.0', id: 1, method, params });
};
const call = (name: string, input: object) => post('tools/call', { name, arguments: input });

it('a message is answered without a session of the protocol', async () => {
  const response = await post('tools/list');
  expect(response.headers.get('mcp-session-id')).toBeNull();
  expect(await response.text()).toContain('"name":"run_task"');
});

it('the run of a page tool is canceled when its client is gone', async () => {
  const opened = await (await call('goto', { url: 'https://8.8.8.8/' })).text();
  const id = /pbs_\d+/.exec(opened)?.[0];
  const response = await call('act', { browser_session_id: id, instruction: 'Wait' });
  const newest = async () => (await engine.runs.list(organizationId)).items[0]?.status;
  await expect.poll(newest).toBe('running');
  await response.body?.cancel();
  await expect.poll(newest).toBe('canceled');
});
