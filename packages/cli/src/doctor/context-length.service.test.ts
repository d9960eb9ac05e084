import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { findContextLength } from './context-length.ts';

let server: Server | undefined;
afterEach(async () => {
  server?.close();
  await (server && once(server, 'close'));
  server = undefined;
});

type Routes = Readonly<Record<string, unknown>>;

/** Answers each path with its JSON and every other one with 404; `requests` are those that it got. */
async function serve(routes: Routes) {
  const requests: { readonly path: string; readonly key: string | undefined; readonly body: string }[] = [];
  server = createServer(async (request, response) => {
    const path = `${request.method} ${request.url}`;
    requests.push({ path, key: request.headers.authorization, body: await text(request) });
    response.writeHead(path in routes ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(routes[path] ?? { error: 'not found' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const find = (model: string, path = '/v1', login = '') =>
    findContextLength(
      { baseUrl: `http://${login}127.0.0.1:${port}${path}`, apiKey: 'sk-1', model },
      AbortSignal.timeout(10_000),
    );
  return { find, requests };
}

const list = (...data: readonly object[]) => ({ object: 'list', data });
const plain = (id: string) => ({ id, object: 'model', created: 1, owned_by: 'library' });

describe('the context length is found', () => {
  it('in the list of models of vLLM', async () => {
    const { find, requests } = await serve({
      'GET /v1/models': list(
        { ...plain('other'), max_model_len: 1 },
        { ...plain('Qwen/Qwen3-32B'), owned_by: 'vllm', root: 'Qwen/Qwen3-32B', max_model_len: 32_768 },
      ),
    });
    expect(await find('Qwen/Qwen3-32B')).toEqual({ tokens: 32_768, source: 'server' });
    expect(requests).toEqual([{ path: 'GET /v1/models', key: 'Bearer sk-1', body: '' }]);
  });

  it('behind a gateway that wants user and password', async () => {
    const { find, requests } = await serve({
      'GET /v1/models': list({ ...plain('small'), max_model_len: 8_192 }),
    });
    expect(await find('small', '/v1', 'ann:sesame@')).toEqual({ tokens: 8_192, source: 'server' });
    expect(requests.map(({ key }) => key)).toEqual([`Basic ${Buffer.from('ann:sesame').toString('base64')}`]);
  });

  it('in the list of models of OpenRouter, where the provider that serves first decides', async () => {
    const { find } = await serve({
      'GET /api/v1/models': {
        data: [
          { id: 'a/wide', context_length: 200_000, top_provider: { context_length: 128_000 } },
          { id: 'a/alone', context_length: 64_000, top_provider: { context_length: null } },
        ],
      },
    });
    expect(await find('a/wide', '/api/v1/')).toEqual({ tokens: 128_000, source: 'server' });
    expect(await find('a/alone', '/api/v1')).toEqual({ tokens: 64_000, source: 'server' });
  });

  it('in the REST API of LM Studio, of the model as it is loaded', async () => {
    const model = { object: 'model', type: 'llm', arch: 'qwen2', max_context_length: 32_768 };
    const { find } = await serve({
      'GET /v1/models': list(plain('loaded'), plain('idle')),
      'GET /api/v0/models': list(
        { ...model, id: 'loaded', state: 'loaded', loaded_context_length: 4_096 },
        { ...model, id: 'idle', state: 'not-loaded' },
      ),
    });
    expect(await find('loaded')).toEqual({ tokens: 4_096, source: 'server' });
    expect(await find('idle')).toEqual({ tokens: 32_768, source: 'model' });
  });

  it('in the properties of llama.cpp, and not what the model was trained with', async () => {
    const { find } = await serve({
      'GET /v1/models': list({ ...plain('model.gguf'), meta: { n_ctx_train: 131_072 } }),
      'GET /props': { total_slots: 4, default_generation_settings: { id: 0, n_ctx: 8_192 } },
    });
    expect(await find('model.gguf')).toEqual({ tokens: 8_192, source: 'server' });
  });

  describe('in the API of Ollama', () => {
    const info = {
      parameters: 'stop                           "<|eot_id|>"',
      model_info: { 'general.architecture': 'llama', 'llama.context_length': 131_072 },
    };
    const models = { 'GET /v1/models': list(plain('llama3.2:latest')) };

    it('of the model in memory, whose tag may be left out', async () => {
      const running = { name: 'llama3.2:latest', model: 'llama3.2:latest', context_length: 4_096 };
      const { find } = await serve({
        ...models,
        'GET /api/ps': { models: [running] },
        'POST /api/show': info,
      });
      expect(await find('llama3.2')).toEqual({ tokens: 4_096, source: 'server' });
    });

    it('as its Modelfile sets it', async () => {
      const parameters = `${info.parameters}\nnum_ctx                        16384`;
      const { find, requests } = await serve({ ...models, 'POST /api/show': { ...info, parameters } });
      expect(await find('llama3.2')).toEqual({ tokens: 16_384, source: 'server' });
      expect(requests.at(-1)).toMatchObject({ path: 'POST /api/show', body: '{"model":"llama3.2"}' });
    });

    it('as the model has it at most, when nothing says what is served', async () => {
      const { find } = await serve({ ...models, 'GET /api/ps': { models: [] }, 'POST /api/show': info });
      expect(await find('llama3.2')).toEqual({ tokens: 131_072, source: 'model' });
    });
  });

  it('by the name, when the server does not say it', async () => {
    const { find } = await serve({ 'GET /v1/models': list(plain('gpt-4.1')) });
    expect(await find('openai/gpt-4.1-2025-04-14')).toEqual({ tokens: 1_047_576, source: 'name' });
  });

  it('by the name for the OpenAI API, which is not asked', async () => {
    const place = { baseUrl: null, apiKey: 'sk', model: 'gpt-4o' };
    expect(await findContextLength(place, AbortSignal.abort())).toEqual({ tokens: 128_000, source: 'name' });
  });
});

it.each<[string, Routes]>([
  ['has no list', {}],
  ['does not list the model', { 'GET /v1/models': list(plain('other')) }],
  ['answers everything with an error', { 'GET /v1/models': { error: 'x' }, 'GET /props': { error: 'x' } }],
  ['names no number', { 'GET /v1/models': list({ ...plain('mine'), max_model_len: '8k' }) }],
])('the context length is not known when the server %s', async (_, routes) => {
  const { find } = await serve(routes);
  expect(await find('mine')).toBeNull();
});
