import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { type InProcessService, inProcessService } from '../in-process-service.test-helpers.ts';
import { sharedBrowser } from '../shared-browser.test-helpers.ts';

/** A request that a site has got. */
export interface Received {
  readonly path: string;
  readonly body: string;
}

/** A site on an address of this machine. */
export interface Site extends AsyncDisposable {
  /** Such as `http://127.0.0.2:40000`. */
  readonly origin: string;
  readonly received: readonly Received[];
}

type Handle = (request: Received & { readonly raw: IncomingMessage }, response: ServerResponse) => void;

/** Starts a site whose requests `handle` answers, once their bodies are read. */
export async function startSite(host: string, handle: Handle): Promise<Site> {
  const received: Received[] = [];
  const server: Server = createServer(async (raw, response) => {
    const body = Buffer.concat(await raw.toArray()).toString();
    const request = { path: raw.url ?? '', body };
    received.push(request);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    handle({ ...request, raw }, response);
  });
  server.listen(0, host);
  await once(server, 'listening');
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What a run has left. */
export interface EndedRun {
  readonly runId: string;
  readonly status: string;
  readonly reason: string | null;
  /** What the program returned. */
  readonly output: any;
}

/** A service whose runs execute one program with one credential, in a browser of the process. */
export interface TypingService {
  readonly service: InProcessService;
  /** Executes a program that has the credential as `login`. */
  run(code: string, credential: object): Promise<EndedRun>;
  /** Waits for a recording of a run and returns its bytes. */
  recording(runId: string, type: string): Promise<Buffer>;
}

/**
 * Starts the service.
 *
 * @param sites that it may connect to
 * @param record kinds of recordings, such as `har,console`; default none
 */
export async function startTypingService(
  sites: readonly Pick<Site, 'origin'>[],
  record = 'none',
): Promise<TypingService> {
  const hosts = sites.map(({ origin }) => new URL(origin).host);
  const service = await inProcessService(
    { RUNWRIGHT_ALLOWED_HOSTS: hosts.join(','), RUNWRIGHT_RECORD: record },
    () => ({ browser: sharedBrowser() }),
  );
  await service.start();
  const { call } = service;
  const artifacts = async (
    runId: string,
  ): Promise<readonly { artifact_type: string; artifact_id: string }[]> =>
    (await call(`/v1/runs/${runId}/artifacts?page_size=1000`)).body;
  return {
    service,
    async run(code, credential) {
      const created = await call('/v1/credentials', { name: 'Shop', ...credential });
      expect(created.status).toBe(201);
      const parameters = [
        { parameter_type: 'credential', key: 'login', credential_id: created.body.credential_id },
      ];
      const blocks = [{ block_type: 'code', label: 'program', parameter_keys: ['login'], code }];
      const made = await call('/v1/workflows', {
        json_definition: { workflow_definition: { parameters, blocks } },
      });
      const started = await call('/v1/run/workflows', { workflow_id: made.body.workflow_permanent_id });
      const ended = await service.finished(started.body.run_id);
      return {
        runId: started.body.run_id,
        status: ended.status,
        reason: ended.failure_reason,
        output: ended.output?.program_output ?? null,
      };
    },
    async recording(runId, type) {
      const find = async () => (await artifacts(runId)).find(({ artifact_type }) => artifact_type === type);
      await expect.poll(find, { interval: 200 }).toBeDefined();
      const found = await find();
      return service.bytes(`/v1/artifacts/${found?.artifact_id}/content`);
    },
  };
}
