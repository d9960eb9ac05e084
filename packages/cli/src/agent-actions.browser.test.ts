import type { Json } from '@runwright/contract';
import { type ScriptRequest, scriptedMove } from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgentEngine, startAgentEngine } from './agent-engine.test-helpers.ts';

const code = 'KX-4711';

/** What a board asks for: a menu that opens under the pointer, a card to move, a file, and a code that another window shows. */
const board = `<title>Board</title>
<style>nav ul { display: none } nav:hover ul { display: block } .list { width: 200px; height: 80px; border: 1px solid }</style>
<nav><button>Menu</button><ul><li><button onclick="say('archived')">Archive</button></li></ul></nav>
<div class="list" role="group" aria-label="Open"><div draggable="true" role="button" tabindex="0" ondragstart="event.dataTransfer.setData('text', 'card')">Card</div></div>
<div class="list" role="button" aria-label="Done" tabindex="0" ondragover="event.preventDefault()" ondrop="event.preventDefault(); say('moved')">Done</div>
<label>Report <input type="file" onchange="say('uploaded ' + this.files[0].name)"></label>
<button onclick="window.open('/code')">Show code</button>
<label>Code <input oninput="if (this.value === '${code}') say('unlocked')"></label>
<p role="status"></p>
<script>const say = (word) => { document.querySelector('[role=status]').textContent += ' ' + word; };</script>`;

const sitePages: Readonly<Record<string, string>> = {
  '/': board,
  '/code': `<title>Code</title><p>Your code is ${code}</p>`,
  '/report.txt': 'a report',
};

let agent: AgentEngine;
beforeAll(async () => {
  agent = await startAgentEngine({
    site: (url) => sitePages[url] ?? 'not found',
    script: [
      { purpose: 'act', answer: decide },
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
});
afterAll(() => agent?.[Symbol.asyncDispose]());

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
    { reason: 'Upload.', action_type: 'upload_file', id: id('Report'), file: `${agent.site}/report.txt` },
  ];
  const window = { reason: 'See the code.', action_type: 'click', id: id('Show code') };
  if (!view.has('moved')) return told(...form, window);
  return told(
    { reason: 'Type the code.', action_type: 'input_text', id: id('Code'), text: code },
    scriptedMove.complete('All is done.'),
  );
}

it('an agent hovers, drags, uploads and comes back from a window that stays open', async () => {
  const { engine, model, organizationId, site } = agent;
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
