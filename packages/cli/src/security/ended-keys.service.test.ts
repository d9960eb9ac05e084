import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type InProcessService, inProcessService, soon } from '../in-process-service.test-helpers.ts';

const token = 'canary-token-0123456789';
const login = { user: 'svc-user', password: 'canary-pass-0123456789' };
const basic = Buffer.from(`${login.user}:${login.password}`).toString('base64');
const isFinal = (status: string) => /completed|failed|terminated|canceled|timed_out/.test(status);

describe('keys that end or see less', { tags: ['security', 'extended'] }, () => {
  let service: InProcessService;
  let site: Server;
  let host: string;
  let organizationId: string;
  let base: string;
  /** Requests of the service: paths, and headers of authorization. */
  let requests: { readonly path: string; readonly authorization: string }[];
  /** What the model answers; status 500 with a text. */
  let modelError: string;

  beforeEach(async () => {
    [requests, modelError] = [[], 'no'];
    site = createServer((request, response) => {
      const path = request.url ?? '';
      requests.push({ path, authorization: request.headers.authorization ?? '' });
      request.resume();
      if (path.startsWith('/v1/')) {
        response.writeHead(400, { 'content-type': 'application/json' });
        return response.end(JSON.stringify({ error: { message: `Quota is used up: ${modelError}` } }));
      }
      // The answer of a widely used framework for paths that it does not know.
      return response.writeHead(404).end(`<pre>Cannot ${request.method} ${path}</pre>`);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    service = await inProcessService({
      ...{ RUNWRIGHT_ALLOWED_HOSTS: host, RUNWRIGHT_RECORD: 'none', RUNWRIGHT_MODEL: 'local' },
      OPENAI_API_KEY: 'sk-canary-0123456789',
      OPENAI_BASE_URL: `http://${login.user}:${login.password}@${host}/v1`,
    });
    ({ address: base, organizationId } = await service.start());
  });
  afterEach(async () => {
    await service.close();
    site.closeAllConnections();
    site.close();
  });

  const keyWith = async (options: Parameters<InProcessService['engine']['keys']['create']>[1]) =>
    service.engine.keys.create(organizationId, options);
  const readers = async () => ({
    reader: (await keyWith({ name: 'reads', scopes: ['read'] })).text,
    starter: (await keyWith({ name: 'starts', scopes: ['read', 'run'] })).text,
  });
  const textOf = async (path: string, key: string) => {
    const answer = await service.call(path, undefined, { 'x-api-key': key });
    expect(answer.status, path).toBe(200);
    return JSON.stringify(answer.body);
  };

  async function save(blocks: readonly object[], members: object = {}): Promise<string> {
    const json_definition = { ...members, workflow_definition: { parameters: [], blocks } };
    const { body } = await service.call('/v1/workflows', { json_definition });
    expect(body.detail).toBeUndefined();
    return body.workflow_permanent_id;
  }

  async function start(workflow_id: string, members: object = {}): Promise<string> {
    const { body } = await service.call('/v1/run/workflows', { workflow_id, ...members });
    expect(body.detail).toBeUndefined();
    return body.run_id;
  }

  const nothing = [{ block_type: 'code', label: 'c', code: 'return 1' }];
  const asking = [{ block_type: 'human_interaction', label: 'ask', recipients: ['bob@shop.test'] }];

  /** Reads a stream of events until it is over; the text that came. */
  async function readAll(response: Response): Promise<string> {
    const reader = response.body?.getReader();
    let text = '';
    for (;;) {
      const part = await reader?.read().catch(() => null);
      if (!part || part.done) return text;
      text += Buffer.from(part.value).toString();
    }
  }

  it('a key that only reads cannot see the token in the address of a browser', async () => {
    const { reader, starter } = await readers();
    const workflow = await save(nothing);
    const browser_address = `ws://${host}/devtools/browser/${token}?token=${token}`;
    const run = await start(workflow, { browser_address });
    await service.finished(run);
    await service.call(`/v1/workflows/${workflow}/schedules`, {
      ...{ cron: '0 3 * * *', timezone: 'UTC', run_options: { browser_address } },
    });
    for (const path of [`/v1/runs/${run}`, '/v1/runs', `/v1/workflows/${workflow}/runs`, '/v1/schedules']) {
      expect(await textOf(path, starter), path).toContain(token);
      expect(await textOf(path, reader), path).not.toContain(token);
    }
  });

  it('a key that only reads cannot see a token of a webhook that its receiver repeats', async () => {
    const { reader, starter } = await readers();
    const run = await start(await save(nothing), {
      webhook_url: `http://${host}/hook/${token}?key=${token}`,
    });
    const deliveries = `/v1/runs/${run}/webhook_deliveries`;
    const isDecided = async () =>
      (await service.call(deliveries)).body.some(({ status }: { status: string }) => status === 'failed');
    await expect.poll(isDecided, soon).toBe(true);
    expect(requests.map(({ path }) => path)).toContain(`/hook/${token}?key=${token}`);
    expect(await textOf(deliveries, starter)).toContain(token);
    const [{ delivery_id: id }] = (await service.call(deliveries)).body;
    for (const path of [deliveries, `${deliveries}/${id}`, `/v1/runs/${run}`, `/v1/runs/${run}/timeline`])
      expect(await textOf(path, reader), path).not.toContain(token);
  });

  it('a key that only reads cannot see headers and tokens in the events of a run, nor over MCP', async () => {
    const { reader } = await readers();
    const members = {
      ...{ extra_http_headers: { 'x-shop-token': token }, totp_url: `http://${host}/${token}` },
      webhook_url: `http://${host}/hook/${token}`,
    };
    const workflow = await save(nothing, { webhook_callback_url: `http://${host}/${token}` });
    const run = await start(workflow, members);
    await service.finished(run);
    const headers = { 'x-api-key': reader };
    const events = await readAll(await fetch(`${base}/v1/runs/${run}/events`, { headers }));
    expect(events).toContain('event: end');
    expect(events).not.toContain(token);
    for (const uri of [`runwright://runs/${run}`, `runwright://workflows/${workflow}`]) {
      const accept = 'application/json, text/event-stream';
      const answer = await fetch(`${base}/mcp`, {
        ...{ method: 'POST', headers: { ...headers, accept, 'content-type': 'application/json' } },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } }),
      });
      const text = await answer.text();
      expect(text).toContain('workflow_permanent_id');
      expect(text).not.toContain(token);
    }
  });

  it.each(['expires', 'is rotated', 'is of an organization that is deleted'] as const)(
    'a key that %s cannot go on to follow a run, also when it comes back for the events that it missed',
    async (how) => {
      const tenant = await service.engine.organizations.create({ name: 'Tenant' });
      const owner = how.endsWith('deleted') ? tenant.organizationId : organizationId;
      const { key, text } = await service.engine.keys.create(owner, {
        ...{ name: 'ends', expiresAt: how === 'expires' ? Date.now() + 3000 : null },
      });
      await service.engine.keys.create(owner, { name: 'stays' });
      const as = { 'x-api-key': text };
      const json_definition = { workflow_definition: { parameters: [], blocks: asking } };
      const { body } = await service.call('/v1/workflows', { json_definition }, as);
      const started = { workflow_id: body.workflow_permanent_id };
      const { body: run } = await service.call('/v1/run/workflows', started, as);
      const follow = () => fetch(`${base}/v1/runs/${run.run_id}/events`, { headers: as });
      const stream = await follow();
      expect(stream.status).toBe(200);
      if (how === 'is rotated') await service.engine.keys.rotate(owner, key.apiKeyId);
      if (how.endsWith('deleted')) await service.engine.organizations.delete(owner);
      expect(await readAll(stream)).toContain('event: block');
      expect([401, 403]).toContain((await follow()).status);
      // The run itself was not what ended the stream.
      if (owner === organizationId)
        expect((await service.engine.runs.get(owner, run.run_id)).status).toBe('paused');
    },
  );

  it.each([
    'a-b-c-d-e-f-g-h-i-j-k-l',
    '0_1_2_3_4_5_6_7_8_9_',
    'a0b0c0d0e0f0g0h0i0j0',
    '00112233445566778899aabbccddeeff',
  ])('a key of signs in their order cannot be set, whatever stands between them: %s', async (text) => {
    await expect(keyWith({ name: 'poor', text })).rejects.toMatchObject({ code: 'invalid_input' });
    const random = 'k3Vq9xZt1LwPm7Rb';
    await expect(keyWith({ name: 'good', text: random })).resolves.toMatchObject({ text: random });
  });

  it.each([
    ['a header with the login of its address', `authorization Basic ${basic} is not known`, basic],
    ['the login of its address in clear', `${login.user}:${login.password} may not`, login.password],
    ['a short name of its network', 'cannot reach vllm-gateway:8000', 'vllm-gateway'],
    ['a name made of an address of its network', 'host ip-10-11-12-13 is down', '10-11-12-13'],
  ])(
    'a model of the host that repeats %s cannot tell it to the organizations that use it',
    async (_what, said, secret) => {
      modelError = said;
      const run = await start(await save([{ block_type: 'text_prompt', label: 'ask', prompt: 'Hello' }]));
      await expect.poll(async () => isFinal(await service.statusOf(run)), soon).toBe(true);
      expect(requests.some(({ authorization }) => authorization === `Basic ${basic}`)).toBe(true);
      const record = JSON.stringify((await service.call(`/v1/runs/${run}`)).body);
      expect(record).toContain('Quota is used up');
      for (const path of ['timeline', 'model_calls'])
        expect(JSON.stringify((await service.call(`/v1/runs/${run}/${path}`)).body)).not.toContain(secret);
      expect(record).not.toContain(secret);
    },
  );
});
