import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentBlocks } from '@runwright/agent';
import {
  type BrowserDriver,
  type BrowserSession,
  type EgressPolicy,
  type PageAction,
  RunwrightError,
} from '@runwright/contract';
import { createEngine, type Engine } from '@runwright/core';
import { findBrowser, playwrightDriver } from '@runwright/driver-playwright';
import { scriptedModel } from '@runwright/testing';
import { browserUnderTest, startRemoteBrowser } from '@runwright/testing/browser';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AddressForm } from './address-forms.test-helpers.ts';
import { type AttackTargets, type Attempt, startAttackTargets } from './egress-attack.test-helpers.ts';
import {
  attackPage,
  type PageWay,
  pageWays,
  serviceWorker,
  shortWays,
  takenAway,
} from './egress-routes.test-helpers.ts';

/** An action that goes on for longer than this is held: a navigation has 30 s for its first byte. */
const limitMs = 60_000;
/** Time for all attempts of a page. */
const reportMs = 300_000;
const { signal } = new AbortController();

let scene: AttackTargets;
let stateFolder: string;
let driver: BrowserDriver;
let engine: Engine;
/** Pages of the site by path. */
const pages = new Map<string, string>();
/** What pages have reported, by the id of their attack. */
const reports = new Map<string, readonly string[]>();
/** Ways that were seen at the site itself. */
const seen = new Set<string>();

beforeEach(async () => {
  for (const kept of [pages, reports, seen]) kept.clear();
  stateFolder = await mkdtemp(join(tmpdir(), 'runwright-egress-browsers-'));
  scene = await startAttackTargets(serve);
  scene.server.on('upgrade', ({ url = '' }, socket) => {
    seen.add(wayIn(url));
    socket.destroy();
  });
  driver = playwrightDriver({ ...browserUnderTest(), stateFolder });
  engine = await createEngine({
    blocks: [...agentBlocks()],
    drivers: { egress: scene.policy, browser: driver, model: scriptedModel({ answers: [] }) },
    settings: { recordings: { video: false, har: false, console: false } },
  });
  await engine.start();
});
afterEach(async () => {
  console.log(scene.table());
  await engine.close();
  await scene.close();
  await rm(stateFolder, { recursive: true, force: true, maxRetries: 5 });
});

function serve(request: IncomingMessage, response: ServerResponse, url: URL): void {
  seen.add(wayIn(url.pathname));
  const id = /^\/report\/(\d+)$/.exec(url.pathname)?.[1];
  if (id !== undefined) {
    let body = '';
    request.on('data', (bytes) => {
      body += bytes;
    });
    request.on('end', () => {
      reports.set(id, JSON.parse(body));
      response.end();
    });
    return;
  }
  if (url.pathname === '/service-worker.js') {
    response.setHeader('content-type', 'text/javascript');
    response.end(serviceWorker);
    return;
  }
  response.setHeader('content-type', 'text/html');
  if (url.pathname === '/policy') {
    const to = encodeURI(url.searchParams.get('to') ?? '').replaceAll(/[;,\s]/g, '');
    response.setHeader('content-security-policy', `img-src 'none'; report-uri ${to}`);
    response.end('<img src="/a.png">');
    return;
  }
  response.end(pages.get(url.pathname) ?? '');
}

/** Name of the way in the address of an attempt at the site itself. */
function wayIn(path: string): string {
  return decodeURIComponent(/^\/seen\/([^/?]+)/.exec(path)?.[1] ?? '');
}

const open = (): Promise<BrowserSession> =>
  driver.open({ egress: scene.policy, reveal: (text) => text, signal });

/** Lets a page take a way to each of these addresses, and to the site. */
async function attackFromPage(
  session: BrowserSession,
  way: PageWay,
  forms: readonly AddressForm[],
  { isJoined = false } = {},
): Promise<void> {
  const [before, refusedBefore] = [scene.reached(), scene.refused()];
  const id = String(pages.size);
  const control = `${scene.site}/seen/${encodeURIComponent(way.name)}`;
  pages.set(`/attack/${id}`, attackPage(way, [control, ...forms.map(({ url }) => url)], id));
  const began = performance.now();
  const action: PageAction = { action_type: 'goto_url', url: `${scene.site}/attack/${id}` };
  // A window of an earlier way may be the active one still; what a tab opens goes with it.
  const tab = (await session.tab?.({ signal })) ?? session;
  await tab.page.act(action, { epoch: 0, signal });
  // A page that does not report by then is a failure of its row; the other ways are tried all the same.
  await vi.waitUntil(() => reports.has(id), { timeout: reportMs, interval: 200 }).catch(() => undefined);
  const isToBeSeen = way.isSeen && !(isJoined && takenAway.has(way.name));
  // Browsers send some requests, such as pings, when they have nothing else to do.
  if (isToBeSeen) await vi.waitUntil(() => seen.has(way.name), { timeout: 60_000 }).catch(() => undefined);
  if (tab !== session) await tab.close();
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(
    `${way.name}: ${forms.length} addresses in ${seconds} s${reports.has(id) ? '' : ', no report'}`,
  );
  const results = reports.get(id)?.slice(1) ?? forms.map(() => 'held');
  const attempts = results.map((result) => ({
    failure: result === 'done' ? null : result,
    isHeld: result === 'held',
  }));
  if (isToBeSeen)
    expect.soft([...seen], `\`${way.name}\` takes the way that it is to take`).toContain(way.name);
  const row = scene.record(way.name, attempts, before, scene.refused() - refusedBefore);
  expect
    .soft(row, `\`${way.name}\` reaches nothing and holds nobody up`)
    .toMatchObject({ reached: 0, held: 0 });
}

