import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { ioBlocks } from '@runwright/blocks-io';
import { type AnyBlock, defineBlock, parameterKey, Type, template } from '@runwright/contract';
import { createEngine, egressPolicy, memorySecrets } from '@runwright/core';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { createMailDeps, readMailSettings } from './mail-settings.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const password = 'canary-mail-password-0123';

/** A server on this machine that speaks in the clear and keeps what it is given. */
async function mailServer() {
  const mails: { readonly to: readonly string[]; readonly raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, raw: Buffer.concat(chunks).toString() });
        done(null);
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  closing.push(close);
  return { port: (server.server.address() as AddressInfo).port, mails, close };
}

async function scene(address: string | null, own: readonly AnyBlock[] = [], hosts: readonly string[] = []) {
  const settings: Record<string, string | null> = {
    RUNWRIGHT_SMTP_URL: address,
    RUNWRIGHT_MAIL_FROM: address && 'Runs <runs@acme.test>',
  };
  const { mailer, blocks } = createMailDeps(readMailSettings((name) => settings[name] ?? null));
  const engine = await createEngine({
    blocks: [...ioBlocks, ...blocks, ...own],
    drivers: {
      egress: egressPolicy({ allowedHosts: hosts }),
      secrets: [memorySecrets({ pass: password })],
      ...(mailer ? { mailer } : {}),
    },
  });
  closing.push(() => engine.close());
  const { organizationId } = await engine.organizations.first();
  await engine.organizations.create({ name: 'Tenant', organizationId: 'tenant' });
  await engine.start();
  const start = async (
    definition: object,
    parameters: Record<string, unknown> = {},
    by: string = organizationId,
  ) => {
    const { workflowPermanentId } = await engine.workflows.create(
      by,
      engine.workflows.parse({
        title: 'Mail',
        workflow_definition: { parameters: [], ...definition },
      }),
    );
    const { runId } = await engine.runs.start(
      { workflow_id: workflowPermanentId, parameters },
      { organizationId: by },
    );
    return runId;
  };
  const run = async (definition: object, parameters: Record<string, unknown> = {}, by = organizationId) =>
    engine.runs.finished(by, await start(definition, parameters, by));
  return { engine, organizationId, start, run };
}

const send = {
  block_type: 'send_email',
  label: 's',
  sender: 'me@acme.test',
  recipients: ['people', '{{ more }}'],
  subject: 'For {{ name }}',
  body: 'text',
};
const parameter = (key: string, type: string) => ({
  parameter_type: 'workflow',
  workflow_parameter_type: type,
  key,
});
const parameters = [
  parameter('people', 'json'),
  parameter('more', 'json'),
  parameter('name', 'string'),
  parameter('text', 'string'),
];
const values = {
  people: ['bob@shop.test', 'cy@shop.test'],
  more: ['dee@shop.test'],
  name: 'Ann',
  text: 'Hello {{ name }}',
};

it('send_email goes through the server of the host, with recipients and body from parameters', async () => {
  const { port, mails } = await mailServer();
  const { run } = await scene(`smtp://127.0.0.1:${port}?tls=off`);
  const done = await run({ parameters, blocks: [send] }, values);
  expect(done).toMatchObject({ failureReason: null, output: { s_output: { success: true } } });
  expect(mails.map(({ to }) => to)).toEqual([
    ['bob@shop.test', 'cy@shop.test', 'dee@shop.test', 'me@acme.test'],
  ]);
  expect(mails[0]?.raw).toContain(`Subject: For Ann - ${done.runId}`);
  expect(mails[0]?.raw).toContain('Hello {{ name }}');
});

