import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApiError, createClient, type RunEvent, type ServiceClient, verifyWebhook } from '@runwright/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from './compose.ts';
import { readEnvironment } from './environment.ts';
import { createResourceStack } from './resources.ts';
import { serve } from './serve.ts';

async function all(events: AsyncIterable<RunEvent>): Promise<readonly RunEvent[]> {
  const found: RunEvent[] = [];
  for await (const event of events) found.push(event);
  return found;
}

describe('the client against the service', () => {
  const resources = createResourceStack();
  const received = Promise.withResolvers<{ headers: Record<string, any>; body: Buffer }>();
  const hook = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.resolve({ headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(204).end();
  });
  let folder: string;
  let key: string;
  let url: string;
  let hookUrl: string;
  let client: ServiceClient;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runwright-client-'));
    await once(hook.listen(0, '127.0.0.1'), 'listening');
    const host = `127.0.0.1:${(hook.address() as AddressInfo).port}`;
    hookUrl = `http://${host}/hook`;
    const environment = readEnvironment({ RUNWRIGHT_DATA_DIR: folder, RUNWRIGHT_PORT: '0' });
    const { engine } = await compose(environment, { worker: true, allowedHosts: [host] });
    resources.use(engine);
    key = (await engine.keys.create((await engine.organizations.first()).organizationId, { name: 'test' }))
      .text;
    url = resources.use(await serve(engine, environment)).address;
    await engine.start();
    client = createClient({ url, apiKey: key });
  });
  afterAll(async () => {
    await resources.close();
    hook.close();
    await rm(folder, { recursive: true, force: true });
  });

  const workflowOf = (code: string) =>
    client.workflows.create({
      json_definition: {
        title: 'A program',
        workflow_definition: { parameters: [], blocks: [{ block_type: 'code', label: 'program', code }] },
      },
    });

  it('starts a run, streams its events, waits for its end and verifies its webhook', async () => {
    const workflow = await workflowOf('return 6 * 7');
    const run = await client.runs.start({
      workflow_id: workflow.workflow_permanent_id,
      webhook_url: hookUrl,
      metadata: { 'job & day': 'j-17/2' },
    });
    const record = await run.finished();
    expect(record).toMatchObject({ run_id: run.runId, status: 'completed' });
    const events = await all(run.events());
    expect(events.at(-1)).toMatchObject({ event: 'end', data: { run_id: run.runId, status: 'completed' } });
    const later = await all(run.events({ after: events[1]!.id }));
    expect(later.map(({ id }) => id)).toEqual(events.slice(2).map(({ id }) => id));
    const { headers, body } = await received.promise;
    expect(await verifyWebhook(body, headers, key)).toMatchObject({ run_id: run.runId, status: 'completed' });
    await expect(verifyWebhook(body, headers, 'other key')).rejects.toThrow('does not fit');
    expect((await client.runs.list()).map(({ run_id }) => run_id)).toContain(run.runId);
    const ids = async (metadata: Record<string, string>) =>
      (await client.runs.list({ metadata })).map(({ run_id }) => run_id);
    expect(await ids({ 'job & day': 'j-17/2' })).toEqual([run.runId]);
    expect(await ids({ 'job & day': 'j-17' })).toEqual([]);
    expect((await client.runs.timeline(run.runId))[0]?.block).toMatchObject({ label: 'program' });
  });

  it('cancels a run', async () => {
    const { workflow_permanent_id: workflow_id } = await client.workflows.create({
      json_definition: {
        title: 'A wait',
        workflow_definition: {
          parameters: [],
          blocks: [{ block_type: 'wait', label: 'wait', wait_sec: 300 }],
        },
      },
    });
    const run = await client.runs.start({ workflow_id });
    await run.cancel();
    expect((await run.finished()).status).toBe('canceled');
  });

  it('starts one run for two starts with one idempotency key', async () => {
    const { workflow_permanent_id: workflow_id } = await workflowOf('return 1');
    const [first, second] = [
      await client.runs.start({ workflow_id }, { idempotencyKey: 'one' }),
      await client.runs.start({ workflow_id }, { idempotencyKey: 'one' }),
    ];
    expect(second.runId).toBe(first.runId);
    expect((await client.runs.start({ workflow_id }, { idempotencyKey: 'two' })).runId).not.toBe(first.runId);
  });

  it('uploads, downloads and deletes a file', async () => {
    const bytes = new Uint8Array(300_000).map((_zero, index) => index % 251);
    const file = await client.files.upload(new Blob([bytes]), 'data.bin');
    expect(file).toMatchObject({ filename: 'data.bin', size: 300_000 });
    const content = await client.files.download(file.file_id);
    expect(new Uint8Array(await new Response(content).arrayBuffer())).toEqual(bytes);
    await client.files.delete(file.file_id);
    await expect(client.files.download(file.file_id)).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });

  it('keeps workflows, credentials, schedules and scripts', async () => {
    const workflow = await workflowOf('return 1');
    const id = workflow.workflow_permanent_id;
    expect((await client.workflows.list()).map((each) => each.workflow_permanent_id)).toContain(id);

    const schedule = await client.schedules.create(id, { cron: '0 3 * * *', timezone: 'Europe/Berlin' });
    expect(await client.schedules.get(schedule.schedule_id)).toEqual(schedule);
    await client.schedules.delete(schedule.schedule_id);

    const credential = await client.credentials.create({
      name: 'shop',
      credential_type: 'password',
      credential: { username: 'ada', password: 'not returned' },
    });
    expect(JSON.stringify(await client.credentials.list())).not.toContain('not returned');
    await client.credentials.delete(credential.credential_id);
    await expect(client.credentials.get(credential.credential_id)).rejects.toMatchObject({ status: 404 });

    const content = btoa('return 1');
    const script = await client.scripts.create({
      workflow_id: id,
      files: [{ path: 'main.ts', content, encoding: 'base64', mime_type: 'text/x-typescript' }],
    });
    expect(await client.scripts.get(script.script_id)).toMatchObject({ version: 1 });

    await client.workflows.delete(id);
    await expect(client.workflows.get(id)).rejects.toMatchObject({ status: 404 });
  });

  it('runs the example to its end', async () => {
    const example = new URL('../../../examples/client.ts', import.meta.url).pathname;
    const env = { ...process.env, RUNWRIGHT_URL: url, RUNWRIGHT_API_KEY: key };
    const { stdout } = await promisify(execFile)(process.execPath, [example], { env });
    expect(stdout).toMatch(/^end /m);
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^completed .*42/);
  });

  it('tells what is wrong with a request and with a key', async () => {
    const refused = client.runs.start({ prompt: 5 } as any);
    await expect(refused).rejects.toBeInstanceOf(ApiError);
    await expect(refused).rejects.toMatchObject({
      status: 422,
      code: 'invalid_input',
      items: [{ loc: ['body', 'prompt'] }],
      requestId: expect.stringMatching(/./),
    });
    await expect(createClient({ url, apiKey: 'wrong' }).runs.list()).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
      reason: 'Invalid credentials',
    });
  });
});
