import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '@runwright/core';
import type { ComposeOptions } from './compose.ts';
import { readEnvironment } from './environment.ts';
import { type OpenService, openService } from './open-service.ts';
import { createResourceStack } from './resources.ts';
import { patient, testService } from './service.test-helpers.ts';
import { serviceVariables } from './test-storage/service-storage.test-helpers.ts';

/** The API key of every {@link InProcessService}. */
export const key = 'rw_test_key_of_a_service_in_a_test';

/** The service of `runwright start` in the process of the test, with a data folder of its own and a client of its API. */
export interface InProcessService {
  readonly folder: string;
  /** Opens it, once more after {@link stop}, with these variables besides its own. */
  start(
    variables?: Readonly<Record<string, string>>,
    options?: { readonly worker: boolean },
  ): Promise<OpenService>;
  /** Ends it in order, as the first signal ends the command. */
  stop(): Promise<void>;
  /** Sends a GET, or a POST with a body as JSON; `body` of the answer is null when it is empty. `own`: more headers. */
  call(
    path: string,
    body?: unknown,
    own?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly body: any }>;
  /** Starts a run of a new workflow of these blocks and returns its id. */
  startRun(blocks: readonly object[]): Promise<string>;
  statusOf(runId: string): Promise<string>;
  /** Waits for the end of a run, and returns its record. */
  finished(runId: string): Promise<any>;
  /** Reads the body of an answer to a GET as bytes. */
  bytes(path: string): Promise<Buffer>;
  /** The engine of the last start. */
  readonly engine: Engine;
  /** Closes it and deletes the folder. */
  close(): Promise<void>;
}

/** What a service in this process and one in a process of its own have in common. */
export interface AnyService extends Omit<InProcessService, 'start' | 'engine' | 'finished'> {
  start(variables?: Readonly<Record<string, string>>): Promise<unknown>;
}

/** How `expect.poll` looks for what a service in this process does: often, as long as the test may take. */
export const soon = { interval: 50 };

interface ServicePlace {
  readonly place: string;
  /** How `expect.poll` looks there. */
  readonly patient: { readonly timeout?: number; readonly interval: number };
  /** Options of the tests there. */
  readonly options: { readonly tags?: string[] };
  open(own?: Readonly<Record<string, string>>): Promise<AnyService>;
}

/** Where the service of a test runs: in the process of the test, and, in `npm run test:all`, as the command. */
export const servicePlaces: readonly ServicePlace[] = [
  { place: 'in this process', options: {}, patient: soon, open: inProcessService },
  { place: 'in a process of its own', options: { tags: ['extended'] }, patient, open: testService },
];

/** What a service in the process of its test uses besides its environment. */
export type InProcessDrivers = Pick<ComposeOptions, 'browser' | 'model' | 'secrets'>;

/**
 * Makes a folder for a service that is yet to be opened; nothing of the environment of this process reaches it.
 *
 * @param createDrivers called at each start, because an engine closes its drivers
 */
export async function inProcessService(
  own: Readonly<Record<string, string>> = {},
  createDrivers: () => InProcessDrivers = () => ({}),
): Promise<InProcessService> {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-service-'));
  const storage = await serviceVariables();
  const resources = createResourceStack();
  let opened: OpenService | null = null;
  const current = (): OpenService => {
    if (opened === null) throw new Error('The service was not started.');
    return opened;
  };

  const call: InProcessService['call'] = async (path, body, headers = {}) => {
    const answer = await fetch(current().address + path, {
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  };
  return {
    folder,
    async start(variables = {}, { worker } = { worker: true }) {
      const all = { ...storage, RUNWRIGHT_DATA_DIR: folder, RUNWRIGHT_API_KEY: key, ...own, ...variables };
      const environment = readEnvironment({ ...all, RUNWRIGHT_PORT: '0' });
      opened = await openService(environment, { demo: false, worker, ...createDrivers() }, resources);
      return opened;
    },
    async stop() {
      await opened?.composition.engine.drain();
      await resources.close();
    },
    call,
    async startRun(blocks) {
      const json_definition = { workflow_definition: { blocks } };
      const { body: workflow } = await call('/v1/workflows', { json_definition });
      const { body: run } = await call('/v1/run/workflows', { workflow_id: workflow.workflow_permanent_id });
      return run.run_id;
    },
    statusOf: async (runId) => (await call(`/v1/runs/${runId}`)).body.status,
    async finished(runId) {
      const { composition, organizationId } = current();
      await composition.engine.runs.finished(organizationId, runId);
      return (await call(`/v1/runs/${runId}`)).body;
    },
    async bytes(path) {
      const answer = await fetch(current().address + path, { headers: { 'x-api-key': key } });
      return Buffer.from(await answer.arrayBuffer());
    },
    get engine() {
      return current().composition.engine;
    },
    async close() {
      await resources.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
