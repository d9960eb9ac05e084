import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fakeBrowser } from '@runwright/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { egressPolicy } from '../network/egress.ts';
import { memorySecrets } from '../secrets/secret-sources.ts';
import {
  type Act,
  act,
  closeEngines,
  output,
  parametersEngine,
  wanted,
} from './acceptance-parameters.test-helpers.ts';

const security = { tags: ['security'] };
const egress = egressPolicy({ allowedHosts: ['127.0.0.1'] });
const servers: Disposable[] = [];
afterEach(async () => {
  await closeEngines();
  for (const server of servers.splice(0)) server[Symbol.dispose]();
});

/** A server that keeps everything that it is sent; `redirect` is where it sends requests on to. */
async function listen(redirect?: () => string) {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push(JSON.stringify([request.url, request.headers, Buffer.concat(chunks).toString()]));
    if (redirect) response.writeHead(307, { location: redirect() }).end();
    else response.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push({ [Symbol.dispose]: () => server.close().closeAllConnections() });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`, received };
}

describe('a secret in a request', () => {
  let named: Awaited<ReturnType<typeof listen>>;
  let other: Awaited<ReturnType<typeof listen>>;
  beforeEach(async () => {
    named = await listen();
    other = await listen();
  });
  const ways: [string, object][] = [
    ['header', { headers: { authorization: 'Bearer {{ login.password }}' } }],
    ['body', { method: 'POST', body: { password: '{{ login.password }}' } }],
    [
      'form',
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: { p: '{{ login.password }}' },
      },
    ],
    ['address', { url: '{{ a_output }}?p={{ login.password }}' }],
  ];
  const parameters = [wanted('login', 'credential_id')];
  const send = (members: object) => ({
    block_type: 'http_request',
    label: 'send',
    method: 'GET',
    url: '{{ a_output }}',
    ...members,
  });
  const start = async (
    members: object,
    options: { readonly next: string; readonly hosts?: readonly string[] },
  ) => {
    const { run, engine, organizationId, credential } = await parametersEngine(async () => options.next, {
      egress,
    });
    const id = await credential();
    if (options.hosts) {
      await engine.credentials.update(organizationId, id, {
        name: 'Shop',
        credential_type: 'password',
        credential: { username: 'ann@shop.test', password: 'correct horse' },
        allowed_hosts: options.hosts,
      });
    }
    const blocks = [act('a', ''), send(members)];
    return run({ parameters: [...parameters, wanted('site')], blocks }, { login: id, site: named.url });
  };

  it.each(ways)(
    'is not sent to a host from an output that nobody named, in its %s',
    security,
    async (_way, members) => {
      const ended = await start(members, { next: other.url });
      expect(ended).toMatchObject({ status: 'failed', failureCategory: 'credential' });
      expect(ended.failureReason).toMatch(
        /secret `login` may not be sent to `http:\/\/127\.0\.0\.1:\d+`.*`allowed_hosts`/,
      );
      expect(other.received).toEqual([]);
    },
  );

  it.each(ways)('is sent to a host that the caller named, in its %s', async (_way, members) => {
    const ended = await start(members, { next: named.url });
    expect(ended.status).toBe('completed');
    expect(decodeURIComponent(named.received.join()).replaceAll('+', ' ')).toContain('correct horse');
  });

  it('is not sent to a host that the caller named when the credential names others', security, async () => {
    const ended = await start(ways[0]?.[1] ?? {}, { next: named.url, hosts: ['shop.example'] });
    expect(ended.failureReason).toContain('may not be sent to');
    expect(named.received).toEqual([]);
  });

  it('is sent to a host that the credential names, although it comes from an output', async () => {
    const { host } = new URL(other.url);
    const ended = await start(ways[0]?.[1] ?? {}, { next: other.url, hosts: [`http://${host}`] });
    expect(ended.status).toBe('completed');
    expect(other.received.join()).toContain('correct horse');
  });

  it('does not travel along with a redirect to another host', security, async () => {
    const leaving = await listen(() => other.url);
    named = leaving;
    const ended = await start(ways[0]?.[1] ?? {}, { next: leaving.url });
    expect(leaving.received.join()).toContain('correct horse');
    expect(other.received.join()).not.toContain('correct horse');
    expect(ended.status).toBe('completed');
  });

  it('is not sent by a program to a host that nobody named', security, async () => {
    const { run, credential } = await parametersEngine(undefined, { egress });
    const id = await credential();
    const code = `try { await fetch('http://127.0.0.1:' + ${new URL(other.url).port} + '/in', { headers: { authorization: login.password } }); return 'sent'; }
      catch (error) { return String(error.message); }`;
    const blocks = [{ block_type: 'code', label: 'a', code, parameter_keys: ['login'] }];
    const ended = await run(
      { parameters: [...parameters, wanted('site')], blocks },
      { login: id, site: named.url },
    );
    expect(other.received).toEqual([]);
    expect(JSON.stringify([output(ended), ended.failureReason])).toContain('may not be sent to');
  });
});

