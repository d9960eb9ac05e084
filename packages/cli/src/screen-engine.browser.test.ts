import type { Json } from '@runwright/contract';
import type { ScriptRequest, WireBody } from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgentEngine, startAgentEngine } from './agent-engine.test-helpers.ts';

/** A form without names or labels, whose button is out of view in a box of its own. */
const page = `<title>Form</title><style>
* { position: absolute; margin: 0 } input, button, #box { width: 300px; height: 40px }
#box { left: 800px; top: 100px; height: 200px; overflow-y: scroll } #space { width: 10px; height: 600px } button { top: 500px }
</style><input style="left: 100px; top: 100px" value="old"><input style="left: 100px; top: 300px">
<div id="box"><div id="space"></div><button onclick="save()"></button></div><p role="status" style="top: 600px"></p>
<script>const save = () => { document.querySelector('p').textContent = 'Saved ' + [...document.querySelectorAll('input')].map((field) => field.value).join(' and '); };</script>`;

const password = 'pw-4711-Xyz';
/** Asks for a comment, which everybody may read, and for a password. */
const login = `<title>Login</title><style>input { position: absolute; left: 100px; width: 300px; height: 40px }</style>
<input name="comment" style="top: 100px"><form onsubmit="event.preventDefault(); if (this.p.value === '${password}') document.querySelector('p').textContent = 'Signed in'">
<input name="p" type="password" style="top: 300px"></form><p role="status" style="top: 600px"></p>`;

/** Answers of a model by the number of its turns; the points are thousandths of the viewport. */
let answers: ((scene: ScriptRequest) => string)[] = [];
const viewport = { width: 1_280, height: 800 };
const at = (x: number, y: number) =>
  `<point>${Math.round((x * 1_000) / viewport.width)} ${Math.round((y * 1_000) / viewport.height)}</point>`;
const say = (action: string) => () => `Thought: I go on.\nAction: ${action}`;

let agent: AgentEngine;
beforeAll(async () => {
  agent = await startAgentEngine({
    site: (path) => (path === '/login' ? login : page),
    script: [
      {
        purpose: 'text',
        answer: (scene) => answers.shift()?.(scene) ?? "Action: terminate(reason='no answer')",
      },
      {
        purpose: 'judge_message',
        answer: ({ promptText }: ScriptRequest): Json =>
          promptText.includes('Which name?')
            ? { kind: 'question', answer: 'Ann Ace' }
            : { kind: 'final', answer: null },
      },
      {
        purpose: 'verify',
        answer: ({ view }) => ({
          verdict: view.has('Saved Ann Ace and 42') || view.has('Signed in') ? 'done' : 'not_done',
          ...{ evidence: 'Saved', missing: null },
        }),
      },
    ],
  });
});
afterAll(() => agent?.[Symbol.asyncDispose]());

async function run(prompt: string) {
  const { engine, organizationId, site } = agent;
  const { runId } = await engine.runs.startTask(
    { prompt, url: `${site}/`, engine: 'ui-agent', max_steps: 20 },
    { organizationId },
  );
  const ended = await engine.runs.finished(organizationId, runId);
  return { ended, events: await engine.runs.timeline(organizationId, runId) };
}

it('a model that sees only screenshots fills, scrolls and saves by points, and is verified', {
  tags: ['extended'],
}, async () => {
  const before = agent.model.requests.length;
  answers = [
    say("click(point='<point>1400 20</point>')"),
    say(`click(point='${at(250, 120)}')`),
    say("hotkey(key='ctrl a')"),
    () => 'Which name?',
    say("type(content='Ann Ace')"),
    say(`click(point='${at(250, 320)}')`),
    say("type(content='42')"),
    say(`scroll(point='${at(950, 150)}', direction='down')`),
    say(`scroll(point='${at(950, 150)}', direction='down')`),
    say(`scroll(point='${at(950, 150)}', direction='down')`),
    () => 'The form is saved.',
    say(`click(point='${at(950, 220)}')`),
    say("finished(content='The form is saved.')"),
  ];
  const { ended, events } = await run('Save the form with Ann Ace and 42.');
  const requests = agent.model.requests.slice(before);
  const told = requests.map(({ scene }) => scene.result).join('\n---\n');
  expect({ status: ended.status, reason: ended.failureReason }, told).toEqual({
    status: 'completed',
    reason: null,
  });
  const texts = requests.filter(({ scene }) => scene.purpose === 'text');
  const bodies = texts.map(({ body }) => body as WireBody);
  expect(bodies.every((body) => body.response_format === undefined)).toBe(true);
  const images = bodies.map((body) => JSON.stringify(body).match(/data:image\/jpeg;base64,/g)?.length ?? 0);
  expect(images.slice(0, 3)).toEqual([1, 1, 2]);
  expect(Math.max(...images)).toBe(5);
  expect(JSON.stringify(bodies[1])).toContain('is no point inside of the image');
  expect(JSON.stringify(bodies)).not.toContain('[[page');

  const types = events.flatMap((event) => (event.type === 'action-start' ? [event.action.action_type] : []));
  expect(types.slice(1, 6)).toEqual(['click', 'keypress', 'input_text', 'click', 'input_text']);
});

it('a secret that a model types after a click on a point reaches the password field and no other', async () => {
  const { engine, model, organizationId, site } = agent;
  const { credential_id } = await engine.credentials.create(organizationId, {
    name: 'Shop',
    credential_type: 'password',
    credential: { username: 'ann', password },
    allowed_hosts: [site],
  });
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Sign in',
    workflow_definition: {
      parameters: [{ parameter_type: 'credential', key: 'login', credential_id }],
      blocks: [
        {
          ...{ block_type: 'navigation', label: 'sign_in', url: `${site}/login`, engine: 'ui-agent' },
          ...{ navigation_goal: 'Sign in.', parameter_keys: ['login'] },
        },
      ],
    },
  });
  const typePassword = ({ promptText }: ScriptRequest): string => {
    const placeholder = /"password":\s*"([^"]+)"/.exec(promptText)?.[1] ?? 'none';
    return say(`type(content='${placeholder}\\n')`)();
  };
  answers = [
    say(`click(point='${at(250, 120)}')`),
    typePassword,
    say(`click(point='${at(250, 320)}')`),
    typePassword,
    say("finished(content='I am in.')"),
  ];
  const before = model.requests.length;
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const ended = await engine.runs.finished(organizationId, runId);
  const requests = model.requests.slice(before);
  const results = requests.map(({ scene }) => scene.result).join('\n---\n');
  expect({ status: ended.status, reason: ended.failureReason }, results).toEqual({
    status: 'completed',
    reason: null,
  });
  expect(results).toContain('secret_refused');
  const kept = [JSON.stringify(requests), JSON.stringify(await engine.runs.timeline(organizationId, runId))];
  expect(kept.filter((text) => text.includes(password))).toEqual([]);
});
