import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelRequest } from '@runwright/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { openaiModel } from './openai-model.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A model at a server that answers everything with one body. */
const modelAt = (status: number, body: unknown) => modelOf(() => ({ status, body }));

/** A model at a server that answers as it is told for the body of a request. */
async function modelOf(answerTo: (body: Record<string, unknown>) => { status: number; body: unknown }) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { status, body } = answerTo(JSON.parse(Buffer.concat(parts).toString()));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return openaiModel({ apiKey: 'none', baseUrl, model: 'local' });
}

const request: ModelRequest = {
  purpose: 'act',
  messages: [{ role: 'user', content: 'Answer.' }],
  output: { name: 'answer', schema: { type: 'object' }, mode: 'json_schema' },
  limits: { outputTokens: 100, timeoutMs: 30_000 },
  signal: new AbortController().signal,
};
const completion = (message: object, more: object = {}) => ({
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'local' },
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop', ...more }],
});
const answer = '{"word":"lamp"}';

describe('an answer of', () => {
  it.each<readonly [name: string, body: object, stop: string]>([
    ['Ollama, with thoughts in `reasoning`', completion({ content: answer, reasoning: 'A lamp?' }), 'end'],
    [
      'vLLM, with null for thoughts, tools and details of usage',
      {
        ...completion({ content: answer, reasoning_content: null, tool_calls: null }, { stop_reason: null }),
        usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7, prompt_tokens_details: null },
      },
      'end',
    ],
    ['LM Studio, without usage', completion({ content: answer, tool_calls: [] }), 'end'],
    ['llama.cpp, cut at its limit', completion({ content: answer }, { finish_reason: 'length' }), 'length'],
    ['a proxy, as a list of parts', completion({ content: [{ type: 'text', text: answer }] }), 'end'],
    ['a proxy, without a reason of its end', completion({ content: answer }, { finish_reason: null }), 'end'],
  ])('%s is read', async (_name, body, stop) => {
    const reply = await (await modelAt(200, body)).generate(request);
    expect(reply).toMatchObject({ parts: [{ type: 'text', text: answer }], stop });
  });
});

describe('an error of', () => {
  const failure = async (status: number, body: unknown) => {
    const model = await modelAt(status, body);
    return model.generate(request).then(
      () => Promise.reject(new Error('it did not fail')),
      (error: unknown) => error,
    );
  };

  it.each<readonly [name: string, status: number, body: object, message: string]>([
    [
      'vLLM, whose message stands in the body itself',
      400,
      {
        object: 'error',
        message: 'This model takes at most 4096 tokens.',
        type: 'BadRequestError',
        code: 400,
      },
      'at most 4096 tokens',
    ],
    ['LM Studio, which is a text', 404, { error: 'Unexpected endpoint or method.' }, 'Unexpected endpoint'],
    [
      'Ollama for a model that is not there',
      404,
      { error: { message: "model 'local' not found, try pulling it first", type: 'api_error' } },
      'try pulling it first',
    ],
    [
      'llama.cpp for a prompt that is too long',
      400,
      { error: { code: 400, message: 'the request exceeds the available context size', n_ctx: 4096 } },
      'available context size',
    ],
  ])('%s tells why, and is not retried', async (_name, status, body, message) => {
    expect(await failure(status, body)).toMatchObject({
      ...{ code: 'model_failed', retryable: false, details: { status } },
      message: expect.stringContaining(message),
    });
  });

  it.each([
    [
      { message: 'Provider returned error: upstream overloaded', code: 502 },
      502,
      'upstream overloaded',
      true,
    ],
    [{ message: 'Daily limit reached', code: '429' }, 429, 'Daily limit reached', true],
    [{ message: 'No such model', code: 404 }, 404, 'No such model', false],
    ['It broke.', 502, 'It broke.', true],
  ])('a proxy that answers 200 with an error tells why: %j', async (error, status, message, retryable) => {
    expect(await failure(200, { id: 'x', error })).toMatchObject({
      ...{ code: 'model_failed', retryable, details: { status } },
      message: expect.stringContaining(message),
    });
  });

  it.each(['max_tokens', 'max_completion_tokens'] as const)(
    'a server that takes %s alone is asked with it from then on',
    async (taken) => {
      const other = taken === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
      const sent: string[] = [];
      const model = await modelOf((body) => {
        const member = 'max_tokens' in body ? 'max_tokens' : 'max_completion_tokens';
        sent.push(member);
        if (member === taken) return { status: 200, body: completion({ content: answer }) };
        const message = `Unsupported parameter: '${other}' is not supported with this model. Use '${taken}' instead.`;
        return { status: 400, body: { error: { message, param: other, code: 'unsupported_parameter' } } };
      });
      for (let call = 0; call < 2; call += 1)
        expect(await model.generate(request)).toMatchObject({ parts: [{ type: 'text', text: answer }] });
      expect(sent).toEqual(taken === 'max_tokens' ? [taken, taken] : [other, taken, taken]);
    },
  );

  it('a limit of tokens that is too large is not taken for another name of it', async () => {
    const message = 'max_tokens is too large: 4096. This model supports at most 2048 completion tokens.';
    expect(await failure(400, { error: { message, param: 'max_tokens' } })).toMatchObject({
      message: expect.stringContaining('too large'),
    });
  });

  it('llama.cpp that still loads its model is retried', async () => {
    const body = { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } };
    expect(await failure(503, body)).toMatchObject({ retryable: true, details: { status: 503 } });
  });

  it.each([
    ['LM Studio', { error: "'response_format.type' must be 'json_schema' or 'text'" }],
    ['vLLM', { object: 'error', message: 'response_format json_schema is not supported', code: 400 }],
  ])('%s that refuses an output mode says so', async (_name, body) => {
    expect(await failure(400, body)).toMatchObject({ details: { unsupported: true } });
  });
});
