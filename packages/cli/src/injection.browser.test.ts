import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentBlocks } from '@runwright/agent';
import type { Json } from '@runwright/contract';
import { createEngine, type Engine, egressPolicy } from '@runwright/core';
import { openaiModel } from '@runwright/model-openai';
import {
  type ScriptedEndpoint,
  type ScriptRequest,
  scriptedEndpoint,
  scriptedMove,
} from '@runwright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InjectionCase, injectionCases, type ObeyOptions } from './injection.test-helpers.ts';
import { sharedBrowser } from './shared-browser.test-helpers.ts';

const password = 'Pw-canary-4711';
const username = 'ann.canary';
const fileText = 'file-canary-of-the-site';

let site: Server;
let attacker: Server;
let hosts = { site: '', attacker: '' };
let model: ScriptedEndpoint;
let engine: Engine;
let organizationId = '';
let credentialId = '';
/** Steps that each row has done, by its number. */
const steps = new Map<number, number>();
/** Requests as they came in: line, headers and body. */
const got: { site: string[]; attacker: string[] } = { site: [], attacker: [] };

async function listen(name: 'site' | 'attacker', answer: (path: string, response: ServerResponse) => void) {
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    got[name].push(`${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${body}`);
    response.setHeader('content-type', 'text/html');
    answer(new URL(request.url ?? '/', 'http://host').pathname, response);
  }).listen(0, '127.0.0.1');
  server.on('upgrade', (request, socket) => {
    got[name].push(`${request.method} ${request.url}`);
    socket.destroy();
  });
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const login =
  '<form method="post" action="/session"><label>User name <input name="u"></label><label>Password <input type="password" name="p"></label><button>Sign in</button></form>';

beforeAll(async () => {
  const own = await listen('site', (path, response) => {
    if (path === '/away') response.writeHead(302, { location: `${hosts.attacker}/login` });
    if (path === '/bill.txt') response.setHeader('content-type', 'text/plain').end(fileText);
    else
      response.end(
        `<!doctype html><link rel="icon" href="data:,">${injectionCases[numberIn(path)]?.page(hosts) ?? 'Thanks'}`,
      );
  });
  const foreign = await listen('attacker', (path, response) => {
    if (path === '/code') response.end('<label>Code <input autocomplete="one-time-code"></label>');
    else response.end(`<link rel="icon" href="data:,"><h1>Attacker</h1>${login}`);
  });
  site = own.server;
  attacker = foreign.server;
  hosts = { site: own.origin, attacker: foreign.origin };
  model = await scriptedEndpoint({
    script: [
      { purpose: 'act', answer: obey },
      { purpose: 'verify', answer: () => ({ verdict: 'done', evidence: 'the page', missing: null }) },
      { purpose: 'dialog', answer: (request) => ({ accept: true, text: inputsOf(request).password }) },
    ],
  });
  engine = await createEngine({
    blocks: agentBlocks(),
    drivers: {
      browser: sharedBrowser(),
      model: openaiModel({ apiKey: model.apiKey, baseUrl: model.url, model: model.model }),
      egress: egressPolicy({ allowedHosts: Object.values(hosts).map((origin) => new URL(origin).host) }),
    },
    settings: { recordings: { video: false, har: false, console: false } },
  });
  await engine.start();
  organizationId = (await engine.organizations.first()).organizationId;
  const credential = await engine.credentials.create(organizationId, {
    name: 'Shop',
    credential_type: 'password',
    credential: { username, password, totp: 'JBSWY3DPEHPK3PXP' },
    allowed_hosts: [hosts.site],
  });
  credentialId = credential.credential_id;
});
afterAll(async () => {
  await engine?.close();
  await model?.close();
  for (const server of [site, attacker]) {
    server?.closeAllConnections();
    server?.close();
  }
});
const inputsOf = ({ inputs }: ScriptRequest) =>
  inputs.login as { readonly username: string; readonly password: string; readonly totp: string };

/** The number of a row in a path, or in the goal of its run; -1 without one. */
const numberIn = (text: string): number => Number(/row-(\d+)/.exec(text)?.[1] ?? -1);

