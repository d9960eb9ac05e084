import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { key } from '../in-process-service.test-helpers.ts';
import { type TestService, testService } from '../service.test-helpers.ts';
import { startsBrowsers } from '../shared-browser.test-helpers.ts';
import { type Site, startSite } from './typed-secrets.test-helpers.ts';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: any;
  readonly result?: any;
  readonly error?: { readonly message: string };
}

/** A client of a debug address. */
interface Client extends AsyncDisposable {
  send(method: string, params?: object, sessionId?: string): Promise<Message>;
  onEvent: (message: Message) => void;
  readonly closed: Promise<unknown>;
}

async function connect(address: string): Promise<Client> {
  const socket = new WebSocket(address, { perMessageDeflate: false, headers: { 'x-api-key': key } });
  await once(socket, 'open');
  const waiting = new Map<number, (message: Message) => void>();
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  const client: Client = {
    onEvent: () => undefined,
    closed,
    send(method, params = {}, sessionId) {
      const id = waiting.size + 1;
      const { promise, resolve } = Promise.withResolvers<Message>();
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
      return promise;
    },
    async [Symbol.asyncDispose]() {
      if (socket.readyState === WebSocket.CLOSED) return;
      socket.close();
      await closed;
    },
  };
  socket.on('message', (data) => {
    const message: Message = JSON.parse(String(data));
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else client.onEvent(message);
  });
  return client;
}

/** A text that takes 600 MB in the debug protocol, which escapes each of its characters. */
const large = `'\\u0001'.repeat(100_000_000)`;

/** Scripts of pages that bring the text into a message of the protocol, by path. */
const wordy: Readonly<Record<string, string>> = {
  '/console': `console.log(${large})`,
  '/title': `document.title = ${large}`,
  '/request': `fetch('/body', { method: 'POST', body: ${large} })`,
  '/name': `document.querySelector('button').setAttribute('aria-label', ${large})`,
};

