import { type EndpointMode, scriptedEndpoint } from '@runwright/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { openaiModel } from './openai-model.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function modelAt(mode: EndpointMode) {
  const endpoint = await scriptedEndpoint({
    script: [{ purpose: 'greeting', answer: () => ({ hello: 'Ann' }) }],
    mode,
  });
  closers.push(() => endpoint.close());
  return openaiModel({ apiKey: endpoint.apiKey, baseUrl: endpoint.url, model: endpoint.model });
}

const schema = { type: 'object', properties: { hello: { type: 'string' } } };

function request(mode: 'json_schema' | 'json_object' | 'text') {
  return {
    purpose: 'text' as const,
    messages: [
      { role: 'system' as const, content: 'Your answer is one JSON object of the shape `greeting`.' },
      { role: 'user' as const, content: 'Greet.' },
    ],
    output: { name: 'greeting', schema, mode },
    limits: { outputTokens: 100, timeoutMs: 5_000 },
    signal: new AbortController().signal,
  };
}

describe('a model at an endpoint over HTTP', () => {
  it('answers with the schema that it takes, and with usage', async () => {
    const model = await modelAt('json_schema');
    const reply = await model.generate(request('json_schema'));
    expect(reply.parts).toEqual([{ type: 'text', text: '{"hello":"Ann"}' }]);
    expect(reply.usage.input).toBeGreaterThan(0);
    expect(reply.usage.output).toBeGreaterThan(0);
  });

  it('says which output mode the endpoint does not know', async () => {
    const model = await modelAt('json_object');
    await expect(model.generate(request('json_schema'))).rejects.toMatchObject({
      code: 'model_failed',
      details: { unsupported: true },
    });
    expect((await model.generate(request('json_object'))).parts).toEqual([
      { type: 'text', text: '{"hello":"Ann"}' },
    ]);
  });

  it('tells how long a busy endpoint wants to be left alone', async () => {
    const model = await modelAt('flaky');
    await expect(model.generate(request('json_schema'))).rejects.toMatchObject({
      retryable: true,
      details: { status: 429, retry_after_ms: 20 },
    });
  });
});