it('the server of the host is open to no other block and to no other organization', async () => {
  const { port, mails } = await mailServer();
  const { engine, run, start } = await scene(`smtp://127.0.0.1:${port}?tls=off`);
  const smtp = ['EHLO x', 'MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>', 'DATA', '', 'spam', '.', 'QUIT', ''];
  const request = {
    ...{ block_type: 'http_request', label: 'r', method: 'POST', url: `http://127.0.0.1:${port}/` },
    ...{ body: smtp.join('\r\n'), headers: { 'content-type': 'text/plain' } },
  };
  const named = { ...send, custom_smtp_host: '127.0.0.1', custom_smtp_port: port };
  for (const block of [request, named])
    expect(await run({ parameters, blocks: [block] }, values)).toMatchObject({
      status: 'failed',
      failureReason: expect.stringContaining('Address is not allowed'),
    });
  for (const block of [send, request, named])
    expect(await run({ parameters, blocks: [block] }, values, 'tenant')).toMatchObject({
      status: 'failed',
      failureCategory: 'policy',
    });
  const ask = { block_type: 'human_interaction', label: 'ask', recipients: ['bob@shop.test'] };
  const asking = await start({ blocks: [ask] }, {}, 'tenant');
  const timeline = async () => JSON.stringify(await engine.runs.timeline('tenant', asking));
  await expect.poll(timeline).toContain('no mail was sent to bob@shop.test');
  expect(mails).toEqual([]);
});

it('a failure of the server of the host says neither where it is nor what it answers', async () => {
  const { port, close } = await mailServer();
  await close();
  const { run } = await scene(`smtp://127.0.0.1:${port}?tls=off`);
  const ask = { block_type: 'human_interaction', label: 'ask', recipients: ['bob@shop.test'] };
  for (const block of [send, ask]) {
    const done = await run({ parameters, blocks: [block] }, values);
    expect(done).toMatchObject({
      status: 'failed',
      failureReason: expect.stringContaining('Ask the operator to check it'),
    });
    expect(JSON.stringify(done)).not.toContain(String(port));
  }
});

it('a person is asked by mail, once', async () => {
  const { port, mails } = await mailServer();
  const { engine, start, organizationId } = await scene(`smtp://127.0.0.1:${port}?tls=off`);
  const runId = await start({
    blocks: [{ block_type: 'human_interaction', label: 'ask', recipients: ['bob@shop.test'] }],
  });
  await expect.poll(() => mails.length).toBe(1);
  await engine.runs.resume(organizationId, runId, { outcome: 'approve' });
  expect(await engine.runs.finished(organizationId, runId)).toMatchObject({ status: 'completed' });
  expect(mails).toMatchObject([{ to: ['bob@shop.test'] }]);
  expect(mails[0]?.raw).toContain('From: Runs <runs@acme.test>');
});

it('a credential is in a mail only when the server and all who receive it are among its hosts', async () => {
  const { port, mails } = await mailServer();
  const { engine, organizationId, run } = await scene(`smtp://127.0.0.1:${port}?tls=off`);
  const { credential_id } = await engine.credentials.create(organizationId, {
    name: 'Door',
    credential_type: 'password',
    credential: { username: 'ann', password },
    allowed_hosts: [`127.0.0.1:${port}`, 'acme.test'],
  });
  const mail = (recipients: readonly string[], given: object = {}) =>
    run({
      parameters: [{ parameter_type: 'credential', key: 'door', credential_id }],
      blocks: [{ ...send, recipients, subject: 'Code', body: 'It is {{ door.password }}.', ...given }],
    });
  expect(await mail(['bob@acme.test'])).toMatchObject({ status: 'completed' });
  expect(mails.splice(0).map(({ raw }) => raw)).toEqual([expect.stringContaining(password)]);

  const inSubject = { subject: '{{ door.password }}', body: 'text' };
  for (const refused of [
    await mail(['bob@acme.test', 'eve@evil.test']),
    await mail(['eve@acme.test.evil.test'], inSubject),
    await mail(['bob@acme.test'], { sender: 'Eve <eve@evil.test>' }),
  ]) {
    expect(refused).toMatchObject({ status: 'failed', failureCategory: 'credential' });
    expect(refused.failureReason).toContain('evil.test');
  }
  await mail(['bob@acme.test', '{{ door.password }}@evil.test', '"{{ door.password }}" <eve@evil.test>'], {
    body: 'text',
  });
  expect(mails).toHaveLength(1);
  expect(JSON.stringify(mails)).not.toContain(password);
});

