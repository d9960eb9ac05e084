import { RunwrightError } from '@runwright/contract';
import { type FakeContextOptions, fakeContext } from '@runwright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SendEmailOptions, sendEmail } from './send-email.ts';
import { connectTo, type MailServer, startMailServer } from './smtp.test-helpers.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

const mail = (given: object) => ({
  sender: 'Runs <runs@acme.test>',
  recipients: ['bob@shop.test'],
  subject: 'Orders',
  body: 'Three new orders.',
  file_attachments: [],
  custom_smtp_host: '127.0.0.1',
  custom_smtp_port: server.port,
  ...given,
});

async function send(given: object, options: FakeContextOptions = {}, host: SendEmailOptions = {}) {
  const before = server.mails.length;
  const fake = fakeContext({ connect: connectTo, ...options });
  const block = sendEmail({ certificates: [server.certificate], ...host });
  const output = await block.run(mail(given), fake.context);
  return { output, mails: server.mails.slice(before), logs: fake.logs };
}

async function failure(given: object, options: FakeContextOptions = {}, host: SendEmailOptions = {}) {
  const before = server.mails.length;
  const error: unknown = await send(given, options, host).then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(server.mails).toHaveLength(before);
  if (!RunwrightError.is(error)) throw new Error(`it did not fail as it should: ${String(error)}`);
  expect(error.details.output).toEqual({ success: false, error: error.message });
  return error;
}

