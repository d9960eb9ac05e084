import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '@runwright/contract';
import { type EndpointRequest, scriptedEndpoint } from '@runwright/testing';
import { expect } from 'vitest';
import { inProcessService } from './in-process-service.test-helpers.ts';
import { createResourceStack } from './resources.ts';

/** Value of the parameter `canary` of type `aws_secret`. */
export const secret = 'c4nary-secret-value';

/** Something as it came over the wire: tests look into it as they like. */
type Wire = ReturnType<typeof JSON.parse>;

/** A call that the world outside got. */
export interface Heard {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The service, a model that says what it is told to, and a world to call. */
export async function startService() {
  const resources = createResourceStack();
  const answers: Json[] = [];
  const next = () => answers.shift() ?? null;
  const model = resources.use(
    await scriptedEndpoint({
      script: ['text_prompt', 'conditions'].map((purpose) => ({ purpose, answer: next })),
    }),
  );
  const world = await openWorld();
  const service = await inProcessService({
    RUNWRIGHT_ALLOWED_HOSTS: world.host,
    RUNWRIGHT_SECRET_CANARY: secret,
    RUNWRIGHT_MODEL: model.model,
    OPENAI_API_KEY: model.apiKey,
    OPENAI_BASE_URL: model.url,
  });
  const { address: base, composition, organizationId } = await service.start();
  const call = async (path: string, body?: unknown) => {
    const answer = await service.call(path, body);
    return { status: answer.status, json: answer.body };
  };
  const save = (definition: object, workflow: object = {}) =>
    call('/v1/workflows', {
      json_definition: { title: 'T', ...workflow, workflow_definition: { parameters: [], ...definition } },
    });
  const begin = async (definition: object, request: object = {}, workflow: object = {}): Promise<string> => {
    const saved = await save(definition, workflow);
    expect(saved).toMatchObject({ status: 200 });
    const { json } = await call('/v1/run/workflows', {
      workflow_id: saved.json.workflow_permanent_id,
      ...request,
    });
    expect(json).toMatchObject({ status: 'created', run_type: 'workflow_run' });
    return json.run_id;
  };
  const rowsOf = async (runId: string): Promise<Wire[]> =>
    rows((await call(`/v1/runs/${runId}/timeline?order=asc`)).json);
  const ended = async (runId: string) => {
    await composition.engine.runs.finished(organizationId, runId);
    const run = (await call(`/v1/runs/${runId}`)).json;
    const blocks = await rowsOf(runId);
    const steps = blocks.map(({ label, status }) => `${label} ${status}`);
    return { run, blocks, steps, output: run.output ?? {} };
  };
  /** Waits until a block has got so far. */
  const reached = (runId: string, label: string, status: string) =>
    expect
      .poll(() => rowsOf(runId), { interval: 40 })
      .toContainEqual(expect.objectContaining({ label, status }));

  return {
    base,
    call,
    save,
    begin,
    rowsOf,
    ended,
    reached,
    finish: async (definition: object, request: object = {}, workflow: object = {}) =>
      ended(await begin(definition, request, workflow)),
    /** Sets the next answers of the model, in order, and clears the recorded calls. */
    told(...given: readonly Json[]): () => readonly EndpointRequest[] {
      answers.splice(0, answers.length, ...given);
      const before = model.requests.length;
      return () => model.requests.slice(before);
    },
    world,
    async close() {
      await service.close();
      await resources.close();
      world.close();
    },
  };
}

function rows(items: readonly Wire[]): Wire[] {
  return items.flatMap(({ block, children }) => [...(block ? [block] : []), ...rows(children)]);
}

/** Answers with what it hears; `/status/404` with that status, `/never` not at all, `/json/<hex>` with these bytes. */
async function openWorld() {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const [, kind, value = ''] = (request.url ?? '').split('/');
    heard.push({ path: request.url ?? '', headers: request.headers, body });
    if (kind === 'never') return;
    response.setHeader('content-type', 'application/json');
    if (kind === 'status') response.writeHead(Number(value)).end('{"why":"asked"}');
    else if (kind === 'json') response.end(Buffer.from(value, 'hex'));
    else if (kind === 'deep') response.end('['.repeat(Number(value)) + ']'.repeat(Number(value)));
    else if (kind === 'file') response.end(`content of ${value}`);
    else response.end(JSON.stringify({ headers: request.headers, heard: body }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    heard: (path: string) => heard.filter((one) => one.path === path),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
