import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine, type Engine, egressPolicy } from '@runwright/core';
import { openaiModel } from '@runwright/model-openai';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const completion = (content: string | null, more: object = {}, finish = 'stop') => ({
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'local' },
  choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: finish }],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
});
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
const says = (content: string | null, more?: object, finish?: string) =>
  json(200, completion(content, more, finish));
const good = says('{"city":"Bern"}');
const error = (status: number, headers?: Record<string, string>) =>
  json(status, { error: { message: 'Not now.' } }, headers);

let server: Server;
let engine: Engine;
let workflowId = '';
let organizationId = '';
/** Answers of the coming requests; the last one is used for all others. */
let answers: Answer[] = [];
let requests = 0;
const sockets = new Set<unknown>();

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      requests += 1;
      sockets.add(request.socket);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(response, request);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  engine = await createEngine({
    drivers: {
      model: openaiModel({ apiKey: 'none', baseUrl: `http://127.0.0.1:${port}/v1`, model: 'local' }),
      egress: egressPolicy({ allowedHosts: [`127.0.0.1:${port}`] }),
    },
    settings: { limits: { modelCallMs: 300 } },
  });
  ({ organizationId } = await engine.organizations.first());
  await engine.start();
  const block = {
    ...{ block_type: 'text_prompt', label: 'ask', prompt: 'Which city is the capital of Switzerland?' },
    json_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  };
  const workflow = await engine.workflows.create(organizationId, {
    title: 'Ask',
    workflow_definition: { parameters: [], blocks: [block] },
  });
  workflowId = workflow.workflowPermanentId;
});
afterAll(async () => {
  await engine?.close();
  server?.closeAllConnections();
  server?.close();
});
beforeEach(() => {
  requests = 0;
  sockets.clear();
});

async function ask(given: readonly Answer[]) {
  answers = [...given];
  const { runId } = await engine.runs.start({ workflow_id: workflowId }, { organizationId });
  return engine.runs.finished(organizationId, runId);
}

it.each<readonly [trouble: string, answers: readonly Answer[], calls: number]>([
  ['is fenced', [says('Here it is:\n```json\n{"city":"Bern"}\n```')], 1],
  ['lacks its last brace at first', [says('{"city":"Bern"'), good], 2],
  ['does not fit the schema at first', [says('{"town":"Bern"}'), good], 2],
  ['is cut off at first', [says('{"city":"Be', {}, 'length'), good], 2],
  ['is empty at first', [says(''), good], 2],
  ['is refused at first', [says(null, { refusal: 'I would rather not.' }), good], 2],
  ['comes after 429 with `Retry-After`', [error(429, { 'retry-after': '0' }), good], 2],
  ['comes after 500', [error(500), good], 2],
  ['comes after an answer that hangs', [() => undefined, good], 2],
  [
    'comes after a connection that is cut in the middle of the body',
    [
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"choices":', () => response.destroy());
      },
      good,
    ],
    2,
  ],
  [
    'comes after a connection that is reset',
    [(_response, request) => request.socket.resetAndDestroy(), good],
    2,
  ],
])('an answer that %s is used', async (_trouble, given, calls) => {
  const run = await ask(given);
  expect({ status: run.status, reason: run.failureReason }).toEqual({ status: 'completed', reason: null });
  expect(JSON.stringify(run.output)).toContain('Bern');
  expect(requests).toBe(calls);
});

it.each<readonly [trouble: string, answer: Answer, calls: number, reason: string]>([
  ['never fits the schema', says('{"town":"Bern"}'), 2, 'does not fit the schema either'],
  ['is always cut off', says('{"city":"Be', {}, 'length'), 2, 'was cut off at the limit of output tokens'],
  ['is always refused', says(null, { refusal: 'I would rather not.' }), 2, 'the model refused'],
  ['is an authentication error', error(401), 1, 'Check the API key'],
  ['always hangs', () => undefined, 2, 'did not respond within 300 ms'],
])('an answer that %s ends the run with its reason', async (_trouble, answer, calls, reason) => {
  const run = await ask([answer]);
  expect(run).toMatchObject({ status: 'failed', failureCategory: 'model' });
  expect(run.failureReason).toContain(reason);
  expect(requests).toBe(calls);
});

it('a kept connection that the server has closed meanwhile is replaced', async () => {
  await ask([good]);
  const first = sockets.size;
  server.closeIdleConnections();
  const run = await ask([good]);
  expect(run).toMatchObject({ status: 'completed' });
  expect([first, sockets.size]).toEqual([1, 2]);
});
