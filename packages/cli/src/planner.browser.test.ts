import type { Json } from '@runwright/contract';
import { toTimelineItems } from '@runwright/core/records';
import { type ScriptRequest, scriptedMove } from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgentEngine, startAgentEngine } from './agent-engine.test-helpers.ts';

/** A shop: a search, a list of two lamps with a page each, and a form for a request. */
const sitePages: Readonly<Record<string, string>> = {
  '/': `<title>Shop</title><form action="/found"><label>Search <input name="q"></label><button>Find</button></form>`,
  '/found': `<title>Found</title><h1>2 lamps</h1><ul><li><a href="/lamp/a">Lamp A</a></li><li><a href="/lamp/b">Lamp B</a></li></ul><a href="/ask">Ask us</a>`,
  '/lamp/a': `<title>Lamp A</title><p>Price: 10 EUR</p><a href="/ask">Ask us</a>`,
  '/lamp/b': `<title>Lamp B</title><p>Price: 20 EUR</p><a href="/ask">Ask us</a>`,
  '/ask': `<title>Ask</title><label>Question <input></label><button onclick="document.body.append('Thank you for your question')">Send</button>`,
};

let agent: AgentEngine;
beforeAll(async () => {
  agent = await startAgentEngine({
    site: (url) => sitePages[url.replace(/\?.*/, '')] ?? 'not found',
    script: [
      { purpose: 'plan', answer: plan },
      { purpose: 'act', answer: act },
      { purpose: 'propose_schema', answer: () => priceSchema },
      { purpose: 'extract', answer: extract },
      { purpose: 'verify', answer: () => ({ verdict: 'done', evidence: 'Thank you', missing: null }) },
    ],
  });
});
afterAll(() => agent?.[Symbol.asyncDispose]());

const priceSchema = {
  ...{ many: false, list_name: 'items' },
  fields: [{ name: 'price', kind: 'text', description: 'Price' }],
};

const subgoals = (...evidence: readonly (string | null)[]): Json =>
  ['Find the lamps.', 'Take their prices.', 'Ask for delivery.'].map((text, index) => ({
    ...{ id: `s${index + 1}`, text },
    ...{ state: evidence[index] ? 'done' : 'open', evidence: evidence[index] ?? null },
  }));

/** Plans by what the page and the results show. */
function plan(request: ScriptRequest): Json {
  const { view, promptText } = request;
  const empty = { observation: '', thought: 'Go on.', satisfied: false, summary: null, impossible: null };
  const part = (kind: string, goal: string, members: object = {}) => ({
    next: { kind, goal, criterion: null, name: null, items: null, each: null, ...members },
  });
  if (view.has('Thank you')) {
    const done = { satisfied: true, summary: 'The prices are 10 and 20 EUR; we asked for delivery.' };
    return {
      ...{ ...empty, ...done, next: null },
      subgoals: subgoals('2 lamps', '10 EUR', 'Thank you for your question'),
    };
  }
  if (promptText.includes('10 EUR')) {
    return { ...empty, ...part('act', 'Ask when Lamp B comes.'), subgoals: subgoals('2 lamps', '10 EUR') };
  }
  if (view.path.startsWith('/found')) {
    const loop = { items: 'all lamps', each: 'extract', name: 'prices' };
    return { ...empty, ...part('loop', 'Take the price.', loop), subgoals: subgoals('2 lamps') };
  }
  return { ...empty, ...part('act', 'Search for lamp.'), subgoals: subgoals() };
}

function act({ view, goal }: ScriptRequest): Json {
  const id = (name: string): string => view.find({ name })?.id ?? '';
  if (goal.includes('Search') && view.path === '/') {
    return scriptedMove.act('', [
      { reason: 'Type.', action_type: 'input_text', id: id('Search'), text: 'lamp', submit: true },
    ]);
  }
  if (goal.includes('Ask') && view.path !== '/ask') {
    return scriptedMove.act('', [{ reason: 'Go.', action_type: 'click', id: id('Ask us') }]);
  }
  if (goal.includes('Ask') && !view.has('Thank you')) {
    return scriptedMove.act('', [
      { reason: 'Type.', action_type: 'input_text', id: id('Question'), text: 'When does Lamp B come?' },
      { reason: 'Send.', action_type: 'click', id: id('Send') },
      scriptedMove.complete('The question is sent.'),
    ]);
  }
  return scriptedMove.act('', [scriptedMove.complete('It is done.')]);
}

function extract({ view, goal, promptText }: ScriptRequest): Json {
  if (goal.startsWith('The items')) {
    const lamps = promptText.matchAll(/(Lamp [AB])[^{\n]*\{(L\d+)\}/g);
    return { items: [...lamps].map(([, label = '', token = '']) => ({ label, url: `{${token}}` })) };
  }
  return { price: view.has('10 EUR') ? '10 EUR' : '20 EUR' };
}

it('a goal of three parts is planned, done part by part, and published as a workflow', async () => {
  const { engine, organizationId, site } = agent;
  const run = await engine.runs.startTask(
    {
      prompt: 'Search for lamp, take the prices of all, and ask for delivery.',
      ...{ url: `${site}/`, engine: 'service-2.0', publish_workflow: true },
    },
    { organizationId },
  );
  const ended = await engine.runs.finished(organizationId, run.runId);
  expect({ status: ended.status, reason: ended.failureReason }).toEqual({
    status: 'completed',
    reason: null,
  });
  expect(ended.summary).toBe('The prices are 10 and 20 EUR; we asked for delivery.');
  expect(ended.output).toEqual([
    { item: 'Lamp A', data: { price: '10 EUR' } },
    { item: 'Lamp B', data: { price: '20 EUR' } },
  ]);
  const events = await engine.runs.timeline(organizationId, run.runId);
  const items = toTimelineItems(ended, events, { order: 'asc' });
  const [task] = items.filter(({ type }) => type === 'block');
  expect(task?.children).toMatchObject([
    { block: { block_type: 'navigation', navigation_goal: 'Search for lamp.', status: 'completed' } },
    { block: { block_type: 'for_loop', status: 'completed' }, children: [{}, {}] },
    { block: { block_type: 'navigation', navigation_goal: 'Ask when Lamp B comes.', status: 'completed' } },
  ]);
  const plans = items.filter(({ thought }) => thought?.thought_scenario === 'generate_plan');
  expect(plans.map(({ thought }) => String(thought?.answer).match(/\[done\]/g)?.length ?? 0)).toEqual([
    ...[0, 1, 2, 3],
  ]);
  expect(items.map(({ thought }) => thought?.thought_scenario)).toContain('extract_loop_values');

  const workflow = await engine.workflows.get(organizationId, ended.workflowPermanentId);
  expect(workflow.draft.workflow_definition).toMatchObject({
    parameters: [{ key: 'search', default_value: 'lamp' }],
    blocks: [
      { block_type: 'goto_url' },
      { block_type: 'navigation', navigation_goal: 'Search for {{ search }}.' },
      { block_type: 'task_v2' },
      { block_type: 'navigation', navigation_goal: 'Ask when Lamp B comes.' },
    ],
  });
});