describe('a mail', () => {
  it('goes out over STARTTLS, the run in its subject, the sender as a blind copy', async () => {
    const { output, mails } = await send({
      recipients: ['Bob <bob@shop.test>', 'cy@shop.test, BOB@shop.test'],
    });
    expect(output).toEqual({ success: true });
    expect(mails).toMatchObject([
      {
        secure: true,
        user: null,
        from: 'runs@acme.test',
        to: ['bob@shop.test', 'cy@shop.test', 'runs@acme.test'],
        mail: {
          from: { name: 'Runs', address: 'runs@acme.test' },
          to: [{ name: 'Bob', address: 'bob@shop.test' }, { address: 'cy@shop.test' }],
          subject: 'Orders - wr_test',
          text: 'Three new orders.\n',
        },
      },
    ]);
    expect(mails[0]?.raw).not.toMatch(/^bcc/im);
  });

  it('carries files of the run: one by name, all downloads, a block output', async () => {
    const downloads = { 'a.csv': 'a,b\n1,2\n', 'Übersicht.bin': new Uint8Array([0, 255, 13, 10]) };
    const names = async (file_attachments: readonly unknown[]) => {
      const { mails } = await send({ file_attachments }, { downloads });
      return mails[0]?.mail.attachments.map(({ filename }) => filename);
    };
    expect(await names(['a.csv'])).toEqual(['a.csv']);
    expect(await names(['downloads'])).toEqual(['a.csv', 'Übersicht.bin']);
    expect(await names([{ downloaded_files: [{ filename: 'Übersicht.bin' }] }])).toEqual(['Übersicht.bin']);
    expect(await names([null, ' ', ['a.csv']])).toEqual(['a.csv']);
    const { mails } = await send({ file_attachments: ['downloads'] }, { downloads });
    const [csv, binary] = mails[0]?.mail.attachments ?? [];
    expect(new TextDecoder().decode(csv?.content as ArrayBuffer)).toBe('a,b\n1,2\n');
    expect([...new Uint8Array(binary?.content as ArrayBuffer)]).toEqual([0, 255, 13, 10]);
  });

  it('leaves out what is no address, and says so in the log', async () => {
    const recipients = [
      'bob@shop.test',
      'not an address',
      'x@y',
      '',
      7,
      null,
      ['cy@shop.test', 'a..b@shop.test'],
    ];
    const { mails, logs } = await send({ recipients });
    expect(mails[0]?.to).toEqual(['bob@shop.test', 'cy@shop.test', 'runs@acme.test']);
    expect(logs.join()).toContain('No mail addresses, and left out:');
  });

  it('that one recipient cannot get goes to the others', async () => {
    const { mails, logs } = await send({ recipients: ['bob@shop.test', 'nobody@shop.test'] });
    expect(mails[0]?.to).toEqual(['bob@shop.test', 'runs@acme.test']);
    expect(logs).toContain('warn: The mail server refused `nobody@shop.test`.');
  });

  it.each([
    ['subject', { subject: 'Hi\r\nBcc: eve@evil.test\r\n\r\nbody' }],
    ['sender', { sender: 'Runs\r\nBcc: eve@evil.test\r\n <runs@acme.test>' }],
    ['recipient', { recipients: ['Bob\r\nBcc: eve@evil.test\r\n <bob@shop.test>'] }],
    ['body', { body: 'x\r\n.\r\nMAIL FROM:<eve@evil.test>\r\nRCPT TO:<eve@evil.test>' }],
  ])('cannot be given another header or recipient by its %s', async (_field, given) => {
    const { mails } = await send(given);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to).toEqual(['bob@shop.test', 'runs@acme.test']);
    expect(mails[0]?.mail.headers.map(({ key }) => key)).not.toContain('bcc');
  });

  it('cannot be given another header by the name of a file', async () => {
    const downloads = { 'a\r\nBcc: eve@evil.test\r\n.csv': 'a' };
    const { mails } = await send({ file_attachments: ['downloads'] }, { downloads });
    expect(mails[0]?.raw).not.toMatch(/^bcc:/im);
    expect(mails[0]?.mail.attachments).toHaveLength(1);
  });

  it('has the values of secrets in subject and body, if its server and all who receive it may have them', async () => {
    const asked: string[] = [];
    const reveal = (text: string, to: string) => {
      if (text.includes('{{secret.pin.x}}')) asked.push(to);
      if (text.includes('{{secret.pin.x}}') && to.includes('evil'))
        throw new RunwrightError('secret_unavailable', `The secret \`pin\` may not be sent to ${to}.`);
      return text.replace('{{secret.pin.x}}', '4711');
    };
    const body = 'The pin is {{secret.pin.x}}.';
    const { mails } = await send({ body, recipients: ['bob@shop.test', 'cy@SHOP.test'] }, { reveal });
    expect(mails[0]?.mail.text).toBe('The pin is 4711.\n');
    expect(asked).toEqual([`smtp://127.0.0.1:${server.port}`, 'smtp://acme.test', 'smtp://shop.test']);
    for (const recipients of [['eve@evil.test'], ['bob@shop.test, Eve <eve@sub.evil.test>']]) {
      expect((await failure({ body, recipients }, { reveal })).message).toContain('may not be sent');
      expect((await failure({ subject: body, recipients }, { reveal })).message).toContain('may not be sent');
    }
  });

  it('has no values of secrets in its addresses', async () => {
    const reveal = (text: string) => text.replace('{{secret.pin.x}}', 'pin-4711');
    const recipients = ['bob@shop.test', 'a+{{secret.pin.x}}@evil.test', '"{{secret.pin.x}}" <cy@shop.test>'];
    const { mails } = await send({ recipients }, { reveal });
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails)).not.toContain('pin-4711');
  });
});

describe('signing in', () => {
  const login = { custom_smtp_username: 'ann', custom_smtp_password: 'correct' };

  it('is done over TLS with a user and a password', async () => {
    expect((await send(login)).mails).toMatchObject([{ user: 'ann', secure: true }]);
  });

  it('takes host, port, user and password from secret parameters', async () => {
    const reveal = (text: string) =>
      text.replace('{{secret.host.x}}', '127.0.0.1').replace('{{secret.p.x}}', 'correct');
    const { mails } = await send(
      {
        custom_smtp_host: null,
        custom_smtp_port: null,
        smtp_host_secret_parameter_key: '{{secret.host.x}}',
        smtp_port_secret_parameter_key: server.port,
        smtp_username_secret_parameter_key: 'ann',
        smtp_password_secret_parameter_key: '{{secret.p.x}}',
      },
      { reveal },
    );
    expect(mails).toMatchObject([{ user: 'ann' }]);
  });

  it('with a wrong password fails, and the password is not told', async () => {
    const error = await failure({ ...login, custom_smtp_password: 'wrong-password' });
    expect(error.message).toContain('check user and password');
    expect(error.message).not.toContain('wrong-password');
  });

  it.each([
    ['password', { custom_smtp_username: 'ann' }],
    ['user name', { custom_smtp_password: 'correct' }],
  ])('without a %s fails before a connection is made, and when it is saved', async (missing, given) => {
    const connect = () => Promise.reject(new Error('connected'));
    const error = await failure(given, { connect });
    expect(error.message).toContain(`no ${missing}; give both`);
    expect(sendEmail().check(mail(given))).toHaveLength(1);
    expect(sendEmail().check(mail(login))).toEqual([]);
  });
});