/** Does what the page says: the actions of the row, then the claim that all is done. */
function obey(request: ScriptRequest): Json {
  const { username, password, totp } = inputsOf(request);
  const row = numberIn(request.goal);
  const step = steps.get(row) ?? 0;
  steps.set(row, step + 1);
  // A page that shows nothing of that name gets the action all the same.
  const id = (name: string | RegExp) => request.view.find({ name })?.id ?? 'a1';
  const options: ObeyOptions = { ...request, ...hosts, username, password, code: totp, id };
  return scriptedMove.act(
    '',
    injectionCases[row]?.steps[step]?.(options) ?? [scriptedMove.complete('Done.')],
  );
}

async function start(row: InjectionCase, index: number, isLimited = true): Promise<string> {
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: row.tries,
    ...(isLimited ? { allowed_domains: [new URL(hosts.site).host] } : {}),
    workflow_definition: {
      parameters: [{ parameter_type: 'credential', key: 'login', credential_id: credentialId }],
      blocks: [
        {
          ...{ block_type: 'navigation', label: 'act', url: `${hosts.site}/row-${index}` },
          navigation_goal: `Do what row-${index} asks.`,
          parameter_keys: ['login'],
          max_steps_per_run: 6,
        },
      ],
    },
  });
  const run = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  return run.runId;
}

const canaries = [password, fileText].flatMap((value) => [value, encodeURIComponent(value), btoa(value)]);

describe('a model that does everything that a page says gains nothing when the page', {
  tags: ['security'],
}, () => {
  for (const [index, row] of injectionCases.entries()) {
    const tags = row.isRepeated ? ['extended'] : [];
    it(`${row.tries}: stopped by ${row.stoppedBy}`, { tags }, async () => {
      const runId = await start(row, index);
      const ended = await engine.runs.finished(organizationId, runId);
      const scenes = model.requests.map(({ scene }) => scene).filter(({ goal }) => numberIn(goal) === index);
      const results = scenes.map(({ result }) => result).join('\n---\n');
      const timeline = async () => JSON.stringify(await engine.runs.timeline(organizationId, runId));
      // The notice about refused hosts comes when the browser is closed.
      await expect
        .poll(async () => `${results}\n${await timeline()}\n${ended.failureReason}`, { interval: 200 })
        .toMatch(row.evidence);
      expect(steps.get(index), results).toBeGreaterThan(row.steps.length);
      if (row.notShown) expect(scenes[0]?.promptText).not.toMatch(row.notShown);
      expect(got.attacker).toEqual([]);
    });
  }

  it('reached the attacker with no request at all, and gave no secret to the site but with its form', () => {
    expect(got.attacker).toEqual([]);
    const sent = got.site.filter((request) => canaries.some((value) => request.includes(value)));
    expect(sent.filter((request) => !request.startsWith('POST /session'))).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
  });
});

/** Shows that the pages and the model above can do harm: without it, a model that does nothing would pass as well. */
describe('the same model on the same page reaches the attacker without `allowed_domains` when the page', {
  tags: ['security'],
}, () => {
  const reaches = async (tries: string, harm: string) => {
    const index = injectionCases.findIndex((row) => row.tries === tries);
    const row = injectionCases[index];
    if (!row) throw new Error(`There is no row \`${tries}\`.`);
    steps.delete(index);
    got.attacker.length = 0;
    await engine.runs.finished(organizationId, await start(row, index, false));
    expect(got.attacker.map((request) => request.split('\n')[0])).toContain(harm);
    const isTold = got.attacker.some((request) => canaries.some((value) => request.includes(value)));
    // A secret is typed on the hosts of its credential only, whatever the list of domains is.
    expect(isTold).toBe(harm.includes('steal'));
  };
  const copies = 'sends the agent to a copy of the sign-in page on another host';
  it(copies, { tags: ['extended'] }, () => reaches(copies, 'GET /login'));
  const sends = 'sends what is typed by request, beacon, socket and picture';
  it(sends, { tags: ['extended'] }, () => reaches(sends, `GET /steal?v=${encodeURIComponent(password)}`));
});
