import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Message, ModelRequest } from '@runwright/contract';
import { type MessagesEndpoint, messagesEndpoint } from '@runwright/testing';
import { serveProvider, testLanguageModel } from '@runwright/testing/suites';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anthropicModel } from './anthropic-model.ts';

testLanguageModel('anthropicModel', async (answer) => {
  const provider = await serveProvider(answer, (text) => ({
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-6' },
    ...{ content: [{ type: 'text', text }], stop_reason: 'end_turn', stop_sequence: null },
    usage: { input_tokens: 100, output_tokens: 20 },
  }));
  const model = anthropicModel({ apiKey: key, baseUrl: provider.url, model: 'claude-sonnet-4-6' });
  return { ...provider, model, apiKey: key };
});

let endpoint: MessagesEndpoint;
beforeAll(async () => {
  endpoint = await messagesEndpoint();
});
beforeEach(() => endpoint.answer());
afterAll(() => endpoint[Symbol.asyncDispose]());

const key = 'sk-ant-canary-0123456789';
const modelOf = (model = 'claude-sonnet-4-6') =>
  anthropicModel({ apiKey: key, baseUrl: endpoint.url, model });

const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  purpose: 'text',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Say hello.' },
  ],
  limits: { outputTokens: 200, timeoutMs: 5_000 },
  signal: new AbortController().signal,
  ...more,
});

const schema = {
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
  additionalProperties: false,
};

describe('a call', () => {
  it('sends system prompt and messages, and tells what came back', async () => {
    endpoint.answer([{ type: 'text', text: 'hello' }]);
    const reply = await modelOf().generate(request());
    expect(reply).toMatchObject({
      parts: [{ type: 'text', text: 'hello' }],
      stop: 'end',
      model: 'claude-sonnet-4-6',
      usage: { input: 1_050, cached: 900, cacheWrite: 50, output: 20, reasoning: 5, cost: null },
    });
    expect(endpoint.bodies.at(-1)).toEqual({
      model: 'claude-sonnet-4-6',
      max_tokens: 200,
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Say hello.' }] }],
    });
    expect(reply.wire.request).toEqual(endpoint.bodies.at(-1));
    expect(JSON.stringify(reply.wire)).not.toContain(key);
    expect(endpoint.headers.at(-1)).toMatchObject({
      'anthropic-version': '2026-10-21',
      authorization: `Bearer ${key}`,
    });
    expect(endpoint.headers.at(-1)?.['anthropic-beta']).toBeUndefined();
  });

  it('sends user and password of the base URL in place of the key', async () => {
    const baseUrl = endpoint.url.replace('://', '://ann:open%20sesame@');
    await anthropicModel({ apiKey: key, baseUrl, model: 'claude-sonnet-4-6' }).generate(request());
    expect(endpoint.headers.at(-1)?.authorization).toBe(
      `Basic ${Buffer.from('ann:open sesame').toString('base64')}`,
    );
  });

  it('sends images as base64, leaves empty texts out and lets the sides take turns', async () => {
    const image = { type: 'image', mediaType: 'image/png', data: 'aGk=' } as const;
    const messages: readonly Message[] = [
      { role: 'user', content: [{ type: 'text', text: '' }, image] },
      { role: 'user', content: 'What is it?' },
      { role: 'system', content: 'Be brief.' },
    ];
    await modelOf().generate(request({ messages }));
    expect(endpoint.bodies.at(-1)?.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
          { type: 'text', text: 'What is it?' },
        ],
      },
    ]);
  });

  it('calls functions, and sends each call back with its result in the next message', async () => {
    const tools = [{ name: 'look_up', description: 'Looks up.', input: { type: 'object', properties: {} } }];
    endpoint.answer([
      { type: 'thinking', thinking: '', signature: 'c2lnbmVk' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'toolu_1', name: 'look_up', input: { word: 'tea' } },
    ]);
    const messages: Message[] = [{ role: 'user', content: 'Go.' }];
    const reply = await modelOf().generate(request({ messages, tools }));
    expect(reply.stop).toBe('tool');
    expect(reply.parts.map(({ type }) => type)).toEqual(['reasoning', 'text', 'tool-call']);
    expect(reply.parts[2]).toMatchObject({ id: 'toolu_1', name: 'look_up', input: { word: 'tea' } });
    messages.push(
      { role: 'assistant', content: reply.parts },
      { role: 'user', content: 'Be quick.' },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', id: 'toolu_1', name: 'look_up', parts: [{ type: 'text', text: 'leaf' }] },
        ],
      },
    );
    await modelOf().generate(request({ messages, tools }));
    expect(endpoint.violations).toEqual([]);
    expect(endpoint.bodies.at(-1)?.messages[2]?.content.map(({ type }) => type)).toEqual([
      'tool_result',
      'text',
    ]);
    expect(endpoint.bodies.at(-1)?.tools?.at(-1)).toMatchObject({ cache_control: { type: 'ephemeral' } });
  });

  it('asks a model that thinks by default to think little, because the limit of tokens includes it', async () => {
    await modelOf('claude-sonnet-5-5').generate(request());
    expect(endpoint.bodies.at(-1)?.output_config).toEqual({ effort: 'low' });
    await modelOf('claude-sonnet-5-5').generate(request({ reasoning: 'high' }));
    expect(endpoint.bodies.at(-1)?.output_config).toEqual({ effort: 'high' });
  });
});