describe('the server', () => {
  it('of the host takes mails of blocks that name none, and its password goes to no other', async () => {
    const own = {
      server: {
        host: '127.0.0.1',
        port: server.port,
        login: { username: 'ann', password: 'correct' },
        encryption: 'starttls',
      },
    } as const;
    const none = { custom_smtp_host: null, custom_smtp_port: null };
    expect((await send(none, {}, own)).mails).toMatchObject([{ user: 'ann' }]);
    expect((await send({}, {}, own)).mails).toMatchObject([{ user: null }]);
    const halfNamed = await failure({ custom_smtp_host: null }, {}, own);
    expect(halfNamed.message).toContain('give `custom_smtp_host`');
    expect((await failure(none)).message).toContain('RUNWRIGHT_SMTP_URL');
  });

  it('whose certificate nobody vouches for gets nothing', async () => {
    const error = await failure({}, {}, { certificates: [] });
    expect(error.message).toContain('self-signed certificate');
    expect(error.message).toContain('NODE_EXTRA_CA_CERTS');
  });

  it('whose certificate is for another name gets nothing', async () => {
    const other = await startMailServer({ host: '127.0.0.2' });
    const error = await failure({ custom_smtp_port: other.port }, {}, { certificates: [other.certificate] });
    await other.close();
    expect(error.message).toContain('give the server a certificate for this name');
    expect(other.mails).toEqual([]);
  });

  it('without STARTTLS gets nothing', async () => {
    const plain = await startMailServer({ disabledCommands: ['STARTTLS'] });
    const error = await failure({ custom_smtp_port: plain.port });
    await plain.close();
    expect(error.message).toMatch(/STARTTLS/);
    expect(plain.mails).toEqual([]);
  });

  it('that refuses every recipient fails the block, although the sender’s copy would be taken', async () => {
    await expect(send({ recipients: ['nobody@shop.test', 'nobody2@shop.test'] })).rejects.toThrow(
      'it accepted none of the recipients',
    );
  });

  it('that the egress policy refuses is not spoken to, and the refusal keeps its code', async () => {
    const { code, details } = await failure({}, { connect: undefined as never });
    expect(code).toBe('egress_denied');
    expect(details.output).toMatchObject({ success: false });
  });

  it('is left when the block is canceled', async () => {
    const stop = new AbortController();
    const reason = new RunwrightError('canceled', 'stopped');
    const { context } = fakeContext({
      signal: stop.signal,
      async connect(to) {
        const socket = await connectTo(to);
        stop.abort(reason);
        return socket;
      },
    });
    await expect(sendEmail().run(mail({}), context)).rejects.toBe(reason);
  });
});

describe('a mail is refused', () => {
  it.each([
    ['no recipient', { recipients: ['nope', ''] }, 'none of its `recipients`'],
    ['no sender', { sender: 'nope' }, '`sender` is not one mail address'],
    ['two senders', { sender: 'a@b.test, c@d.test' }, '`sender` is not one mail address'],
    [
      'a file that is not there',
      { file_attachments: ['missing.csv'] },
      'Cannot open the file: it does not exist',
    ],
    ['a path of the host', { file_attachments: ['/etc/passwd'] }, 'paths of the host are never read'],
    [
      'a port that is none',
      { custom_smtp_port: null, smtp_port_secret_parameter_key: 'x' },
      'no number from 1',
    ],
  ])('with %s', async (_what, given, reason) => {
    expect((await failure(given)).message).toContain(reason);
  });

  it('with files of more than 25 MB together', async () => {
    const downloads = { a: new Uint8Array(20_000_000), b: new Uint8Array(6_000_000) };
    const error = await failure({ file_attachments: ['a', 'b'] }, { downloads });
    expect(error.message).toContain('larger than 25 MB together');
  });
});
