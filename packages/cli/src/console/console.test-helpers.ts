import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type ServiceClient } from '@runwright/client';
import type { Engine } from '@runwright/core';
import { findBrowser } from '@runwright/driver-playwright';
import { browserUnderTest } from '@runwright/testing/browser';
import axe, { type AxeResults } from 'axe-core';
import { type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { compose } from '../compose.ts';
import { type Demo, demoOptions, startDemo } from '../demo.ts';
import { readEnvironment } from '../environment.ts';
import { createResourceStack } from '../resources.ts';
import { serve } from '../serve.ts';

/** How long a window waits for what has to come, in ms: as long as a test may take, because the machine may be busy. */
const patience = 300_000;

/** A service with its console, the demo site and the scripted model, and a browser for people. */
export interface TestConsole extends AsyncDisposable {
  /** Address of the service. */
  readonly base: string;
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

/**
 * Starts a service with its console; the first call after a change of the sources builds the page.
 *
 * @param options `saysDemo`: the service says that it is a demo
 */
export async function startConsole(
  variables: Readonly<Record<string, string>> = {},
  hosts: readonly string[] = [],
  { saysDemo = false }: { readonly saysDemo?: boolean } = {},
): Promise<TestConsole> {
  const resources = createResourceStack();
  const folder = await mkdtemp(join(tmpdir(), 'runwright-console-'));
  resources.use({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) });
  const demo = resources.use(await startDemo({ scripted: true }));
  const browserPath = findBrowser(browserUnderTest()).path;
  const environment = readEnvironment({
    RUNWRIGHT_DATA_DIR: folder,
    RUNWRIGHT_PORT: '0',
    RUNWRIGHT_CHROMIUM: process.env.RUNWRIGHT_CHROMIUM,
    ...variables,
  });
  const { engine } = await compose(environment, {
    worker: true,
    allowedHosts: [demo.site.host, ...hosts],
    ...(demo.model ? { model: demo.model, modelLabels: demo.modelLabels } : {}),
    secrets: [demo.secrets],
  });
  resources.use(engine);
  const { organizationId } = await engine.organizations.first();
  const { text: key } = await engine.keys.create(organizationId, { name: 'test' });
  let server = await serve(engine, environment, saysDemo ? demoOptions(demo) : null);
  resources.use({ [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() });
  const { address: base } = server;
  await engine.start();
  const browser = await chromium.launch({
    executablePath: browserPath,
    chromiumSandbox: process.getuid?.() !== 0,
    timeout: patience,
  });
  resources.use({ [Symbol.asyncDispose]: () => browser.close() });

  return {
    base,
    key,
    organizationId,
    engine,
    client: createClient({ url: base, apiKey: key }),
    demo,
    async open(path, { signedIn = true, key: own = key, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      context.setDefaultTimeout(patience);
      const page = await context.newPage();
      if (signedIn)
        await page.addInitScript((text) => sessionStorage.setItem('runwright-api-key', text), own);
      await page.goto(`${base}/console${path}`);
      return page;
    },
    stopListening: async () => server[Symbol.asyncDispose](),
    async listenAgain() {
      server = await serve(engine, { ...environment, port: Number(new URL(base).port) });
    },
    [Symbol.asyncDispose]: () => resources.close(),
  };
}

/** Starts a service with its console before the tests of a file, and ends it after them. It is there while they run. */
export function consoleOfTests(variables: Readonly<Record<string, string>> = {}): TestConsole {
  let started: TestConsole | null = null;
  beforeAll(async () => {
    started = await startConsole(variables);
  });
  afterAll(() => started?.[Symbol.asyncDispose]());
  return new Proxy({} as TestConsole, {
    get(_, name) {
      if (started === null)
        throw new Error('The console is not started yet. Use it in a test or in `beforeAll`.');
      return Reflect.get(started, name);
    },
  });
}

/** Opens the page of a list without records, and checks what it shows then: this text, without violations. */
export async function openEmptyList(
  service: Pick<TestConsole, 'open'>,
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
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

/** Returns the serious and critical violations that axe finds, in light and in dark colours. */
export async function violations(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Evaluated by the debugger: the policy of the page allows no script of others.
    await page.evaluate(axe.source);
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
  if (shots === null) return;
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
  { client }: Pick<TestConsole, 'client'>,
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
