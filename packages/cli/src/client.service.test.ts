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
import { startsProcess } from './command.test-helpers.ts';
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
    const { organizationId } = await engine.organizations.first();
    key = (await engine.keys.create(organizationId, { name: 'test', scopes: ['read', 'run', 'admin'] })).text;
    url = resources.use(await serve(engine, environment)).address;
    await engine.start();
    client = createClient({ url, apiKey: key });
  });
  afterAll(async () => {
    await resources.close();
    hook.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
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

  it('reads what a page about a run shows: timeline, steps, model calls, deliveries', async () => {
    const { workflow_permanent_id: workflow_id } = await workflowOf('return 1');
    const { runId } = await client.runs.start({ workflow_id });
    await client.runs.handle(runId).finished();
    const { items, lastEventId } = await client.runs.timelinePage(runId);
    expect(items).toHaveLength(1);
    expect(await client.runs.timelinePage(runId, { after: lastEventId })).toEqual({ items: [], lastEventId });
    expect(await client.runs.steps(runId)).toEqual([]);
    expect(await client.runs.modelCalls(runId)).toEqual([]);
    expect(await client.runs.webhookDeliveries(runId)).toEqual([]);
    await expect(client.runs.webhookDelivery(runId, 'whd_0')).rejects.toMatchObject({ status: 404 });
    expect((await all(client.runs.events(runId, { after: lastEventId }))).map(({ event }) => event)).toEqual([
      'end',
    ]);
    await expect(client.runs.resume(runId)).rejects.toMatchObject({ status: 409 });
    await expect(client.runs.cancel(runId)).rejects.toMatchObject({ status: 409 });
    const { workflows } = await client.billing.spending();
    expect(workflows.map((row) => row.workflow_permanent_id)).toContain(workflow_id);
  });

  it('reads versions and runs of a workflow, checks and imports definitions, and keeps folders', async () => {
    const { workflow_permanent_id: id } = await workflowOf('return 1');
    const folder = await client.folders.create({ title: 'Shop' });
    expect((await client.workflows.move(id, folder.folder_id)).folder_id).toBe(folder.folder_id);
    expect(await client.folders.update(folder.folder_id, { title: 'Shops' })).toMatchObject({
      title: 'Shops',
    });
    expect((await client.workflows.versions(id)).map(({ version }) => version)).toEqual([1]);
    expect(await client.workflows.get(id, { version: 1 })).toMatchObject({ version: 1 });
    expect(await client.workflows.runs(id)).toEqual([]);
    const text = { yaml_definition: 'title: A\nworkflow_definition: { blocks: [{ block_type: wait }] }' };
    expect(await client.workflows.validate(text)).toMatchObject({
      valid: false,
      errors: ['label', 'wait_sec'].map((name) => ({
        loc: expect.arrayContaining([name]),
        line: 2,
        column: 33,
      })),
    });
    const imported = await client.workflows.import({
      yaml_definition: 'title: B\nworkflow_definition: { blocks: [] }',
      folder_id: folder.folder_id,
    });
    expect(imported.folder_id).toBe(folder.folder_id);
    const deleted = await client.folders.delete(folder.folder_id, { deleteWorkflows: true });
    expect(deleted).toMatchObject({ status: 'deleted', workflows_deleted: 2 });
  });

  it('reads the service, its keys, organizations, profiles and sessions', async () => {
    expect(await client.service.health()).toMatchObject({ status: 'ok' });
    expect(await client.service.ready()).toEqual({ status: 'ready' });
    expect(await client.service.version()).toMatchObject({ name: 'runwright' });
    expect(await client.service.models()).toHaveProperty('models');
    expect(await client.service.openapi()).toHaveProperty('paths');
    expect((await client.service.blockTypes()).map((one) => one.block_type)).toContain('navigation');
    expect(await client.service.workflowSchema()).toHaveProperty('properties');

    const created = await client.apiKeys.create({ name: 'ci' });
    const rotated = await client.apiKeys.rotate(created.api_key_id);
    expect((await client.apiKeys.list()).map((one) => one.api_key_id)).toContain(rotated.api_key_id);
    await client.apiKeys.revoke(rotated.api_key_id);

    const own = await client.organizations.own();
    const other = await client.organizations.create({ name: 'other' });
    expect((await client.organizations.list()).map((one) => one.organization_id)).toEqual(
      expect.arrayContaining([own.organization_id, other.organization_id]),
    );
    const keys = client.organizations.apiKeys(other.organization_id);
    const theirs = await keys.create({ name: 'theirs' });
    expect((await keys.list()).map((one) => one.api_key_id)).toEqual([theirs.api_key_id]);
    const change = { name: 'renamed' };
    expect(await client.organizations.update(other.organization_id, change)).toMatchObject(change);
    await client.organizations.delete(other.organization_id);

    const profile = await client.browserProfiles.create({ name: 'Shop' });
    expect(await client.browserProfiles.get(profile.browser_profile_id)).toMatchObject({ name: 'Shop' });
    const renamed = await client.browserProfiles.update(profile.browser_profile_id, { name: 'Shop 2' });
    expect(renamed).toMatchObject({ name: 'Shop 2' });
    await client.browserProfiles.delete(profile.browser_profile_id);
    const session = await client.browserSessions.create();
    expect(await client.browserSessions.liveToken(session.browser_session_id)).toHaveProperty('token');
    await client.browserSessions.close(session.browser_session_id);
  });

  it('keeps pushed codes, credits, times of schedules and versions of scripts', async () => {
    await client.credentials.pushCode({ totp_identifier: 'ada', content: '123456' });
    const codes = await client.credentials.pushedCodes({ totp_identifier: 'ada' });
    expect(codes).toHaveLength(1);
    expect(await client.billing.state()).toHaveProperty('credits_remaining');
    expect(await client.billing.charges()).toEqual(expect.any(Array));
    expect(await client.schedules.nextTimes({ cron: '0 3 * * *', count: 3 })).toHaveLength(3);
    const { workflow_permanent_id: workflow_id } = await workflowOf('return 1');
    expect(await client.schedules.ofWorkflow(workflow_id)).toEqual([]);
    const files = [{ path: 'main.ts', content: btoa('return 1'), encoding: 'base64' } as const];
    const { script_id } = await client.scripts.create({ workflow_id, files });
    await client.scripts.deploy(script_id, { files });
    expect((await client.scripts.versions(script_id)).map(({ origin }) => origin)).toEqual([
      'deployed',
      'created',
    ]);
    expect(await client.scripts.files(script_id, { version: 1 })).toMatchObject([{ path: 'main.ts' }]);
    const request = {
      name: 'shop',
      credential_type: 'secret',
      credential: { secret_value: 'one' },
    } as const;
    const { credential_id } = await client.credentials.create(request);
    const changed = await client.credentials.update(credential_id, { ...request, name: 'shop 2' });
    expect(changed).toMatchObject({ name: 'shop 2' });
  });

  it('runs the example to its end', startsProcess, async () => {
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
