import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '@runwright/core';
import { compose } from '../compose.ts';
import { type Demo, demoOptions, startDemo } from '../demo.ts';
import { readEnvironment } from '../environment.ts';
import { createResourceStack } from '../resources.ts';
import { serve } from '../serve.ts';
import { browserVariables } from '../shared-browser.test-helpers.ts';

/** A service in this process, with the demo site and the scripted model. */
export interface ConsoleService extends AsyncDisposable {
  /** Address of the service. */
  readonly base: string;
  readonly engine: Engine;
  readonly demo: Demo;
  /** Closes the HTTP server; the engine works on. */
  stopListening(): Promise<void>;
  /** Listens again, at the same address. */
  listenAgain(): Promise<void>;
}

/** Options of {@link startService}. */
export interface ServiceOptions {
  /** Environment of the service. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The service says that it is a demo. */
  readonly saysDemo?: boolean;
  /** Keeps everything in memory, and its runs and sessions use no browser. */
  readonly fake?: boolean;
}

let demo: Promise<Demo> | null = null;

/** Starts a service, which may call loopback; the first start after a change of the sources builds the page. */
export async function startService({
  variables = {},
  saysDemo = false,
  fake = false,
}: ServiceOptions = {}): Promise<ConsoleService> {
  const resources = createResourceStack();
  // A service that all files of a worker share lasts as long as the worker, and is not closed.
  const parent = process.env.RUNWRIGHT_TEST_FOLDER ?? tmpdir();
  const folder = await mkdtemp(join(parent, 'runwright-console-'));
  resources.use({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) });
  // Once for each worker: its client does not start in a process that has a document, as it takes that for a browser.
  demo ??= startDemo({ scripted: true });
  const { site, model, modelLabels, secrets } = await demo;
  process.env.RUNWRIGHT_TEST_SITE = site.url;
  const environment = readEnvironment({
    RUNWRIGHT_DATA_DIR: folder,
    RUNWRIGHT_PORT: '0',
    // Each file of tests has an organization of its own.
    RUNWRIGHT_HOST_ORGANIZATIONS: '*',
    ...browserVariables(),
    ...(fake
      ? {
          RUNWRIGHT_CONSOLE: 'false',
          RUNWRIGHT_CONFIG: join(import.meta.dirname, 'fake-browser-config.test-helpers.ts'),
        }
      : {}),
    ...variables,
  });
  const { engine } = await compose(environment, {
    worker: true,
    temporary: fake,
    allowedHosts: [site.host, '127.0.0.1'],
    ...(model ? { model, modelLabels } : {}),
    secrets: [secrets],
  });
  resources.use(engine);
  let server = await serve(engine, environment, saysDemo ? demoOptions(await demo) : null);
  resources.use({ [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() });
  const { address: base } = server;
  await engine.start();
  return {
    base,
    engine,
    demo: await demo,
    async stopListening() {
      await server[Symbol.asyncDispose]();
    },
    async listenAgain() {
      server = await serve(engine, { ...environment, port: Number(new URL(base).port) });
    },
    [Symbol.asyncDispose]: () => resources.close(),
  };
}