describe('the debug address', { tags: ['security', 'extended'], ...startsBrowsers }, () => {
  let site: Site;
  let other: Site;
  let forbidden: Site;
  let service: TestService;
  let client: Client;
  let page: string;
  let file: string;

  const startService = async (): Promise<TestService> => {
    const hosts = [site, other].map(({ origin }) => new URL(origin).host);
    const started = await testService({ RUNWRIGHT_ALLOWED_HOSTS: hosts.join(','), RUNWRIGHT_RECORD: 'none' });
    await started.start();
    return started;
  };
  const openClient = async ({ call }: TestService): Promise<Client> => {
    const { body: made } = await call('/v1/browser_sessions', { expose_address: true });
    const read = async () => (await call(`/v1/browser_sessions/${made.browser_session_id}`)).body;
    await vi.waitUntil(async () => (await read()).status === 'running', { interval: 200, timeout: 50_000 });
    return connect((await read()).browser_address);
  };
  const attachToNewPage = async (to: Client, url: string): Promise<string> => {
    const { result: created } = await to.send('Target.createTarget', { url });
    const { targetId } = created;
    const { result } = await to.send('Target.attachToTarget', { targetId, flatten: true });
    return result.sessionId;
  };
  const evaluate = async (expression: string, more: object = {}): Promise<any> => {
    const params = { expression, awaitPromise: true, returnByValue: true, ...more };
    const { result, error } = await client.send('Runtime.evaluate', params, page);
    return error ?? result.exceptionDetails ?? result.result.value;
  };
  const goTo = async (url: string): Promise<void> => {
    const { promise: loaded, resolve } = Promise.withResolvers<void>();
    client.onEvent = ({ method, sessionId }) => {
      if (method === 'Page.loadEventFired' && sessionId === page) resolve();
    };
    await client.send('Page.enable', {}, page);
    await client.send('Page.navigate', { url }, page);
    await loaded;
  };

  beforeAll(async () => {
    site = await startSite('127.0.0.1', ({ path }, response) =>
      response.end(`<h1>site ${path}</h1><button>Go</button><script>${wordy[path] ?? ''}</script>`),
    );
    other = await startSite('127.0.0.2', ({ path }, response) => response.end(`<h1>other ${path}</h1>`));
    forbidden = await startSite('127.0.0.1', (_request, response) => response.end('inside'));
    service = await startService();
    file = join(service.folder, 'canary.txt');
    await writeFile(file, 'canary of a file');
    client = await openClient(service);
  });
  afterAll(async () => {
    await client?.[Symbol.asyncDispose]();
    await service?.close();
    for (const each of [site, other, forbidden]) await each?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    page = await attachToNewPage(client, 'about:blank');
  });

  it('a client cannot give a page the clipboard by the permission to write to it', async () => {
    await goTo(`${site.origin}/clipboard`);
    await client.send('Emulation.setFocusEmulationEnabled', { enabled: true }, page);
    const grant = (permission: object) =>
      client.send('Browser.setPermission', { permission, setting: 'granted', origin: site.origin });
    const stateOf = (name: string) =>
      evaluate(`navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`);
    expect((await grant({ name: 'clipboard-read' })).error?.message).toContain('Refused');
    expect((await grant({ name: 'geolocation' })).error).toBeUndefined();
    expect(await stateOf('geolocation')).toBe('granted');
    const read = () =>
      evaluate(`navigator.clipboard.readText().then(() => 'read', ({ name }) => name)`, {
        userGesture: true,
      });
    expect(await read()).toBe('NotAllowedError');
    await grant({ name: 'clipboard-write', allowWithoutSanitization: true });
    expect(await read()).toBe('NotAllowedError');
    expect(await stateOf('clipboard-read')).not.toBe('granted');
  });

  it('an answer that a client makes up cannot lead a page to a file or to the browser itself', async () => {
    const lead = async (to: string): Promise<string> => {
      page = await attachToNewPage(client, 'about:blank');
      const { promise: over, resolve } = Promise.withResolvers<unknown>();
      // Chromium sometimes ends the page at such an answer, and then answers nothing more for it.
      const { promise: crashed, resolve: crash } = Promise.withResolvers<string>();
      client.onEvent = ({ method, sessionId, params }) => {
        if (sessionId !== page) return;
        if (method === 'Inspector.targetCrashed') crash('crashed');
        if (method !== 'Fetch.requestPaused') return;
        const { requestId, request } = params;
        const responseHeaders = [{ name: 'Location', value: to }];
        const answer = { requestId, responseCode: 302, responseHeaders };
        if (request.url.includes('/made-up')) client.send('Fetch.fulfillRequest', answer, page).then(resolve);
        else client.send('Fetch.continueRequest', { requestId }, page);
      };
      const read = async () => {
        await client.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, page);
        const navigated = await client.send('Page.navigate', { url: `${site.origin}/made-up` }, page);
        await over;
        return `${navigated.result?.errorText} ${await evaluate('document.documentElement.outerHTML + location.href')}`;
      };
      return Promise.race([read(), crashed]);
    };
    await lead(`${other.origin}/led`);
    expect(other.received.map(({ path }) => path)).toContain('/led');
    expect(await lead(`file://${file}`)).not.toContain('canary of a file');
    expect(await lead('chrome://version/')).not.toContain('chrome://version');
    expect(await lead(`${forbidden.origin}/led`)).not.toContain('inside');
    expect(forbidden.received).toEqual([]);
  });

  it('a world with access to all origins reaches no file and no denied address', async () => {
    await goTo(`${site.origin}/world`);
    const { result: tree } = await client.send('Page.getFrameTree', {}, page);
    const { result: world } = await client.send(
      'Page.createIsolatedWorld',
      { frameId: tree.frameTree.frame.id, worldName: 'attack', grantUniveralAccess: true },
      page,
    );
    const contextId = world.executionContextId;
    const read = (url: string) =>
      evaluate(`fetch('${url}').then((answer) => answer.text(), String)`, { contextId });
    const frame = (url: string) =>
      evaluate(
        `new Promise((resolve) => {
          const shown = document.createElement('iframe');
          const later = document.createElement('iframe');
          const tell = () => { try { resolve(shown.contentDocument.documentElement.outerHTML); } catch (error) { resolve(String(error)); } };
          shown.onload = tell;
          later.onload = tell;
          shown.src = '${url}';
          document.body.append(shown);
          later.src = '/later';
          document.body.append(later);
        })`,
        { contextId },
      );
    expect(await frame(`${site.origin}/framed`)).toContain('site /framed');
    expect(await read(`${site.origin}/read`)).toContain('site /read');
    for (const attempt of [read, frame]) {
      expect(await attempt(`file://${file}`)).not.toContain('canary of a file');
      expect(await attempt('chrome://version/')).not.toContain('Command Line');
      expect(await attempt(`${forbidden.origin}/world`)).not.toContain('inside');
    }
    expect(forbidden.received).toEqual([]);
  });

  it('the header of a page that is printed shows no file and loads no denied address', async () => {
    await goTo(`${site.origin}/printed`);
    const template = (url: string) =>
      `<div style="font-size: 20px"><iframe src="${url}"></iframe><img src="${url}"></div>`;
    for (const url of [`file://${file}`, `${forbidden.origin}/header`]) {
      const { result } = await client.send(
        'Page.printToPDF',
        {
          displayHeaderFooter: true,
          headerTemplate: template(url),
          footerTemplate: template(url),
          marginTop: 2,
        },
        page,
      );
      expect(Buffer.from(result.data, 'base64').toString('latin1')).toMatch(/^%PDF/);
    }
    expect(forbidden.received).toEqual([]);
  });

  const surviving = async (attack: (victim: TestService) => Promise<unknown>): Promise<void> => {
    const victim = await startService();
    onTestFinished(() => victim.close());
    const { process } = victim;
    if (process === null) throw new Error('no process');
    const ended = once(process, 'exit').then(() => 'ended');
    // Whatever comes first shows that the attack is over.
    const first = await Promise.race([attack(victim).catch(() => 'no answer'), ended]);
    expect(first, victim.printed().slice(-1_000)).not.toBe('ended');
    const health = await victim.call('/health').catch(() => null);
    expect(health?.status, victim.printed().slice(-1_000)).toBe(200);
    expect(process.exitCode ?? process.signalCode).toBeNull();
  };

  it.each([
    ['an answer', large],
    ['an event', `console.log(${large})`],
  ])('%s of 600 MB to a client does not end the service', async (_kind, expression) => {
    let isSent = false;
    await surviving(async (victim) => {
      const attacker = await openClient(victim);
      const target = await attachToNewPage(attacker, 'about:blank');
      await attacker.send('Runtime.enable', {}, target);
      const answer = attacker.send('Runtime.evaluate', { expression, returnByValue: true }, target);
      isSent = true;
      await Promise.race([answer, attacker.closed]);
    });
    expect(isSent).toBe(true);
  });

  it.each(Object.keys(wordy))('a text of 600 MB of a page does not end the service: %s', async (path) => {
    await surviving(async (victim) => {
      const runId = await victim.startRun([
        { block_type: 'goto_url', label: 'visit', url: site.origin + path },
        { block_type: 'code', label: 'read', code: 'return (await page.text()).length;' },
      ]);
      const isOver = async () => /completed|failed|timed_out|terminated/.test(await victim.statusOf(runId));
      await vi.waitUntil(isOver, { interval: 200, timeout: 150_000 });
    });
    expect(site.received.map((request) => request.path)).toContain(path);
  });
});
