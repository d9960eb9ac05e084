import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelRequest } from '@runwright/contract';
import { serveProvider, testLanguageModel } from '@runwright/testing/suites';
import { afterEach, describe, expect, it } from 'vitest';
import { openaiModel } from './openai-model.ts';

testLanguageModel('openaiModel', async (answer) => {
  const provider = await serveProvider(answer, (content) => completion({ content }));
  const apiKey = 'sk-canary-0123456789';
  const model = openaiModel({ apiKey, baseUrl: `${provider.url}/v1`, model: 'tiny' });
  return { ...provider, model, apiKey };
});

interface Call {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server that answers every request in the same way and keeps what it was sent. */
async function endpoint(answer: (response: ServerResponse) => void) {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    calls.push({
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    });
    answer(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { calls, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

const completion = (message: object, finish = 'stop') => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'tiny-2026',
  choices: [{ index: 0, finish_reason: finish, message: { role: 'assistant', ...message } }],
  usage: {
    prompt_tokens: 90,
    completion_tokens: 12,
    total_tokens: 102,
    prompt_tokens_details: { cached_tokens: 64 },
    completion_tokens_details: { reasoning_tokens: 5 },
  },
});

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

const schema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] };
const key = 'sk-canary-0123456789';

describe('a call', () => {
  it('sends the messages with the key as bearer and tells what came back', async () => {
    const { calls, baseUrl } = await endpoint(json(200, completion({ content: 'hello' })));
    const model = openaiModel({ apiKey: key, baseUrl, model: 'tiny' });
    const reply = await model.generate(request());
    expect(reply).toMatchObject({
      parts: [{ type: 'text', text: 'hello' }],
      stop: 'end',
      model: 'tiny-2026',
      usage: { input: 90, cached: 64, cacheWrite: 0, output: 12, reasoning: 5, cost: null },
    });
    expect(calls[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${key}` },
      body: {
        model: 'tiny',
        max_tokens: 200,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Say hello.' },
        ],
      },
    });
    expect(reply.wire.request).toEqual(calls[0]?.body);
    expect(JSON.stringify(reply.wire)).not.toContain(key);
  });

  it('asks for each output mode in its own way', async () => {
    const { calls, baseUrl } = await endpoint(json(200, completion({ content: '{"word":"hi"}' })));
    const model = openaiModel({ apiKey: key, baseUrl, model: 'tiny' });
    for (const mode of ['json_schema', 'json_object', 'text'] as const) {
      await model.generate(request({ output: { name: 'a word', schema, mode } }));
    }
    expect(calls.map(({ body }) => body.response_format)).toEqual([
      { type: 'json_schema', json_schema: { name: 'a_word', schema, strict: true } },
      { type: 'json_object' },
      undefined,
    ]);
  });

  it('sends parts: images as data URLs, text alone as one string, tool calls and their results', async () => {
    const { calls, baseUrl } = await endpoint(json(200, completion({ content: 'ok' })));
    const model = openaiModel({ apiKey: key, baseUrl, model: 'tiny' });
    await model.generate(
      request({
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'one' },
              { type: 'text', text: 'two' },
            ],
          },
          {
            role: 'assistant',
            content: [{ type: 'tool-call', id: 'c1', name: 'look', input: { at: 'page' } }],
          },
          {
            role: 'tool',
            content: [
              { type: 'tool-result', id: 'c1', name: 'read', parts: [{ type: 'text', text: 'a page' }] },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'and this?' },
              { type: 'image', mediaType: 'image/png', data: 'AAAA' },
            ],
          },
        ],
      }),
    );
    expect(calls[0]?.body.messages).toEqual([
      { role: 'user', content: 'one\n\ntwo' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"page"}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'a page' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'and this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
    ]);
  });

  it.each([
    [completion({ content: 'hel' }, 'length'), 'length'],
    [completion({ content: '' }, 'content_filter'), 'filter'],
    [completion({ content: null, refusal: 'No.' }), 'refusal'],
  ])('tells why the model stopped: %#', async (body, stop) => {
    const { baseUrl } = await endpoint(json(200, body));
    const reply = await openaiModel({ apiKey: key, baseUrl, model: 'tiny' }).generate(request());
    expect(reply.stop).toBe(stop);
  });

  it('hands tool calls over', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"page"}' } };
    const { baseUrl } = await endpoint(
      json(200, completion({ content: null, tool_calls: [call] }, 'tool_calls')),
    );
    const reply = await openaiModel({ apiKey: key, baseUrl, model: 'tiny' }).generate(request());
    expect(reply).toMatchObject({
      stop: 'tool',
      parts: [{ type: 'tool-call', id: 'c1', name: 'look', input: { at: 'page' } }],
    });
  });
});

describe('a failed call', () => {
  const output = { name: 'word', schema, mode: 'json_schema' } as const;

  it.each([
    [429, { 'retry-after': '7' }, { status: 429, retry_after_ms: 7_000 }, true],
    [503, { 'retry-after-ms': '250' }, { status: 503, retry_after_ms: 250 }, true],
    [408, {}, { status: 408 }, true],
    [401, {}, { status: 401 }, false],
    [404, {}, { status: 404 }, false],
    [400, {}, { status: 400 }, false],
  ])(
    'with status %i is one request and says whether another may succeed',
    async (status, headers, details, retryable) => {
      const { calls, baseUrl } = await endpoint(json(status, { error: { message: `No, ${key}.` } }, headers));
      const error = await openaiModel({ apiKey: key, baseUrl, model: 'tiny' })
        .generate(request())
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'model_failed', retryable, details });
      expect((error as Error).message).toContain('No, [secret].');
      expect((error as Error).message).not.toContain(key);
      expect(calls).toHaveLength(1);
    },
  );

  it('says that the output mode is not supported', async () => {
    const { baseUrl } = await endpoint(
      json(400, { error: { message: "'response_format.type' must be 'text' or 'json_object'" } }),
    );
    const model = openaiModel({ apiKey: key, baseUrl, model: 'tiny' });
    await expect(model.generate(request({ output }))).rejects.toMatchObject({
      code: 'model_failed',
      retryable: false,
      details: { status: 400, unsupported: true },
    });
  });

  it('says nothing of output modes when something else is wrong', async () => {
    const { baseUrl } = await endpoint(json(400, { error: { message: 'context length exceeded' } }));
    const model = openaiModel({ apiKey: key, baseUrl, model: 'tiny' });
    const error = await model.generate(request({ output })).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ details: { status: 400 } });
    expect(error).not.toHaveProperty('details.unsupported');
  });

  it('may be made again when nobody listens there', async () => {
    const { baseUrl } = await endpoint(json(200, {}));
    for (const close of closers.splice(0)) await close();
    await expect(
      openaiModel({ apiKey: key, baseUrl, model: 'tiny' }).generate(request()),
    ).rejects.toMatchObject({
      code: 'model_failed',
      retryable: true,
    });
  });

  it('may be made again when the answer is no completion', async () => {
    const { baseUrl } = await endpoint(json(200, { error: { message: 'overloaded' } }));
    await expect(
      openaiModel({ apiKey: key, baseUrl, model: 'tiny' }).generate(request()),
    ).rejects.toMatchObject({
      code: 'model_failed',
      retryable: true,
    });
  });

  it('ends at its time limit, also in the middle of the body', async () => {
    const { baseUrl } = await endpoint((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"choices":');
    });
    const limits = { outputTokens: 10, timeoutMs: 80 };
    await expect(
      openaiModel({ apiKey: key, baseUrl, model: 'tiny' }).generate(request({ limits })),
    ).rejects.toMatchObject({ code: 'model_failed', retryable: true });
  });

  it.each(['127.0.0.1', '[::1]', 'vllm.internal', 'localhost'])(
    'names neither the address of the endpoint nor its password when it cannot be reached: %s',
    async (host) => {
      const baseUrl = `http://ann:sesame@${host}:9/v1?token=sesame`;
      const error: unknown = await openaiModel({ apiKey: key, baseUrl, model: 'tiny' })
        .generate(request())
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'model_failed', retryable: true });
      const { message } = error as Error;
      for (const secret of ['sesame', 'ann', '127.0.0.1', '::1', 'vllm', 'localhost'])
        expect(message).not.toContain(secret);
      expect(message).toContain('runwright doctor');
    },
  );

  it('names no address that the answer of a gateway names', async () => {
    const { baseUrl } = await endpoint(
      json(500, { error: { message: 'APIConnectionError: http://10.2.3.4:8000/v1 and 10.9.9.9:80 failed' } }),
    );
    const call = openaiModel({ apiKey: key, baseUrl, model: 'tiny' }).generate(request());
    await expect(call).rejects.toThrow('APIConnectionError: [address] and [address] failed');
  });

  it('user and password of the base URL are sent as such, in place of the key', async () => {
    const { calls, baseUrl } = await endpoint(json(200, completion({ content: 'hello' })));
    const withUser = baseUrl.replace('://', '://ann:open%20sesame@');
    await openaiModel({ apiKey: key, baseUrl: withUser, model: 'tiny' }).generate(request());
    expect(calls[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from('ann:open sesame').toString('base64')}`,
    );
  });

  it('ends as canceled when its signal is aborted', async () => {
    const controller = new AbortController();
    const { baseUrl } = await endpoint(() => controller.abort());
    await expect(
      openaiModel({ apiKey: key, baseUrl, model: 'tiny' }).generate(request({ signal: controller.signal })),
    ).rejects.toMatchObject({ code: 'canceled' });
  });
});