it('send_email reaches no private address, says which setting would let it, and tells no password', async () => {
  let connections = 0;
  const listener = createServer(() => {
    connections += 1;
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  closing.push(() => new Promise((resolve) => listener.close(resolve)));
  const { run, engine, organizationId } = await scene(null);
  const done = await run({
    parameters: [
      { parameter_type: 'aws_secret', key: 'pass', aws_key: 'pass' },
      { ...parameter('host', 'string'), default_value: '127.0.0.1' },
      { ...parameter('port', 'integer'), default_value: (listener.address() as AddressInfo).port },
    ],
    blocks: [
      {
        ...send,
        recipients: ['bob@shop.test'],
        subject: 'x',
        smtp_host_secret_parameter_key: 'host',
        smtp_port_secret_parameter_key: 'port',
        custom_smtp_username: 'ann',
        smtp_password_secret_parameter_key: 'pass',
      },
    ],
  });
  expect(done).toMatchObject({ status: 'failed', failureCategory: 'policy' });
  expect(done.failureReason).toMatch(
    /Address is not allowed: 127\.0\.0\.1:\d+\. The egress policy refuses private and reserved addresses/,
  );
  expect(done.failureReason).toContain('RUNWRIGHT_ALLOWED_HOSTS');
  expect(done.output).toMatchObject({ s_output: { success: false, error: expect.any(String) } });
  expect(connections).toBe(0);
  const record = JSON.stringify([done, await engine.runs.timeline(organizationId, done.runId)]);
  expect(record).not.toContain(password);
});

it('a mail server by half, and a key that nobody declared, are refused when the workflow is saved', async () => {
  const { run } = await scene(null);
  const given = {
    ...send,
    custom_smtp_host: 'mail.test',
    custom_smtp_username: 'ann',
    smtp_password_secret_parameter_key: 'nobody',
  };
  await expect(run({ parameters, blocks: [given] }, values)).rejects.toMatchObject({
    details: {
      problems: [{ path: ['workflow_definition', 'blocks', 0, 'smtp_password_secret_parameter_key'] }],
    },
  });
  const lonely = { ...send, custom_smtp_host: 'mail.test', custom_smtp_username: 'ann' };
  await expect(run({ parameters, blocks: [lonely] }, values)).rejects.toMatchObject({
    details: { problems: [{ message: expect.stringContaining('user name without a password') }] },
  });
});

it.each([
  ['[["{{ name }}", {{ people }}, {{ nobody }}]]', 'nobody'],
  ['[["{{ name }}", {{ s_output.nothing }}]]', 's_output'],
])('a printed name that does not exist fails before a spreadsheet is touched: %s', async (rows, name) => {
  const { run } = await scene(null);
  const write = {
    block_type: 'google_sheets_write',
    label: 'w',
    spreadsheet_url: 'https://docs.google.com/spreadsheets/d/1AbC_dEfGhIjKlMnOpQrStUvWxYz0123456789/edit',
    sheet_name: 'Orders',
    values: rows,
  };
  const done = await run({ parameters, blocks: [write] }, values);
  expect(done.status).toBe('failed');
  expect(done.failureReason).toContain('jinja template in `values`');
  expect(done.failureReason).toContain(name);
});

it('the key of a credential in a field declares it, and its value comes out at the moment of use alone', async () => {
  const asked: (string | undefined)[] = [];
  const server = createHttpServer((request, response) => {
    asked.push(request.headers.authorization);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = defineBlock({
    type: 'call',
    config: Type.Object({ credential: Type.Unknown({ ...template('native'), ...parameterKey }) }),
    output: Type.Unknown(),
    async run({ credential }, { fetch }) {
      const token = typeof credential === 'string' ? credential : Object(credential).secret_value;
      await fetch(`http://${host}`, { headers: { authorization: `Bearer ${token}` } });
      return token;
    },
  });
  const { run, engine, organizationId } = await scene(null, [call], [host]);
  const { credential_id } = await engine.credentials.create(organizationId, {
    name: 'Google',
    credential_type: 'secret',
    credential: { secret_value: password },
  });
  const google = { parameter_type: 'credential', key: 'google', credential_id };
  for (const credential of ['google', '{{ google }}', '{{ google.secret_value }}']) {
    const done = await run({
      parameters: [google],
      blocks: [{ block_type: 'call', label: 'c', credential }],
    });
    expect(done.failureReason).toBeNull();
    expect(JSON.stringify(done)).not.toContain(password);
  }
  expect(asked).toEqual(Array(3).fill(`Bearer ${password}`));
});
