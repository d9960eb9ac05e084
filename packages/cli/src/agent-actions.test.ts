import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentBlocks } from '@runwright/agent';
import type { Json } from '@runwright/contract';
import { createEngine, type Engine, egressPolicy } from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';
import { openaiModel } from '@runwright/model-openai';
import {
  type ScriptedEndpoint,
  type ScriptRequest,
  scriptedEndpoint,
  scriptedMove,
} from '@runwright/testing';
import { browserUnderTest } from '@runwright/testing/browser';
import { afterAll, beforeAll, expect, it } from 'vitest';

const code = 'KX-4711';

/** What a board asks for: a menu that opens under the pointer, a card to move, a file, and a code that another window shows. */
const board = `<!doctype html><title>Board</title><link rel="icon" href="data:,">
<style>nav ul { display: none } nav:hover ul { display: block } .list { width: 200px; height: 80px; border: 1px solid }</style>
<nav><button>Menu</button><ul><li><button onclick="say('archived')">Archive</button></li></ul></nav>
<div class="list" role="group" aria-label="Open"><div draggable="true" role="button" tabindex="0" ondragstart="event.dataTransfer.setData('text', 'card')">Card</div></div>
<div class="list" role="button" aria-label="Done" tabindex="0" ondragover="event.preventDefault()" ondrop="event.preventDefault(); say('moved')">Done</div>
<label>Report <input type="file" onchange="say('uploaded ' + this.files[0].name)"></label>
<button onclick="window.open('/code')">Show code</button>
<label>Code <input oninput="if (this.value === '${code}') say('unlocked')"></label>
<p role="status"></p>
<script>const say = (word) => { document.querySelector('[role=status]').textContent += ' ' + word; };</script>`;

let server: Server;
let site = '';
let model: ScriptedEndpoint;
let engine: Engine;
let folder = '';
const steps = [{ purpose: 'act', answer: decide }];

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    const bodies: Readonly<Record<string, string>> = {
      '/': board,
      '/code': `<!doctype html><title>Code</title><p>Your code is ${code}</p>`,
    };
    if (url === '/report.txt') response.setHeader('content-type', 'text/plain');
    else response.setHeader('content-type', 'text/html');
    response.end(bodies[url ?? ''] ?? 'a report');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  site = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  model = await scriptedEndpoint({
    script: [
      ...steps,
      {
        purpose: 'verify',
        answer: ({ view }) => ({
          verdict: view.has('unlocked') ? 'done' : 'not_done',
          evidence: 'unlocked',
          missing: null,
        }),
      },
    ],
  });
  folder = await mkdtemp(join(tmpdir(), 'runwright-actions-'));
  engine = await createEngine({
    blocks: agentBlocks(),
    drivers: {
      browser: playwrightDriver({ stateFolder: folder, ...browserUnderTest() }),
      model: openaiModel({ apiKey: model.apiKey, baseUrl: model.url, model: model.model }),
      egress: egressPolicy({ allowedHosts: [new URL(site).host] }),
    },
  });
  await engine.start();
}, 120_000);
afterAll(async () => {
  await engine?.close();
  await model?.close();
  server?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Decides by what the page shows, as many actions at once as it can name. */
function decide({ view, result, history }: ScriptRequest): Json {
  const past = `${history}\n${result}`;
  const id = (name: string): string => view.find({ name })?.id ?? '';
  const told = (...actions: Json[]): Json => scriptedMove.act('', actions);
  if (view.path === '/code') {
    return told({ reason: 'Back to the board.', action_type: 'switch_tab', tab: 't1' });
  }
  if (!view.has('archived')) {
    const item = id('Archive');
    if (item === '' || !past.includes('hover')) {
      return told({ reason: 'Open the menu.', action_type: 'hover', id: id('Menu') });
    }
    return told({ reason: 'Archive.', action_type: 'click', id: item });
  }
  const form: Json[] = [
    { reason: 'Move the card.', action_type: 'drag', from: id('Card'), to: id('Done') },
    { reason: 'Upload.', action_type: 'upload_file', id: id('Report'), file: `${site}/report.txt` },
  ];
  const window = { reason: 'See the code.', action_type: 'click', id: id('Show code') };
  if (!view.has('moved')) return told(...form, window);
  return told(
    { reason: 'Type the code.', action_type: 'input_text', id: id('Code'), text: code },
    scriptedMove.complete('All is done.'),
  );
}

it('an agent hovers, drags, uploads and comes back from a window that stays open', async () => {
  const { organizationId } = await engine.organizations.first();
  const run = await engine.runs.startTask(
    { prompt: 'Archive, move the card, upload the report and unlock the board.', url: `${site}/` },
    { organizationId },
  );
  const ended = await engine.runs.finished(organizationId, run.runId);
  const results = model.requests.map(({ scene }) => scene.result).join('\n---\n');
  expect({ status: ended.status, reason: ended.failureReason }, results).toEqual({
    status: 'completed',
    reason: null,
  });
  expect(model.requests.map(({ scene }) => scene.purpose)).toEqual([
    ...['act', 'act', 'act', 'act', 'act'],
    'verify',
  ]);
  expect(model.requests[4]?.scene.view.has('archived moved uploaded report.txt')).toBe(true);
  expect(results).toContain('new tab t2');
});
