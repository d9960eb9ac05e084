import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Store } from '@runwright/contract';
import { createEngine, environmentSecrets, memoryStore } from '@runwright/core';
import { manualClock } from '@runwright/testing';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type InProcessService, inProcessService, soon } from '../in-process-service.test-helpers.ts';

const value = 'canary-of-the-host-0123456789';
const environment = { RUNWRIGHT_SECRET_SHOP: value, RUNWRIGHT_RECORD: 'none' };
const parameter = (key: string, default_value: unknown) => ({
  ...{ parameter_type: 'workflow', workflow_parameter_type: 'string' },
  ...{ key, default_value },
});
const pass = { parameter_type: 'aws_secret', key: 'pass', aws_key: 'shop' };
const mail = {
  ...{ block_type: 'send_email', label: 'mail', sender: 'me@acme.test', recipients: ['bob@shop.test'] },
  ...{ subject: 'Hello', body: 'text' },
};

interface Tenant {
  readonly organizationId: string;
  /** Starts a run of a new workflow, with a key of the organization. */
  start(definition: object): Promise<string>;
  run(definition: object): Promise<{ readonly status: string; readonly failure_reason: string | null }>;
}

describe('what belongs to the host', { tags: ['security', 'extended'] }, () => {
  let service: InProcessService;
  let relay: SMTPServer;
  let relayPort: number;
  /** Connections to the mail server of the host, and recipients of the mails that it took. */
  let connections: number;
  let mailed: string[];
  let site: Server;
  let siteHost: string;
  let bodies: string[];

  beforeEach(async () => {
    [connections, mailed, bodies] = [0, [], []];
    relay = new SMTPServer({
      ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false },
      onData(stream, { envelope }, done) {
        stream.resume();
        stream.on('end', () => {
          mailed.push(...envelope.rcptTo.map(({ address }) => address));
          done(null);
        });
      },
    });
    relay.on('error', () => undefined);
    relay.listen(0, '127.0.0.1');
    await once(relay.server, 'listening');
    relay.server.on('connection', () => {
      connections += 1;
    });
    relayPort = (relay.server.address() as AddressInfo).port;
    site = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      bodies.push(`${request.headers.authorization ?? ''} ${body}`);
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
      const location = searchParams.get('to') ?? '/';
      if (pathname === '/turn') response.writeHead(307, { location }).end();
      else response.end('"ok"');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    siteHost = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    service = await inProcessService({
      ...environment,
      RUNWRIGHT_ALLOWED_HOSTS: siteHost,
      RUNWRIGHT_SMTP_URL: `smtp://127.0.0.1:${relayPort}?tls=off`,
      RUNWRIGHT_MAIL_FROM: 'runs@acme.test',
    });
  });
  afterEach(async () => {
    await service.close();
    site.closeAllConnections();
    site.close();
    await new Promise<void>((resolve) => relay.close(() => resolve()));
  });

  async function createTenant(organizationId: string): Promise<Tenant> {
    const { text } = await service.engine.keys.create(organizationId, { name: 'tenant' });
    const call = (path: string, body?: unknown) => service.call(path, body, { 'x-api-key': text });
    const start = async (definition: object): Promise<string> => {
      const json_definition = { workflow_definition: { parameters: [], ...definition } };
      const saved = await call('/v1/workflows', { json_definition });
      expect(saved.body.detail).toBeUndefined();
      const started = await call('/v1/run/workflows', { workflow_id: saved.body.workflow_permanent_id });
      expect(started.body.detail).toBeUndefined();
      return started.body.run_id;
    };
    const run = async (definition: object) => {
      const runId = await start(definition);
      await service.engine.runs.finished(organizationId, runId);
      return (await call(`/v1/runs/${runId}`)).body;
    };
    return { organizationId, start, run };
  }

  async function tenants(...ids: readonly string[]): Promise<readonly Tenant[]> {
    const made: Tenant[] = [];
    for (const organizationId of ids) {
      await service.engine.organizations.create({ name: 'Tenant', organizationId });
      made.push(await createTenant(organizationId));
    }
    return made;
  }

  const firstOne = async () => createTenant((await service.engine.organizations.first()).organizationId);

  it('the mail server of the host cannot be reached by another protocol, a redirect or another notation', async () => {
    await service.start();
    const first = await firstOne();
    const [tenant] = await tenants('tenant');
    const relayUrl = `http://127.0.0.1:${relayPort}/`;
    const named = (custom_smtp_host: string) => ({ ...mail, custom_smtp_host, custom_smtp_port: relayPort });
    const save = {
      ...{ block_type: 'http_request', label: 'save', url: `http://${siteHost}/file` },
      save_response_as_file: true,
    };
    const upload = (members: object) => [
      save,
      { block_type: 'file_upload', label: 'up', path: 'downloads', ...members },
    ];
    const keys = { aws_access_key_id: 'a', aws_secret_access_key: 'b', s3_bucket: 'c' };
    const ways: readonly (readonly object[])[] = [
      ...['localhost', '127.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '127.0.0.1.', '0'].map(
        (host) => [named(host)],
      ),
      [{ ...mail, file_attachments: [relayUrl], custom_smtp_host: '127.0.0.1', custom_smtp_port: relayPort }],
      [
        {
          ...{ block_type: 'http_request', label: 'r', method: 'POST' },
          ...{ url: `http://${siteHost}/turn?to=${encodeURIComponent(relayUrl)}`, body: 'MAIL FROM:<a@b>' },
        },
      ],
      [{ block_type: 'file_url_parser', label: 'f', file_url: relayUrl, file_type: 'csv' }],
      upload({
        ...{ storage_type: 'sftp', sftp_host: '127.0.0.1', sftp_port: relayPort },
        ...{ sftp_username: 'a', sftp_password: 'b' },
      }),
      upload({ storage_type: 's3', ...keys, s3_endpoint_url: relayUrl }),
      [{ block_type: 'code', label: 'c', code: `return (await fetch('${relayUrl}')).status` }],
    ];
    for (const blocks of ways)
      for (const who of [first, tenant])
        expect(await who?.run({ blocks }), JSON.stringify(blocks)).toMatchObject({
          status: 'failed',
          failure_reason: expect.stringContaining('Address is not allowed'),
        });
    expect(connections).toBe(0);
    // What reached the site on the way shows that redirects and uploads were tried.
    expect(bodies.length).toBeGreaterThanOrEqual(6);
    expect(await first.run({ blocks: [mail] })).toMatchObject({ status: 'completed' });
    expect(mailed).toContain('bob@shop.test');
  });

  it('a mail whose server is empty only when it is sent does not use that of the host for another organization', async () => {
    await service.start();
    const first = await firstOne();
    const [tenant] = await tenants('tenant');
    const parameters = [parameter('host', ' ')];
    const refusal = 'The server of the host is not for this organization';
    const empty = [
      { ...mail, custom_smtp_host: '{{ host }}' },
      { ...mail, smtp_host_secret_parameter_key: 'host' },
      { ...mail, custom_smtp_host: "{{ '' }}", custom_smtp_port: '{{ none }}' },
    ];
    for (const block of empty)
      expect(await tenant?.run({ parameters, blocks: [block] }), JSON.stringify(block)).toMatchObject({
        status: 'failed',
        failure_reason: expect.stringContaining(refusal),
      });
    const looped = {
      ...{ block_type: 'for_loop', label: 'l', loop_variable_reference: 'range(2)' },
      loop_blocks: [{ ...mail, continue_on_failure: true }],
    };
    expect(JSON.stringify(await tenant?.run({ parameters, blocks: [looped] }))).toContain(refusal);
    expect([connections, mailed]).toEqual([0, []]);
    expect(await first.run({ parameters, blocks: [empty[0]] })).toMatchObject({ status: 'completed' });
    expect(mailed).toContain('bob@shop.test');
  });

  it('an organization whose id is almost the named one, or whose name is it, cannot read its secrets', async () => {
    await service.start({ RUNWRIGHT_HOST_ORGANIZATIONS: 'Acme' });
    const [acme, ...others] = await tenants('Acme', 'acme', 'ACME', 'Acme-2', 'Acm');
    const { organizationId } = await service.engine.organizations.create({ name: 'Acme' });
    const send = {
      ...{ block_type: 'http_request', label: 'send', method: 'POST' },
      ...{ url: `http://${siteHost}/`, body: '{{ pass }}', parameter_keys: ['pass'] },
    };
    const definition = { parameters: [pass], blocks: [send] };
    for (const other of [...others, await createTenant(organizationId), await firstOne()])
      expect(await other.run(definition), other.organizationId).toMatchObject({ status: 'failed' });
    expect(bodies).toEqual([]);
    expect(await acme?.run(definition)).toMatchObject({ status: 'completed' });
    expect(bodies.join()).toContain(value);
  });

  it.each([
    ['removed', 'other'],
    ['kept', 'tenant'],
  ] as const)(
    'a run that waits while its organization is %s from the list uses the secrets of the host only if it is still in it',
    async (what, listed) => {
      await service.start({ RUNWRIGHT_HOST_ORGANIZATIONS: 'tenant' });
      const [tenant] = await tenants('tenant');
      const runId = await tenant?.start({
        parameters: [pass],
        blocks: [
          { block_type: 'human_interaction', label: 'ask', recipients: ['bob@shop.test'] },
          {
            ...{ block_type: 'http_request', label: 'send', method: 'POST' },
            ...{ url: `http://${siteHost}/`, body: '{{ pass }}', parameter_keys: ['pass'] },
          },
        ],
      });
      const { engine } = service;
      const isPaused = async () => (await engine.runs.get('tenant', runId ?? '')).status;
      await expect.poll(isPaused, soon).toBe('paused');
      await service.stop();
      await service.start({ RUNWRIGHT_HOST_ORGANIZATIONS: listed });
      await service.engine.runs.resume('tenant', runId ?? '', { outcome: 'approve' });
      const { status } = await service.engine.runs.finished('tenant', runId ?? '');
      expect(status).toBe(what === 'kept' ? 'completed' : 'failed');
      expect(bodies.join().includes(value)).toBe(what === 'kept');
    },
  );

  it('another organization cannot find out which secrets the host has, nor test a guess of one', async () => {
    await service.start();
    const first = await firstOne();
    const [tenant] = await tenants('tenant');
    const reads = (aws_key: string) => ({
      ...{
        parameters: [{ ...pass, aws_key }],
        blocks: [{ block_type: 'code', label: 'c', code: 'return 1' }],
      },
    });
    const reasonOf = async (key: string) =>
      (await tenant?.run(reads(key)))?.failure_reason?.replace(key, 'key');
    expect(await reasonOf('shop')).toContain('RUNWRIGHT_HOST_ORGANIZATIONS');
    expect(await reasonOf('shop')).toBe(await reasonOf('nothing_of_this_name'));
    const prints = { block_type: 'code', label: 'c', code: `return ['${value}']` };
    const plain = await tenant?.run({ blocks: [prints] });
    expect(plain).toMatchObject({ output: { c_output: [value] } });
    const own = await first.run({ parameters: [pass], blocks: [{ ...prints, parameter_keys: ['pass'] }] });
    expect(JSON.stringify(own)).not.toContain(value);
  });

  it.each([
    ['in the same moment as it', 0],
    ['while the clock of the machine is behind', -3_600_000],
  ])('an organization that is created %s cannot take the place of the first one', async (_when, offset) => {
    const store: Store = { ...memoryStore(), close: async () => undefined };
    const open = (now: number) =>
      createEngine({
        drivers: { store, clock: manualClock({ now }), secrets: [environmentSecrets(environment)] },
        settings: { masterKey: new Uint8Array(32) },
      });
    const now = Date.UTC(2030, 0, 1);
    const installed = await open(now);
    const { organizationId: first } = await installed.organizations.first();
    await installed.close();
    const later = await open(now + offset);
    await later.organizations.create({ name: 'Tenant', organizationId: 'acme' });
    await later.close();
    const restarted = await open(now + 60_000);
    await restarted.start();
    const statusFor = async (organizationId: string) => {
      const block = { block_type: 'code', label: 'c', code: 'return 1', parameter_keys: ['pass'] };
      const draft = { title: 'Reads', workflow_definition: { parameters: [pass], blocks: [block] } };
      const text = JSON.stringify(draft);
      const { workflowPermanentId } = await restarted.workflows.create(organizationId, text);
      const request = { workflow_id: workflowPermanentId };
      const { runId } = await restarted.runs.start(request, { organizationId });
      return (await restarted.runs.finished(organizationId, runId)).status;
    };
    const statuses = { first: await statusFor(first), tenant: await statusFor('acme') };
    await restarted.close();
    expect(statuses).toEqual({ first: 'completed', tenant: 'failed' });
  });
});