describe('a child run', () => {
  const childDefinition = {
    parameters: [wanted('login', 'credential_id'), wanted('to')],
    blocks: [
      {
        block_type: 'http_request',
        label: 'send',
        method: 'GET',
        url: '{{ to }}',
        headers: { authorization: '{{ login.password }}' },
      },
    ],
  };
  const startWith = async (payload: object, members: object = {}) => {
    const [named, other] = [await listen(), await listen()];
    const { run, engine, organizationId, credential } = await parametersEngine(async () => other.url, {
      egress,
    });
    const id = await credential();
    const child = await engine.workflows.create(
      organizationId,
      engine.workflows.parse({ title: 'Child', workflow_definition: childDefinition }),
    );
    const trigger = {
      block_type: 'workflow_trigger',
      label: 't',
      workflow_permanent_id: child.workflowPermanentId,
      payload: { login: id, ...payload },
      ...members,
    };
    const loop = {
      block_type: 'for_loop',
      label: 'l',
      loop_over_parameter_key: '',
      loop_variable_reference: '{{ [a_output] }}',
      loop_blocks: [trigger],
    };
    const start = (blocks: readonly object[]) =>
      run(
        { parameters: [wanted('login', 'credential_id'), wanted('site')], blocks: [act('a', ''), ...blocks] },
        { login: id, site: named.url },
      );
    return { named, other, trigger, loop, start };
  };

  it.each([
    ['an output', '{{ a_output }}'],
    ['a program on an output', '{% set b = a_output %}{{ b }}'],
    ['an output and a parameter', '{{ a_output if site else site }}'],
    ['an output with a default', '{{ a_output | default(site) }}'],
    ['an output whose absence is guarded', '{% if a_output is defined %}{{ a_output }}{% endif %}'],
  ])('sends no secret to a site from %s of its parent', security, async (_way, to) => {
    const { other, trigger, start } = await startWith({ to });
    const ended = await start([trigger]);
    expect(ended.failureReason).toContain('may not be sent to');
    expect(other.received).toEqual([]);
  });

  it('sends no secret to a site over which its parent loops', security, async () => {
    const { other, loop, start } = await startWith({ to: '{{ current_value }}' });
    expect((await start([loop])).failureReason).toContain('may not be sent to');
    expect(other.received).toEqual([]);
  });

  it('sends a secret to a site that the caller of its parent names', async () => {
    const { named, trigger, start } = await startWith({ to: '{{ site }}' });
    expect((await start([trigger])).status).toBe('completed');
    expect(named.received.join()).toContain('correct horse');
  });
});

