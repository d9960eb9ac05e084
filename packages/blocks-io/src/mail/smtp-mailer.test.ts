import { connect } from 'node:net';
import { RunwrightError } from '@runwright/contract';
import { testMailer } from '@runwright/testing/suites';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { connectTo, type MailServer, startMailServer } from './smtp.test-helpers.ts';
import { smtpMailer } from './smtp-mailer.ts';
import { parseSmtpUrl } from './smtp-server.ts';

testMailer('smtpMailer', async () => {
  const server = await startMailServer();
  let password = 'correct';
  return {
    mailer: {
      specVersion: 'v1',
      send: (mail, options) =>
        mailer(server, `smtp://ann:${password}@127.0.0.1:${server.port}`).send(mail, options),
    },
    sender: 'runs@acme.test',
    received: async () =>
      server.mails.map((taken) => ({
        from: taken.from,
        to: taken.to,
        subject: taken.mail.subject ?? '',
        text: taken.mail.text ?? '',
        id: taken.mail.messageId ?? '',
      })),
    async refuse() {
      password = 'wrong';
    },
    close: server.close,
  };
});

let plain: MailServer;
let tls: MailServer;
beforeAll(async () => {
  plain = await startMailServer();
  tls = await startMailServer({ tls: true });
});
afterAll(() => Promise.all([plain.close(), tls.close()]));

const opened: AbortController[] = [];
afterEach(() => {
  for (const controller of opened.splice(0)) controller.abort();
});

const message = { from: null, to: ['Ann <ann@acme.test>'], subject: 'Approve?', text: 'Please decide.' };
const signal = new AbortController().signal;

function mailer(scene: MailServer, address: string) {
  return smtpMailer({
    server: parseSmtpUrl(address),
    from: 'Runs <runs@acme.test>',
    connect: connectTo,
    certificates: [scene.certificate],
  });
}

it('sends over STARTTLS and signs in, and one key is one message id', async () => {
  const { send } = mailer(plain, `smtp://ann:correct@127.0.0.1:${plain.port}`);
  await send(message, { key: 'wr_1/a/1', signal });
  await send(message, { key: 'wr_1/a/1', signal });
  await send({ ...message, from: 'boss@acme.test' }, { key: 'wr_1/a/2', signal });
  expect(plain.mails).toMatchObject([
    {
      secure: true,
      user: 'ann',
      from: 'runs@acme.test',
      to: ['ann@acme.test'],
      mail: { subject: 'Approve?' },
    },
    {},
    { from: 'boss@acme.test' },
  ]);
  const ids = plain.mails.map(({ mail }) => mail.messageId);
  expect(ids[0]).toMatch(/^<[0-9a-f]{64}@acme\.test>$/);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

it('speaks TLS from the first byte to a server that wants it', async () => {
  const server = { ...parseSmtpUrl('smtps://127.0.0.1'), port: tls.port };
  const { send } = smtpMailer({
    server,
    from: 'runs@acme.test',
    connect: connectTo,
    certificates: [tls.certificate],
  });
  await send(message, { key: 'k', signal });
  expect(tls.mails).toMatchObject([{ secure: true, to: ['ann@acme.test'] }]);
});

it('sends in the clear only where that was allowed', async () => {
  const clear = await startMailServer({ disabledCommands: ['STARTTLS'] });
  const address = `smtp://127.0.0.1:${clear.port}`;
  await expect(mailer(clear, address).send(message, { key: 'k', signal })).rejects.toMatchObject({
    code: 'block_failed',
  });
  await mailer(clear, `${address}?tls=off`).send(message, { key: 'k', signal });
  await clear.close();
  expect(clear.mails).toMatchObject([{ secure: false }]);
});

it('sends no mail when one address is invalid', async () => {
  const { send } = mailer(plain, `smtp://127.0.0.1:${plain.port}`);
  const before = plain.mails.length;
  await expect(send({ ...message, to: ['ann@acme.test', 'bob'] }, { key: 'k', signal })).rejects.toThrow(
    '`bob` is no mail address',
  );
  await expect(send({ ...message, from: 'nobody' }, { key: 'k', signal })).rejects.toThrow(
    'the sender `nobody` is not one mail address',
  );
  expect(plain.mails).toHaveLength(before);
});

it('ends with its signal while the server keeps silent', async () => {
  const stop = new AbortController();
  opened.push(stop);
  const reason = new RunwrightError('timed_out', 'too long');
  const silent = await startMailServer();
  const { send } = smtpMailer({
    server: parseSmtpUrl(`smtp://127.0.0.1:${silent.port}`),
    from: 'runs@acme.test',
    async connect(to) {
      const socket = connect(to);
      queueMicrotask(() => stop.abort(reason));
      return socket;
    },
  });
  await expect(send(message, { key: 'k', signal: stop.signal })).rejects.toBe(reason);
  await silent.close();
});

it.each([
  ['smtp://mail.acme.test', { port: 587, encryption: 'starttls', login: null }],
  ['smtps://mail.acme.test', { port: 465, encryption: 'tls' }],
  ['smtp://mail.acme.test:465', { port: 465, encryption: 'tls' }],
  ['smtp://a%40b:p%2Fw@mail.acme.test:2525', { port: 2525, login: { username: 'a@b', password: 'p/w' } }],
  ['smtp://mail.acme.test:25?tls=off', { port: 25, encryption: 'none' }],
  ['smtp://[::1]:25', { host: '::1' }],
])('the address %s names a server', (address, expected) => {
  expect(parseSmtpUrl(address)).toMatchObject({ host: 'mail.acme.test', ...expected });
});

it.each([
  'mail.acme.test',
  'http://mail.acme.test',
  'smtp://',
  'smtp://user-only@mail.acme.test',
  'smtp://:sesame@mail.acme.test',
  'smtp://ann:sesame@mail.acme.test?tls=off',
  'smtps://mail.acme.test?tls=off',
  'smtp://ann:%E0sesame@mail.acme.test',
])('the address %s is refused, and not shown', (address) => {
  const refusal = () => parseSmtpUrl(address);
  expect(refusal).toThrow('Invalid mail server URL: ');
  expect(refusal).not.toThrow(/sesame/);
});
