import { openaiModel } from '@runwright/model-openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgentEngine, startAgentEngine } from './agent-engine.test-helpers.ts';
import {
  type ResponsesEndpoint,
  responsesEndpoint,
  type WireItem,
} from './responses-endpoint.test-helpers.ts';

/** A field with a value, and a button below the fold. */
const page = `<title>Form</title><style>body { margin: 0 } input, button { position: absolute; left: 100px; width: 300px; height: 40px }</style>
<input style="top: 100px" value="old"><button style="top: 1200px" onclick="document.querySelector('p').textContent = 'Saved ' + document.querySelector('input').value"></button>
<p role="status" style="position: absolute; top: 1300px"></p><div style="height: 1600px"></div>`;

let endpoint: ResponsesEndpoint;
let agent: AgentEngine;
beforeAll(async () => {
  endpoint = await responsesEndpoint();
  agent = await startAgentEngine({
    site: () => page,
    computerModel: openaiModel({
      ...{ apiKey: 'key', baseUrl: endpoint.url, model: 'computer-use' },
      capabilities: { computer: 'openai' },
    }),
    script: [
      { purpose: 'judge_message', answer: () => ({ kind: 'final', answer: null }) },
      {
        purpose: 'judge_failure',
        answer: () => ({
          ...{ refused: false, category: 'goal_unreachable', reason: '', error_code: null },
          ...{ quote: '', confidence: 1 },
        }),
      },
      {
        purpose: 'verify',
        answer: ({ view }) => ({
          verdict: view.has('Saved Ann Ace') ? 'done' : 'not_done',
          ...{ evidence: 'Saved', missing: null },
        }),
      },
    ],
  });
});
afterAll(async () => {
  await agent?.[Symbol.asyncDispose]();
  await endpoint?.[Symbol.asyncDispose]();
});

let calls = 0;
function computer(
  checks: readonly { id: string; code: string; message: string }[],
  ...actions: object[]
): WireItem {
  calls += 1;
  return {
    ...{ type: 'computer_call', id: `cu_${calls}`, call_id: `call_${calls}`, status: 'completed' },
    ...{ pending_safety_checks: checks, actions },
  };
}
const say = (text: string): WireItem => ({
  ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text, annotations: [] }],
});
const call = (name: string, input: object): WireItem => {
  calls += 1;
  return { ...{ type: 'function_call', call_id: `call_${calls}`, name }, arguments: JSON.stringify(input) };
};

async function run(request: object = {}) {
  const { engine, organizationId, site } = agent;
  const { runId } = await engine.runs.startTask(
    { prompt: 'Save the form with Ann Ace.', url: `${site}/`, engine: 'cua-a', ...request },
    { organizationId },
  );
  const ended = await engine.runs.finished(organizationId, runId);
  const events = await engine.runs.timeline(organizationId, runId);
  const actions = events.flatMap((event) =>
    event.type === 'action-start' ? [event.action.action_type] : [],
  );
  expect(endpoint.violations).toEqual([]);
  return { ended, actions };
}

const check = { id: 'sc_1', code: 'irrelevant_domain', message: 'The page may not belong to the task.' };

it('a model with the computer tool of OpenAI completes a task over the Responses API', async () => {
  const before = endpoint.bodies.length;
  endpoint.answer(
    [computer([], { type: 'click', button: 'left', x: 5_000, y: 10 })],
    [
      computer(
        [check],
        { type: 'click', button: 'left', x: 250, y: 120 },
        { type: 'keypress', keys: ['CTRL', 'A'] },
        { type: 'type', text: 'Ann Ace' },
      ),
    ],
    [computer([], { type: 'scroll', x: 250, y: 400, scroll_x: 0, scroll_y: 2_000 }, { type: 'screenshot' })],
    [say('I see the button now.'), computer([], { type: 'click', button: 'left', x: 250, y: 420 })],
    [call('complete', { summary: 'The form is saved.' })],
  );
  const { ended, actions } = await run();
  const told = JSON.stringify(endpoint.bodies.slice(before).map(({ input }) => input)).replace(
    /base64,[^"]+/g,
    '',
  );
  expect({ status: ended.status, reason: ended.failureReason }, told).toEqual({
    status: 'completed',
    reason: null,
  });
  expect(actions).toEqual(['goto_url', 'click', 'keypress', 'input_text', 'scroll', 'click']);
  const bodies = endpoint.bodies.slice(before);
  expect(bodies[0]?.tools[0]).toEqual({ type: 'computer' });
  expect(JSON.stringify(bodies[1])).toContain('is outside of the screenshot, which has 1280 x');
  for (const done of ['click x=250', 'Control+A', 'Typed into'])
    expect(JSON.stringify(bodies[2])).toContain(done);
  expect(bodies[2]?.input[0]).toMatchObject({
    type: 'computer_call_output',
    output: { type: 'computer_screenshot', image_url: expect.stringMatching(/^data:image\/jpeg;base64,/) },
  });
});

it('a warning about instructions in the page ends the task before anything of the call is done', async () => {
  endpoint.answer([
    computer([{ ...check, code: 'malicious_instructions' }], {
      type: 'click',
      button: 'left',
      x: 250,
      y: 120,
    }),
  ]);
  const { ended, actions } = await run();
  expect(ended).toMatchObject({ status: 'terminated', failureCategory: 'policy' });
  expect(ended.failureReason).toContain('The provider of the model warns about the page');
  expect(actions).toEqual(['goto_url']);
});

it('a message without a call is judged, and a claim of success is verified', {
  tags: ['extended'],
}, async () => {
  endpoint.answer([say('All is saved.')], [call('terminate', { reason: 'It cannot be saved.' })]);
  const { ended } = await run();
  expect(ended).toMatchObject({ status: 'terminated', failureReason: 'It cannot be saved.' });
});
