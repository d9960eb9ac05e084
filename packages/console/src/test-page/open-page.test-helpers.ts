import './install-dom.test-helpers.ts';

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { restoreSession, signOut } from '../api/session.ts';
import { App } from '../app.tsx';
import { consolePath, serviceUrl } from '../lib/base-url.ts';
import { router as consoleRouter } from '../router.tsx';
import { createPerson, keyboardOf, type TestKeyboard } from './keyboard.test-helpers.ts';
import { Locator } from './locator.test-helpers.ts';
import { connectRequests, type RouteHandler, type TestRequest } from './requests.test-helpers.ts';
import { waitFor } from './wait-for.test-helpers.ts';
import { connectWebSockets, type TestSocketRoute } from './web-sockets.test-helpers.ts';

/** What {@link openPage} opens. */
export interface TestPageOptions {
  /** Address of the service. */
  readonly base: string;
  /** Path of the console with its query, such as `/runs`. */
  readonly path: string;
  /** Key that the tab has kept; null when nobody has signed in. */
  readonly apiKey: string | null;
}

/** File that the page has saved. */
export interface TestDownload {
  suggestedFilename(): string;
  /** Path of a copy, which lasts until the page is closed. */
  path(): Promise<string>;
  text(): Promise<string>;
  saveAs(path: string): Promise<void>;
}

const storageKey = 'runwright-api-key';
let current: { close(): void } | null = null;

/**
 * Opens the console in a document without layout and styles, in this process. Returns an object with those members of Playwright's
 * `Page` that make sense there. Only one is open at a time: opening another one closes it.
 */
export function openPage({ base, path, apiKey }: TestPageOptions): object {
  current?.close();
  sessionStorage.clear();
  localStorage.clear();
  if (apiKey !== null) sessionStorage.setItem(storageKey, apiKey);
  const consoleBase = `${base}/console`;
  const person = createPerson();
  const keyboard: TestKeyboard = keyboardOf(person);
  const requests = connectRequests(serviceUrl, base);
  const webSockets = connectWebSockets(serviceUrl, base);
  const downloads = watchDownloads();
  const errors: ((text: string) => void)[] = [];
  const realError = console.error;
  console.error = (...parts: unknown[]) => {
    const text = parts.map(String).join(' ');
    // Elements that the document does not know yet, and a list that is measured at once when it is shown.
    if (/unrecognized in this browser|flushSync was called/.test(text)) return;
    for (const listener of errors) listener(text);
  };
  const everything = new Locator(person, 'the page', () => [document.documentElement]);
  let root: Root | null = null;
  let router = consoleRouter;

  const show = (where: string): void => {
    hide();
    const kept = sessionStorage.getItem(storageKey);
    signOut();
    if (kept !== null) sessionStorage.setItem(storageKey, kept);
    restoreSession();
    const history = createMemoryHistory({ initialEntries: [consolePath + where] });
    router = createRouter({ ...consoleRouter.options, history } as never) as typeof consoleRouter;
    document.body.innerHTML = '<div id="root"></div>';
    const element = document.getElementById('root');
    if (element === null) throw new Error('The document has no root.');
    root = createRoot(element);
    root.render(createElement(App, { router }));
  };
  const hide = (): void => {
    root?.unmount();
    root = null;
    document.body.replaceChildren();
  };
  const url = (): string => consoleBase + router.history.location.href.slice(consolePath.length);
  const close = (): void => {
    hide();
    requests.close();
    webSockets.close();
    downloads.close();
    console.error = realError;
    current = null;
  };
  const page = {
    keyboard,
    getByRole: everything.getByRole.bind(everything),
    getByLabel: everything.getByLabel.bind(everything),
    getByText: everything.getByText.bind(everything),
    locator: everything.locator.bind(everything),
    url,
    async goto(address: string) {
      show(address.startsWith(consoleBase) ? address.slice(consoleBase.length) : address);
    },
    reload: async () => show(url().slice(consoleBase.length)),
    goBack: async () => router.history.back(),
    content: async () => document.documentElement.outerHTML,
    evaluate: async (script: string | ((value: unknown) => unknown), value?: unknown) =>
      typeof script === 'string' ? runInThisContext(script) : script(value),
    route: async (pattern: string | RegExp, handler: RouteHandler) => requests.route(pattern, handler),
    unroute: async (pattern: string | RegExp) => requests.unroute(pattern),
    routeWebSocket: async (pattern: RegExp, handler: (socket: TestSocketRoute) => void) =>
      webSockets.route(pattern, handler),
    waitForURL: (wanted: RegExp | ((address: URL) => boolean)) =>
      waitFor(`the address to be ${wanted}`, () =>
        (typeof wanted === 'function' ? wanted(new URL(url())) : wanted.test(url())) ? true : null,
      ),
    waitForEvent(name: string, isWanted: (request: TestRequest) => boolean = () => true) {
      if (name === 'download') return downloads.next();
      if (name !== 'requestfailed') throw new Error(`Pages in the DOM have no event ${name}.`);
      return new Promise((resolve) => {
        requests.onAbort((request) => {
          if (isWanted(request)) resolve(request);
        });
      });
    },
    on(name: string, listener: (value: never) => void) {
      const call = listener as (value: unknown) => void;
      if (name === 'console') errors.push((text) => call({ type: () => 'error', text: () => text }));
      if (name === 'request') requests.onRequest(call);
      if (name === 'websocket') webSockets.onOpen((address) => call({ url: () => address }));
    },
    emulateMedia: async () => undefined,
    context: () => ({ close: async () => close() }),
  };
  current = { close };
  show(path);
  return new Proxy(page, {
    get(target, name) {
      if (Reflect.has(target, name) || typeof name === 'symbol' || name === 'then')
        return Reflect.get(target, name);
      throw new Error(
        `Pages in the DOM have no \`${name}\`. Write the test for a browser: *.console.test.ts.`,
      );
    },
  });
}

/** Keeps what the page saves as files. */
function watchDownloads(): { next(): Promise<TestDownload>; close(): void } {
  const { click } = HTMLAnchorElement.prototype;
  const folder = mkdtempSync(join(tmpdir(), 'runwright-page-'));
  let waiting: ((download: TestDownload) => void) | null = null;
  HTMLAnchorElement.prototype.click = function save() {
    const { download, href } = this;
    // Read at once: the page revokes the address.
    const content = fetch(href).then((response) => response.blob());
    waiting?.({
      suggestedFilename: () => download,
      async path() {
        const path = join(folder, randomUUID());
        await writeFile(path, await (await content).bytes());
        return path;
      },
      text: async () => (await content).text(),
      saveAs: async (path) => writeFile(path, await (await content).bytes()),
    });
    waiting = null;
  };
  return {
    next: () =>
      new Promise((resolve) => {
        waiting = resolve;
      }),
    close() {
      HTMLAnchorElement.prototype.click = click;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