describe('a child run in the browser of its parent', () => {
  const pages = ['https://shop.test/', 'https://evil.test/'].map((url) => ({
    url,
    elements: [{ id: 'a1', kind: 'textbox', name: 'Password' }],
  }));
  const parameters = [wanted('login', 'credential_id')];
  /** The parent, which names the shop, opens an address; its child, which names nothing, signs in where it is. */
  const signInAt = async (address: string) => {
    const browser = fakeBrowser({ pages });
    const { engine, organizationId, credential, save } = await parametersEngine(
      async ({ text, parameters }, { browser: open, signal }) => {
        const { page } = await open();
        if (text.startsWith('http')) {
          await page.act({ action_type: 'goto_url', url: address }, { epoch: 0, signal });
          return null;
        }
        const { epoch } = await page.read({ mode: 'action', signal });
        const { password } = parameters.login as { readonly password: string };
        return page.act({ action_type: 'input_text', id: 'a1', text: password }, { epoch, signal });
      },
      { browser },
    );
    const login = await credential();
    const { workflowPermanentId: child } = await save({
      parameters,
      blocks: [act('a', 'Sign in', { parameter_keys: ['login'] })],
    });
    const { workflowPermanentId: parent } = await save({
      blocks: [
        act('open', 'https://shop.test/'),
        {
          block_type: 'workflow_trigger',
          label: 't',
          workflow_permanent_id: child,
          payload: { login },
          use_parent_browser_session: true,
        },
      ],
    });
    const { session } = await engine.browserSessions.create(organizationId);
    const { signal } = new AbortController();
    await engine.browserSessions.browser(organizationId, session.browserSessionId, { signal });
    const { runId } = await engine.runs.start(
      { workflow_id: parent, browser_session_id: session.browserSessionId },
      { organizationId },
    );
    const ended = await engine.runs.finished(organizationId, runId);
    return { ended, typed: JSON.stringify(browser.sessions[0]?.values) };
  };

  it('signs in at a site that its parent names', async () => {
    const { ended, typed } = await signInAt('https://shop.test/');
    expect(ended.failureReason).toBeNull();
    expect(typed).toContain('correct horse');
  });

  it('does not take the page that is open for the first site of its own', security, async () => {
    const { ended, typed } = await signInAt('https://evil.test/');
    expect(JSON.stringify(ended.output)).toContain('may not be sent to');
    expect(typed).not.toContain('correct horse');
  });
});

describe('a custom block opens a secret only for a server', () => {
  const secrets = [memorySecrets({ 'mail/host': 'mail.shop.test', 'mail/pass': 'open sesame' })];
  const parameters = [
    { parameter_type: 'aws_secret', key: 'host', aws_key: 'mail/host' },
    { parameter_type: 'aws_secret', key: 'pass', aws_key: 'mail/pass' },
    wanted('site'),
  ];
  const opened = async (act: Act, members: object = {}) => {
    const { run } = await parametersEngine(act, { secrets, egress });
    const blocks = [{ block_type: 'act', label: 'a', parameter_keys: ['host', 'pass', 'site'], ...members }];
    return run({ parameters, blocks }, { site: 'https://shop.test/' });
  };
  const open =
    (to: (parameters: Readonly<Record<string, unknown>>) => string): Act =>
    async ({ parameters }, { reveal }) =>
      (await reveal(String(parameters.pass), to(parameters))).reveal().length;

  it('of a site that the caller names', async () => {
    expect(output(await opened(open(() => 'smtp://mail.shop.test:587')))).toBe(11);
  });

  it('whose host is the value of a stored secret', async () => {
    expect(output(await opened(open(({ host }) => `smtp://${host}:587`)))).toBe(11);
  });

  it('and for no other', security, async () => {
    const ended = await opened(open(() => 'smtp://mail.evil.example:587'));
    expect(ended.failureReason).toContain('may not be sent to `smtp://mail.evil.example:587`');
  });

  it('not for one whose name only begins with the value of a secret', security, async () => {
    for (const to of [
      ({ host }: Readonly<Record<string, unknown>>) => `smtp://${host}.evil.example`,
      ({ host }: Readonly<Record<string, unknown>>) => `smtp://${host}@evil.example`,
    ])
      expect((await opened(open(to))).failureReason).toMatch(/may not be sent to|stands in the host/);
  });

  it('not for one that came up in the run', security, async () => {
    const ended = await opened(async ({ parameters }, { reveal, registerSecret }) => {
      const host = await registerSecret('host', 'mail.evil.example');
      return (await reveal(String(parameters.pass), `smtp://${host}`)).reveal();
    });
    expect(ended.failureReason).toContain('stands in the host');
  });
});
