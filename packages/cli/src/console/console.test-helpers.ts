import { join } from 'node:path';
import { createClient, type ServiceClient } from '@runwright/client';
import type { Engine } from '@runwright/core';
import axe, { type AxeResults } from 'axe-core';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { Demo } from '../demo.ts';
import { openWindow } from './chromium.test-helpers.ts';
import { type ConsoleService, type ServiceOptions, startService } from './service.test-helpers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the pages of the console are opened: `document` in this process, without layout; else in a browser. */
    pagesIn: 'document' | undefined;
  }
}

/** Whether pages are opened in a document of this process, where nothing has a place, a colour or an own process. */
export const inDocument = inject('pagesIn') === 'document';

/** A service with its console, and an organization in it that the tests of a file have to themselves. */
export interface TestConsole {
  /** Address of the service. */
  readonly base: string;
  /** Key of the organization, with all scopes. */
  readonly key: string;
  readonly organizationId: string;
  readonly engine: Engine;
  readonly client: ServiceClient;
  readonly demo: Demo;
  /** Opens a path of the console, such as `/runs`, in a new window; signed in unless `signedIn` is false. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Closes the HTTP server; the engine works on. */
  stopListening(): Promise<void>;
  /** Listens again, at the same address. */
  listenAgain(): Promise<void>;
}

/** How a window is opened. */
export interface OpenOptions extends BrowserContextOptions {
  readonly signedIn?: boolean;
  /** Key to sign in with. Default: one with all scopes. */
  readonly key?: string;
}

/** Options of {@link consoleOfTests}. */
export interface ConsoleOptions extends Omit<ServiceOptions, 'fake'> {
  /** The organization that hosts the service and manages the others, in place of a new one. */
  readonly asHost?: boolean;
  /** A service for this file alone, because its tests stop it. */
  readonly ownService?: boolean;
}

/** Time zone of this process, in which pages of the document are. */
const ownZone = process.env.TZ;
let shared: Promise<ConsoleService> | null = null;

/**
 * Gives the tests of a file a new organization of a service that all files of a worker share; with variables or options that change
 * the service, one of a service of its own. It is there while the tests run.
 */
export function consoleOfTests({ asHost = false, ownService, ...options }: ConsoleOptions = {}): TestConsole {
  const isShared = !ownService && Object.keys(options).length === 0;
  let opened: TestConsole | null = null;
  let own: ConsoleService | null = null;
  beforeAll(async () => {
    if (isShared) shared ??= startService({ fake: inDocument });
    else own = await startService({ ...options, fake: inDocument });
    const service = own ?? (await shared);
    if (service) opened = await openOrganization(service, asHost);
    // Loaded here, because that takes longer than most tests.
    if (inDocument) await import('@runwright/console/test-page');
  });
  afterAll(async () => {
    setZone(ownZone);
    if (own) await own[Symbol.asyncDispose]();
    else if (opened) await endWork(opened.client);
  });
  return new Proxy({} as TestConsole, {
    get(_, name) {
      if (opened === null)
        throw new Error('The console is not started yet. Use it in a test or in `beforeAll`.');
      return Reflect.get(opened, name);
    },
  });
}

async function openOrganization(service: ConsoleService, asHost: boolean): Promise<TestConsole> {
  const { base, engine, demo } = service;
  const { organizationId } = asHost
    ? await engine.organizations.first()
    : await engine.organizations.create({ name: 'Tests' });
  const { text: key } = await engine.keys.create(organizationId, {
    name: 'test',
    scopes: ['read', 'run', 'admin'],
  });
  return {
    ...{ base, key, organizationId, engine, demo },
    client: createClient({ url: base, apiKey: key }),
    async open(path, { signedIn = true, key: own = key, ...options } = {}) {
      const storedKey = signedIn ? own : null;
      if (!inDocument) return openWindow(`${base}/console${path}`, storedKey, options);
      const { openPage } = await import('@runwright/console/test-page');
      setZone(options.timezoneId ?? ownZone);
      return openPage({ base, path, apiKey: storedKey }) as Page;
    },
    stopListening: () => service.stopListening(),
    listenAgain: () => service.listenAgain(),
  };
}

function setZone(zone: string | undefined): void {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
}

/** Ends what would hold a place of the shared service. */
async function endWork({ runs, browserSessions }: ServiceClient): Promise<void> {
  const status = ['created', 'queued', 'running'] as const;
  for (const { run_id: id } of await runs.list({ status: [...status], page_size: 100 }))
    await runs.cancel(id).catch(() => undefined);
  for (const { browser_session_id: id } of await browserSessions.list())
    await browserSessions.close(id).catch(() => undefined);
}

/** Opens the page of a list without records, and checks what it shows then: this text, without violations. */
export async function openEmptyList(
  service: TestConsole,
  path: string,
  empty: string,
  options: OpenOptions = {},
): Promise<{ readonly page: Page; readonly errors: readonly string[]; readonly dialog: Locator }> {
  const page = await service.open(path, options);
  const errors = watchErrors(page);
  await page.getByText(empty).waitFor();
  expect(await violations(page)).toEqual([]);
  await takeShots(page, `${path.slice(1)}-empty`);
  return { page, errors, dialog: page.getByRole('dialog') };
}

/** What a page must not have: messages of the browser's console about errors, and violations of the page's policy. */
export function watchErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  return errors;
}

/** Returns the serious and critical violations that axe finds, in light and in dark colours; in a document none. */
export async function violations(
  page: Page,
  colorSchemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<readonly string[]> {
  if (inDocument) return [];
  const found: string[] = [];
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Evaluated by the debugger: the policy of the page allows no script of others.
    if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
    const result = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
    for (const { id, impact, nodes } of result.violations)
      if (impact === 'serious' || impact === 'critical')
        found.push(`${colorScheme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}

/** Folder for screenshots, which people look at; null unless RUNWRIGHT_TEST_SHOTS names one. */
const shots = process.env.RUNWRIGHT_TEST_SHOTS ?? null;

/** Takes screenshots of a page in light and dark, wide and narrow, when RUNWRIGHT_TEST_SHOTS names a folder. */
export async function takeShots(page: Page, name: string): Promise<void> {
  if (shots === null || inDocument) return;
  const before = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: join(shots, `${name}-${colorScheme}-${width}.png`) });
    }
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null });
}

/** Creates a workflow of these blocks and starts a run of it; returns the id of the run. */
export async function startRun(
  { client }: TestConsole,
  blocks: readonly object[],
  options: {
    readonly title?: string;
    readonly parameters?: readonly object[];
    readonly values?: object;
    /** Id of the browser session that the run uses. */
    readonly session?: string;
    readonly webhookUrl?: string | undefined;
  } = {},
): Promise<string> {
  const { title = 'A workflow', parameters = [], values = {}, session, webhookUrl } = options;
  const workflow = await client.workflows.create({
    json_definition: { title, workflow_definition: { parameters, blocks } } as never,
  });
  const run = await client.runs.start({
    workflow_id: workflow.workflow_permanent_id,
    title,
    parameters: values as never,
    ...(session === undefined ? {} : { browser_session_id: session }),
    ...(webhookUrl === undefined ? {} : { webhook_url: webhookUrl }),
  });
  return run.runId;
}
