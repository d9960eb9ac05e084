import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModel, SecretSource } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { compose } from './compose.ts';
import { ensureFirstKey } from './ensure-first-key.ts';
import { readEnvironment } from './environment.ts';
import { createResourceStack, type ResourceStack } from './resources.ts';
import { serve } from './serve.ts';
import type { TestService } from './service.test-helpers.ts';
import { sharedBrowser } from './shared-browser.test-helpers.ts';
import { serviceVariables } from './test-storage/service-storage.test-helpers.ts';

/** API key of the service. */
export const localKey = 'rw_test_key_of_a_service_in_a_test';

/** A service in the process of its test, with a data folder; its browsers are contexts of the shared browser. */
export interface LocalService
  extends Pick<TestService, 'folder' | 'call' | 'bytes' | 'startRun' | 'statusOf'>,
    AsyncDisposable {
  readonly engine: Engine;
  /** Waits for the end of a run, and returns its record. */
  finished(runId: string): Promise<any>;
  /** Starts it, once more after it has been stopped, with these variables besides its own. */
  start(variables?: Readonly<Record<string, string>>): Promise<void>;
  /** Stops it as a signal does: blocks that run end, and open runs go on at the next start. */
  stop(): Promise<void>;
}

/** What a service uses besides its environment. */
export interface LocalServiceOptions {
  readonly model?: LanguageModel;
  readonly secrets?: readonly SecretSource[];
}

interface Running {
  readonly base: string;
  readonly engine: Engine;
  readonly organizationId: string;
  readonly resources: ResourceStack;
}

/** Creates the folder of a service that is yet to be started. */
export async function localService(
  own: Readonly<Record<string, string>> = {},
  options: LocalServiceOptions = {},
): Promise<LocalService> {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-service-'));
  const storage = await serviceVariables();
  let running: Running | null = null;
  const current = () => {
    if (!running) throw new Error('The service does not run.');
    return running;
  };
  const close = async (): Promise<void> => {
    const last = running;
    running = null;
    await last?.resources.close();
  };
  const get = (path: string, init: RequestInit = {}) =>
    fetch(current().base + path, { ...init, headers: { 'x-api-key': localKey, ...init.headers } });

  const call: LocalService['call'] = async (path, body, headers = {}) => {
    const answer = await get(path, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  };
  return {
    folder,
    get engine() {
      return current().engine;
    },
    async start(variables = {}) {
      const resources = createResourceStack();
      const environment = readEnvironment({
        ...{ ...storage, RUNWRIGHT_DATA_DIR: folder, RUNWRIGHT_PORT: '0', ...own, ...variables },
      });
      const browser = sharedBrowser();
      const { engine } = await compose(environment, { worker: true, browser, ...options });
      resources.use(engine);
      const { organizationId } = await engine.organizations.first();
      await ensureFirstKey(engine, organizationId, localKey);
      const { address } = resources.use(await serve(engine, environment));
      running = { base: address, engine, organizationId, resources };
      await engine.start();
    },
    async finished(runId) {
      const { engine, organizationId } = current();
      await engine.runs.finished(organizationId, runId);
      return (await call(`/v1/runs/${runId}`)).body;
    },
    async stop() {
      await current().engine.drain();
      await close();
    },
    call,
    bytes: async (path) => Buffer.from(await (await get(path)).arrayBuffer()),
    async startRun(blocks) {
      const json_definition = { workflow_definition: { blocks } };
      const { body: workflow } = await call('/v1/workflows', { json_definition });
      const { body: run } = await call('/v1/run/workflows', { workflow_id: workflow.workflow_permanent_id });
      return run.run_id;
    },
    statusOf: async (runId) => (await call(`/v1/runs/${runId}`)).body.status,
    async [Symbol.asyncDispose]() {
      await close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