/** Has the browser carry out an action for each address. */
async function attackByAction(
  session: BrowserSession,
  way: string,
  forms: readonly AddressForm[],
  actionOf: (url: string) => PageAction,
): Promise<void> {
  const before = scene.reached();
  const attempts: Attempt[] = [];
  for (const { url, name } of forms) {
    const began = performance.now();
    const result = await session.page.act(actionOf(url), { epoch: 0, signal });
    expect(result.status, `${way}, ${name}`).toBe('failed');
    expect(result.urlAfter).not.toMatch(/^(file|chrome|view-source|devtools|data|javascript|filesystem):/);
    const { message } = result;
    attempts.push({ failure: message, isHeld: performance.now() - began > limitMs });
  }
  expect(scene.record(way, attempts, before).held).toBe(0);
}

/** Starts a task at each address; it is refused when it is accepted, or fails before a model is asked. */
async function attackByStart(forms: readonly AddressForm[]): Promise<void> {
  const before = scene.reached();
  const { organizationId } = await engine.organizations.first();
  const attempts: Attempt[] = [];
  for (const { url, name } of forms) {
    const began = performance.now();
    const failure = await engine.runs
      .startTask({ prompt: 'Read the page', url, engine: 'service-1.0' }, { organizationId })
      .then(
        async ({ runId }) => (await engine.runs.finished(organizationId, runId)).failureReason,
        (error: unknown) =>
          RunwrightError.is(error) ? `${error.message} ${JSON.stringify(error.details)}` : String(error),
      );
    expect(failure, name).not.toBe(null);
    expect(failure, name).not.toContain('script is used up');
    attempts.push({ failure, isHeld: performance.now() - began > limitMs });
  }
  expect(scene.record('start URL of a task', attempts, before).held).toBe(0);
}

/** Lets a program go to each address with the page of its run. */
async function attackByProgram(forms: readonly AddressForm[]): Promise<void> {
  const before = scene.reached();
  const { organizationId } = await engine.organizations.first();
  const code = `const failures = [];
    for (const url of ${JSON.stringify(forms.map(({ url }) => url))}) {
      try { await page.goto(url); failures.push(null); } catch (error) { failures.push(String(error.message)); }
    }
    return failures;`;
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Attack',
    workflow_definition: {
      blocks: [{ block_type: 'code', label: 'code', code, timeout_seconds: 3_600 }],
    },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const run = await engine.runs.finished(organizationId, runId);
  expect(run.failureReason).toBe(null);
  const failures: readonly (string | null)[] = (run.output as any).code_output;
  for (const [index, failure] of failures.entries()) expect(failure, forms[index]?.name).not.toBe(null);
  expect(
    scene.record(
      'page.goto of a program',
      failures.map((failure) => ({ failure })),
      before,
    ).held,
  ).toBe(0);
}

const goto = (url: string): PageAction => ({ action_type: 'goto_url', url });
const download = (url: string): PageAction => ({ action_type: 'download_file', url });

it('no way out of a browser reaches a denied address: a few forms of some ways', {
  tags: ['security'],
  timeout: 180_000,
}, async () => {
  const forms = scene.forms({ isShort: true });
  const few = [...forms.slice(0, 3), ...scene.redirects(forms.slice(0, 1))];
  const session = await open();
  await attackByAction(session, 'goto_url', [...few, ...scene.schemes().slice(0, 2)], goto);
  await attackByAction(session, 'download_file', few, download);
  for (const way of pageWays.filter(({ name }) => shortWays.has(name))) {
    await attackFromPage(session, way, few);
  }
  await session.close();
  expect(scene.reached()).toBe(0);
});

it('no way out of a browser reaches a denied address: every form and every way, directly and by redirect', {
  tags: ['security', 'extended'],
  timeout: 7_200_000,
}, async () => {
  const forms = scene.forms({ isShort: false });
  const all = [...forms, ...scene.redirects(forms)];
  const session = await open();
  await attackByAction(session, 'goto_url', [...all, ...scene.schemes()], goto);
  await attackByAction(session, 'download_file', all, download);
  // A browser follows all redirects in one place, and the actions above have tried each.
  const some = [...forms, ...scene.redirects(forms.slice(0, 10))];
  for (const way of pageWays) await attackFromPage(session, way, [...some, ...scene.schemes()]);
  await session.close();
  await attackByStart([...forms, ...scene.schemes(), ...scene.redirects(forms.slice(0, 2))]);
  await attackByProgram([...all, ...scene.schemes()]);
  expect(scene.reached()).toBe(0);
});

it('no page of a browser that was joined reaches a denied address by a way that its guard sees', {
  tags: ['security', 'extended'],
  timeout: 3_600_000,
}, async () => {
  // Connections that Chromium opens in advance pass no guard; docs/browser.md says so.
  scene.ignoreEmptyConnections();
  const browser = await startRemoteBrowser(findBrowser(browserUnderTest()).path);
  try {
    const egress: EgressPolicy = {
      // The browser itself is on loopback too.
      check: async (url, options) => {
        if (new URL(url).host !== new URL(browser.url).host) return scene.policy.check(url, options);
        return { url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] };
      },
    };
    const session = await driver.attach?.(browser.url, { egress, reveal: (text) => text, signal });
    if (!session) throw new Error('The driver joins no browsers.');
    const forms = scene.forms({ isShort: true });
    const few = [...forms, ...scene.redirects(forms)];
    await attackByAction(session, 'goto_url', [...few, ...scene.schemes()], goto);
    for (const way of pageWays.filter(({ isGuarded }) => isGuarded)) {
      await attackFromPage(session, way, few, { isJoined: true });
    }
    await session.close();
  } finally {
    await browser.end();
  }
  expect(scene.reached()).toBe(0);
});
