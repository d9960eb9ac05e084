import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ActionResult,
  type BrowserSession,
  defineBlock,
  type PageAction,
  type PageEvent,
  type PageView,
  parameterFields,
  Type,
} from '@runwright/contract';
import { createEngine } from '@runwright/core';
import { sharedBrowser } from '../shared-browser.test-helpers.ts';

/** A request as a server got it. */
export interface Received {
  /** Name of the host, without its port. */
  readonly host: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** One character for each byte. */
  readonly body: string;
}

/** A response that is no page: a redirect, a script. */
export interface OtherResponse {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The request is kept too. Default false. */
  readonly keeps?: boolean;
}

/** Values of a credential, and the hosts that it is bound to. */
export interface Bound {
  readonly username: string;
  readonly password: string;
  readonly hosts: readonly string[];
}

/** The browser of a run, whose agent does what a test says. */
export interface Hand {
  /** Placeholder of the user name, which may be typed into every field. */
  readonly username: string;
  readonly password: string;
  /** What the session has reported so far. */
  readonly events: readonly PageEvent[];
  open(url: string): Promise<PageView>;
  read(): Promise<PageView>;
  /** Id of the element with this name in the newest view; empty without one. */
  id(name: string): string;
  act(action: PageAction): Promise<ActionResult>;
}

/** Sites on loopback under any name, and an engine with a real browser. */
export interface AttackSites extends AsyncDisposable {
  /** Requests for which no page was there, of all hosts, oldest first. */
  readonly received: readonly Received[];
  /** Origin of a host. */
  origin(host: string): string;
  /** Returns what a host has received: each request as one text. */
  sentTo(host: string): readonly string[];
  /** Executes the steps as a block of a run that has the credential, and returns their result. */
  attack<Result>(bound: Bound, steps: (hand: Hand) => Promise<Result>): Promise<Result>;
}

/** Returns the page, or another response, at a path; null for a request to keep. */
export type AnswerRequest = (path: string, request: IncomingMessage) => string | OtherResponse | null;

/** Starts the sites: one server that answers for every host, so that hosts of one site share a process of the browser. */
export async function startAttackSites(
  answer: (origin: (host: string) => string) => AnswerRequest,
): Promise<AttackSites> {
  const received: Received[] = [];
  let port = 0;
  const origin = (host: string): string => `http://${host}:${port}`;
  let find: AnswerRequest = () => null;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { url = '/', method = 'GET' } = request;
    const found = find(new URL(url, 'http://site').pathname, request);
    const other = typeof found === 'string' ? null : found;
    if (typeof found !== 'string' && (found === null || found.keeps))
      received.push({
        ...{ host: (request.headers.host ?? '').split(':')[0] ?? '', method, url },
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, `${value}`]),
        ),
        body: Buffer.concat(parts).toString('latin1'),
      });
    const anyOrigin = Object.fromEntries(
      ['origin', 'methods', 'headers'].map((name) => [`access-control-allow-${name}`, '*']),
    );
    response.writeHead(other?.status ?? 200, {
      ...{ 'content-type': 'text/html; charset=utf-8', ...anyOrigin, ...other?.headers },
    });
    const page = typeof found === 'string' ? found : '';
    response.end(
      other ? other.body : `<!doctype html><title>Page</title><link rel="icon" href="data:,">${page}`,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  // Pages name the port.
  find = answer(origin);

  let steps: ((hand: Hand) => Promise<void>) | null = null;
  const browse = defineBlock({
    type: 'browse',
    config: Type.Object(parameterFields),
    output: Type.Unknown(),
    async run({ parameters }, context) {
      const over = new AbortController();
      const signal = AbortSignal.any([context.signal, over.signal]);
      await steps?.(createHand(await context.browser(), parameters.login as Placeholders, signal));
      over.abort();
      return {};
    },
  });
  const engine = await createEngine({
    blocks: [browse],
    drivers: {
      browser: sharedBrowser(),
      egress: {
        check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
      },
    },
    settings: { recordings: { video: false, har: false, console: false } },
  });
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Attack',
    workflow_definition: {
      parameters: [{ parameter_type: 'workflow', key: 'login', workflow_parameter_type: 'credential_id' }],
      blocks: [{ block_type: 'browse', label: 'browse', parameter_keys: ['login'] }],
    },
  });
  return {
    received,
    origin,
    sentTo: (host) => received.filter((one) => one.host === host).map(requestText),
    async attack<Result>(
      { username, password, hosts }: Bound,
      work: (hand: Hand) => Promise<Result>,
    ): Promise<Result> {
      received.length = 0;
      const credential = await engine.credentials.create(organizationId, {
        name: 'Shop',
        credential_type: 'password',
        credential: { username, password },
        allowed_hosts: [...hosts],
      });
      const done = Promise.withResolvers<Result>();
      steps = (hand) => work(hand).then(done.resolve, done.reject);
      const { runId } = await engine.runs.start(
        { workflow_id: workflowPermanentId, parameters: { login: credential.credential_id } },
        { organizationId },
      );
      const run = await engine.runs.finished(organizationId, runId);
      if (run.status !== 'completed') done.reject(new Error(run.failureReason ?? run.status));
      return done.promise;
    },
    async [Symbol.asyncDispose]() {
      await engine.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Placeholders {
  readonly username: string;
  readonly password: string;
}

function createHand(
  { page }: BrowserSession,
  { username, password }: Placeholders,
  signal: AbortSignal,
): Hand {
  const events: PageEvent[] = [];
  void (async () => {
    for await (const event of page.events({ signal })) events.push(event);
  })().catch(() => undefined);
  let view: PageView | null = null;
  const read = async (): Promise<PageView> => {
    view = await page.read({ mode: 'action', signal });
    return view;
  };
  const act = async (action: PageAction): Promise<ActionResult> => {
    const result = await page.act(action, { epoch: view?.epoch ?? 0, signal });
    events.push(...result.events);
    return result;
  };
  return {
    ...{ username, password, events, read, act },
    async open(url) {
      await act({ action_type: 'goto_url', url });
      return read();
    },
    id: (name) => view?.elements().find((element) => element.name === name)?.id ?? '',
  };
}

function requestText({ method, url, headers, body }: Received): string {
  return `${method} ${url}\n${JSON.stringify(headers)}\n${body}`;
}