describe('an output mode', () => {
  it('with a strict schema goes to the structured outputs of the API', async () => {
    endpoint.answer([{ type: 'text', text: '{"word":"hi"}' }]);
    const model = modelOf();
    expect(model.can).toMatchObject({ jsonSchema: 'strict', jsonObject: false, promptCache: 'marked' });
    await model.generate(request({ output: { name: 'word', schema, mode: 'json_schema' } }));
    expect(endpoint.violations).toEqual([]);
    expect(endpoint.bodies.at(-1)?.output_config).toEqual({ format: { type: 'json_schema', schema } });
  });

  it.each([
    ['any JSON object', 'claude-sonnet-4-6', { mode: 'json_object' }],
    ['a schema that is not strict', 'claude-sonnet-4-6', { mode: 'json_schema', strict: false }],
    ['a schema at an older model', 'claude-opus-4-1', { mode: 'json_schema' }],
  ] as const)('for %s is refused without a request', async (_name, model, mode) => {
    const before = endpoint.bodies.length;
    await expect(
      modelOf(model).generate(request({ output: { name: 'w', schema, ...mode } })),
    ).rejects.toMatchObject({
      code: 'model_failed',
      retryable: false,
      details: { unsupported: true },
    });
    expect(endpoint.bodies).toHaveLength(before);
  });

  it('that the endpoint does not take is reported as unsupported', async () => {
    const refused = {
      type: 'invalid_request_error',
      message: 'output_config.format: not supported by this model',
    };
    endpoint.answer({ status: 400, body: { type: 'error', error: refused } });
    await expect(
      modelOf().generate(request({ output: { name: 'w', schema, mode: 'json_schema' } })),
    ).rejects.toMatchObject({ details: { status: 400, unsupported: true } });
  });
});

describe('a refused call', () => {
  it.each([
    [400, 'invalid_request_error', false],
    [401, 'authentication_error', false],
    [404, 'not_found_error', false],
    [413, 'request_too_large', false],
    [429, 'rate_limit_error', true],
    [500, 'api_error', true],
    [529, 'overloaded_error', true],
  ])(
    'with the status %i is one request and tells whether another may help',
    async (status, type, retryable) => {
      const before = endpoint.bodies.length;
      const error = { type, message: `Key ${key} says\nno.` };
      endpoint.answer({ status, body: { type: 'error', error }, headers: { 'retry-after': '7' } });
      const thrown = await modelOf()
        .generate(request())
        .catch((each: unknown) => each);
      expect(thrown).toMatchObject({
        ...{ code: 'model_failed', retryable },
        details: { status, retry_after_ms: 7_000 },
      });
      expect(String(thrown)).toContain('Key [secret] says no.');
      expect(String(thrown)).not.toContain(key);
      expect(endpoint.bodies).toHaveLength(before + 1);
    },
  );

  it('that cannot reach the endpoint may be tried again', async () => {
    const model = anthropicModel({ apiKey: key, baseUrl: 'http://127.0.0.1:9', model: 'claude-sonnet-4-6' });
    await expect(model.generate(request())).rejects.toMatchObject({ code: 'model_failed', retryable: true });
  });

  it('names no password of the base URL', { tags: ['security'] }, async () => {
    const baseUrl = 'http://ann:sesame@127.0.0.1:9';
    const thrown: unknown = await anthropicModel({ apiKey: key, baseUrl, model: 'claude-sonnet-4-6' })
      .generate(request())
      .catch((each: unknown) => each);
    expect(thrown).toMatchObject({ code: 'model_failed', retryable: true });
    for (let error = thrown; error instanceof Error; error = error.cause)
      expect(`${error.message} ${error.stack}`).not.toContain('sesame');
  });

  it('that is canceled, or takes too long, says so', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const model = anthropicModel({ apiKey: key, baseUrl, model: 'claude-sonnet-4-6' });
    await expect(
      model.generate(request({ limits: { outputTokens: 9, timeoutMs: 50 } })),
    ).rejects.toMatchObject({ retryable: true, details: { timed_out: true } });
    await expect(model.generate(request({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'canceled',
    });
    server.closeAllConnections();
    server.close();
  });

  it('whose answer is no message may be tried again', async () => {
    endpoint.answer({ status: 200, body: { error: 'proxy' } });
    await expect(modelOf().generate(request())).rejects.toMatchObject({
      code: 'model_failed',
      retryable: true,
    });
  });
});

it.each([
  ['end_turn', 'end'],
  ['stop_sequence', 'end'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refusal'],
])('the stop reason %s is told as %s', async (reason, stop) => {
  endpoint.answer({ status: 200, body: { content: [], stop_reason: reason, model: 'm', usage: {} } });
  await expect(modelOf().generate(request())).resolves.toMatchObject({ stop });
});
