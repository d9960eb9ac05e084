import { manualClock } from '@runwright/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentTask, openService, type Service } from './two-organizations.test-helpers.ts';

const day = 24 * 60 * 60 * 1000;
const clock = manualClock();
let service: Service;
let address: string;
beforeEach(async () => {
  service = await openService({ blocks: [agentTask], drivers: { clock } });
  address = await service.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => service.close());

interface Options {
  readonly key?: string;
  readonly apiKey?: string;
  readonly query?: string;
}

async function post(
  path: string,
  body: unknown,
  { key = 'k', apiKey = service.key, query = '' }: Options = {},
) {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${address}${path}${query}`, {
    method: 'POST',
    headers: {
      'x-api-key': apiKey,
      'idempotency-key': key,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    text,
    body: JSON.parse(text) as any,
    replayed: answer.headers.get('idempotent-replayed'),
    retryAfter: answer.headers.get('retry-after'),
  };
}

const workflow = async () =>
  (
    await service.call('POST', '/v1/workflows', {
      json_definition: { workflow_definition: { blocks: [{ block_type: 'wait', label: 'w', wait_sec: 1 }] } },
    })
  ).body.workflow_permanent_id as string;
const runs = async () => (await service.call('GET', '/v1/runs?page_size=100')).body as { run_id: string }[];
const folders = async () => (await service.call('GET', '/v1/folders?page_size=100')).body as object[];

it('50 starts at once with one key make one run', async () => {
  const workflow_id = await workflow();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => post('/v1/run/workflows', { workflow_id })),
  );
  const accepted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(accepted.filter(({ replayed }) => replayed === null)).toHaveLength(1);
  expect(new Set(accepted.map(({ text }) => text)).size).toBe(1);
  for (const answer of refused) expect(answer).toMatchObject({ status: 409, retryAfter: '1' });
  expect((await runs()).map(({ run_id }) => run_id)).toEqual([accepted[0]?.body.run_id]);
  expect(await post('/v1/run/workflows', { workflow_id })).toMatchObject({
    status: 200,
    text: accepted[0]?.text,
    replayed: 'true',
  });
});

it('a start is answered as before when its run has gone on', async () => {
  const request = { prompt: 'Look around', url: 'https://example.com' };
  const first = await post('/v1/run/tasks', request);
  await service.call('POST', `/v1/runs/${first.body.run_id}/cancel`);
  const { url, prompt } = request;
  const second = await post('/v1/run/tasks', { url, prompt });
  expect(second).toMatchObject({ status: 200, text: first.text, replayed: 'true' });
  expect(second.body.status).toBe('created');
  expect(await runs()).toHaveLength(1);
});

describe('a key that was used with another request is refused:', () => {
  const refused = {
    status: 409,
    body: { detail: 'Idempotency-Key was already used with a different request' },
  };

  it('another body', async () => {
    await post('/v1/folders', { title: 'Orders' });
    expect(await post('/v1/folders', { title: 'Bills' })).toMatchObject(refused);
    expect(await folders()).toHaveLength(1);
  });

  it('another query', async () => {
    const { folder_id } = (await post('/v1/folders', { title: 'Orders' }, { key: 'f' })).body;
    const body = { json_definition: { workflow_definition: { blocks: [] } } };
    expect((await post('/v1/workflows', body)).status).toBe(200);
    expect(await post('/v1/workflows', body, { query: `?folder_id=${folder_id}` })).toMatchObject(refused);
  });

  it('another id in the path', async () => {
    const files = [{ path: 'a.txt', content: 'YQ==' }];
    const one = (await post('/v1/scripts', { files }, { key: '1' })).body.script_id;
    const two = (await post('/v1/scripts', { files }, { key: '2' })).body.script_id;
    expect(one).not.toBe(two);
    expect((await post(`/v1/scripts/${one}/deploy`, { files })).body).toMatchObject({ version: 2 });
    expect(await post(`/v1/scripts/${one}/deploy`, { files })).toMatchObject({
      status: 200,
      replayed: 'true',
    });
    expect(await post(`/v1/scripts/${two}/deploy`, { files })).toMatchObject(refused);
  });
});

it('a key of another organization, or of another route, is another key', async () => {
  const rivalKey = (await service.engine.keys.create('o_9000000000000000009', { name: 'x' })).text;
  const first = await post('/v1/folders', { title: 'Orders' });
  const rival = await post('/v1/folders', { title: 'Orders' }, { apiKey: rivalKey });
  expect(rival).toMatchObject({ status: 200, replayed: null });
  expect(rival.body.folder_id).not.toBe(first.body.folder_id);
  expect(await post('/v1/scripts', { files: [] })).toMatchObject({ status: 200, replayed: null });
});

it('an alias shares its keys with its target, and adds what is its own', async () => {
  const body = { json_definition: { title: 'T', workflow_definition: { blocks: [] } } };
  const first = await post('/v1/agents', body);
  expect(first.body.agent_id).toBe(first.body.workflow_permanent_id);
  const { agent_id: _, ...shared } = first.body;
  const second = await post('/v1/workflows', body);
  expect(second).toMatchObject({ status: 200, replayed: 'true' });
  expect(second.body).toEqual(shared);
  const { workflow_permanent_id } = first.body;
  const run = await post('/v1/run/workflows', { workflow_id: workflow_permanent_id });
  expect(await post('/v1/run/agents', { agent_id: workflow_permanent_id })).toMatchObject({
    replayed: 'true',
    text: run.text,
  });
});

it('a request that ended with an error leaves its key free', async () => {
  expect(await post('/v1/folders', { title: ' ' })).toMatchObject({ status: 422 });
  expect(await post('/v1/run/workflows', { workflow_id: 'wpid_1' })).toMatchObject({ status: 404 });
  expect(await post('/v1/run/workflows', { workflow_id: await workflow() })).toMatchObject({
    status: 200,
    replayed: null,
  });
  expect(await post('/v1/folders', { title: 'Orders' })).toMatchObject({ status: 200, replayed: null });
});

it('an answer is given again with its own status for 24 hours', async () => {
  const body = { name: 'n', credential_type: 'secret', credential: { secret_value: 'hush' } };
  const first = await post('/v1/credentials', body);
  expect(first.status).toBe(201);
  await clock.advance(day - 1);
  expect(await post('/v1/credentials', body)).toMatchObject({
    status: 201,
    text: first.text,
    replayed: 'true',
  });
  await clock.advance(1);
  const later = await post('/v1/credentials', body);
  expect(later).toMatchObject({ status: 201, replayed: null });
  expect(later.text).not.toBe(first.text);
});

it.each(['', 'ä', 'x'.repeat(256), 'tab\tbed'])(
  'a key of other characters or lengths is refused: %j',
  async (key) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/v1/folders',
      headers: { 'x-api-key': service.key, 'idempotency-key': key },
      payload: { title: 'Orders' },
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().detail).toMatchObject([{ loc: ['header', 'idempotency-key'], type: 'value_error' }]);
  },
);

it('a route that creates nothing ignores the key', async () => {
  const { body } = await service.call('POST', '/v1/folders', { title: 'Orders' });
  const change = async (title: string) => {
    const answer = await service.app.inject({
      method: 'PUT',
      url: `/v1/folders/${body.folder_id}`,
      headers: { 'x-api-key': service.key, 'idempotency-key': 'k' },
      payload: { title },
    });
    return answer.json().title;
  };
  expect([await change('Bills'), await change('Calls')]).toEqual(['Bills', 'Calls']);
  expect(await post('/v1/api_keys', { name: 'a' })).toMatchObject({ status: 201, replayed: null });
  expect(await post('/v1/api_keys', { name: 'a' })).toMatchObject({ status: 201, replayed: null });
});

it('an uploaded form is compared by its fields and its file', async () => {
  const form = (text: string, name = 'w.yaml') => {
    const data = new FormData();
    data.append('file', new Blob([text]), name);
    return data;
  };
  const yaml = 'workflow_definition: { blocks: [] }';
  const first = await post('/v1/workflows/import', form(yaml));
  expect(first).toMatchObject({ status: 200, replayed: null });
  expect(await post('/v1/workflows/import', form(yaml))).toMatchObject({
    text: first.text,
    replayed: 'true',
  });
  expect(await post('/v1/workflows/import', form(`${yaml} `))).toMatchObject({ status: 409 });
  expect(await post('/v1/workflows/import', form(yaml, 'x.yaml'))).toMatchObject({ status: 409 });
});

describe('a process that dies', () => {
  it('holds a key until its lease is over, and no longer', async () => {
    const place = { organizationId: service.organizationId, method: 'POST', route: '/v1/folders', key: 'k' };
    const lost = { ...place, owner: 'dead', requestHash: null, answer: null };
    const now = clock.now();
    await service.store.idempotencyKeys.reserve(
      { ...lost, leaseUntil: now + 30_000, expiresAt: now + day },
      { now },
    );
    const busy = await post('/v1/folders', { title: 'Orders' });
    expect(busy).toMatchObject({
      status: 409,
      retryAfter: '1',
      body: { detail: expect.stringContaining('in progress') },
    });
    await clock.advance(30_000);
    expect(await post('/v1/folders', { title: 'Orders' })).toMatchObject({ status: 200, replayed: null });
  });

  it('after it has stored a run, and before it could answer, has stored the answer with the run', async () => {
    const workflow_id = await workflow();
    const { create } = service.store.runs;
    let created: (() => void) | undefined;
    const stored = new Promise<void>((resolve) => {
      created = resolve;
    });
    service.store.runs.create = async (...given) => {
      await create(...given);
      created?.();
      return new Promise<never>(() => undefined);
    };
    void post('/v1/run/workflows', { workflow_id }).catch(() => undefined);
    await stored;
    service.store.runs.create = create;
    const again = await post('/v1/run/workflows', { workflow_id });
    expect(again).toMatchObject({ status: 200, replayed: 'true' });
    expect((await runs()).map(({ run_id }) => run_id)).toEqual([again.body.run_id]);
  });
});

it('a start whose key another request has meanwhile makes no run', async () => {
  const workflow_id = await workflow();
  const { create } = service.store.runs;
  service.store.runs.create = async (...given) => {
    await service.store.idempotencyKeys.endLeases();
    await service.store.idempotencyKeys.deleteExpired({ now: clock.now() });
    return create(...given);
  };
  expect(await post('/v1/run/workflows', { workflow_id })).toMatchObject({ status: 409, retryAfter: '1' });
  expect(await runs()).toEqual([]);
});

it('the API document shows the header on the routes that honour it, and on their aliases', async () => {
  const { paths } = (await service.call('GET', '/openapi.json')).body;
  const shows = (path: string, method = 'post') =>
    paths[path][method].parameters?.some((parameter: any) => parameter.name === 'idempotency-key') ?? false;
  for (const path of [
    '/v1/run/tasks',
    '/v1/run/workflows',
    '/v1/run/agents',
    '/v1/workflows',
    '/v1/workflows/import',
    '/v1/folders',
    '/v1/credentials',
    '/v1/scripts',
    '/v1/upload_file',
    '/v1/agents/{workflow_id}/schedules',
    '/v1/scripts/{script_id}/deploy',
  ]) {
    expect(shows(path), path).toBe(true);
  }
  expect(shows('/v1/api_keys')).toBe(false);
  expect(shows('/v1/folders', 'get')).toBe(false);
});
