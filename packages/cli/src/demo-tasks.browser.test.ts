import type { Json } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import {
  type DemoSite,
  demoCredentials,
  demoOrders,
  demoScript,
  demoSite,
  type ScriptRequest,
  scriptedMove,
} from '@runwright/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AgentEngine, startAgentEngine } from './agent-engine.test-helpers.ts';

let site: DemoSite;
let agent: AgentEngine;
/** Number of model requests before the current test. */
let before = 0;

beforeAll(async () => {
  site = await demoSite();
  agent = await startAgentEngine({
    site: site.url,
    script: [
      { purpose: 'act', when: ({ goal }) => goal.includes('whole contact form'), answer: fillContactForm },
      { purpose: 'act', when: ({ goal }) => goal.includes('invoice'), answer: downloadInvoice },
      {
        purpose: 'judge_failure',
        answer: ({ goal }) => ({
          ...{ refused: true, category: 'target_missing', reason: 'There is no such order.' },
          ...{ error_code: goal.includes('PO-9999') ? 'no_order' : null, quote: 'No order', confidence: 0.9 },
        }),
      },
      ...demoScript,
    ],
  });
});
afterAll(async () => {
  await agent?.[Symbol.asyncDispose]();
  await site?.close();
});
beforeEach(() => {
  site.reset();
  before = agent.model.requests.length;
});

async function finishTask(request: object) {
  const { engine, model, organizationId } = agent;
  const { runId } = await engine.runs.startTask(
    { prompt: '', max_steps: 25, ...request } as Parameters<Engine['runs']['startTask']>[0],
    { organizationId },
  );
  const run = await engine.runs.finished(organizationId, runId);
  const { status, failureReason } = run;
  const purposes = model.requests.slice(before).map(({ scene }) => scene.purpose);
  const results = model.requests.slice(before).map(({ scene }) => scene.result);
  return { run, purposes, results: results.join('\n---\n'), end: { status, failureReason } };
}

const completed = { status: 'completed', failureReason: null };
const signIn = `Sign in with the user name ${demoCredentials.username} and the password ${demoCredentials.password}, then`;

/** Fills every field of the form in one turn, those of its frame and its widgets too, and says afterwards that it is sent. */
function fillContactForm({ view }: ScriptRequest): Json {
  const id = (name: string | RegExp, kind?: string): string =>
    view.find(kind === undefined ? { name } : { name, kind })?.id ?? '';
  if (view.path.startsWith('/contact/thanks')) {
    return scriptedMove.act('', [scriptedMove.complete('The form is sent.')]);
  }
  const type = (name: string | RegExp, text: string) => ({
    ...{ reason: '', action_type: 'input_text', id: id(name), text },
  });
  const act = (action_type: string, target: string, fields: object = {}) => ({
    ...{ reason: '', action_type, id: target, ...fields },
  });
  return scriptedMove.act('', [
    type('Name', 'Ann Ace'),
    type('E-mail', 'ann@ace.example'),
    act('select_option', id('Topic'), { label: 'Delivery' }),
    type(/^Preferred date/, '2026-06-01'),
    act('select_option', id('Country'), { label: 'Switzerland' }),
    type('Message', 'Where is my order? It is late.'),
    act('click', id(/^4 stars?$/)),
    act('checkbox', id(/^Send me a copy/), { checked: true }),
    type('Your e-mail', 'ann@ace.example'),
    act('click', id('Subscribe')),
    act('click', id('Send message')),
  ]);
}

it('a task that the script cannot do is terminated, and not said to be done', {
  tags: ['extended'],
}, async () => {
  const { end } = await finishTask({
    prompt: 'Open the cheapest product of the catalog and put it in the basket.',
    url: `${site.url}/catalog`,
  });
  expect(end).toMatchObject({
    status: 'terminated',
    failureReason: expect.stringContaining('script of the demo'),
  });
});

it('the contact form with its select, date, suggestions, frame and widget takes two decisions and one verification', async () => {
  const { end, purposes, results } = await finishTask({
    ...{ prompt: 'Fill in the whole contact form and send it.', url: `${site.url}/contact` },
  });
  expect(end, results).toEqual(completed);
  expect(purposes).toEqual(['act', 'act', 'verify']);
  expect(site.subscriptions).toEqual(['ann@ace.example']);
  expect(site.messages).toEqual([
    {
      ...{ reference: 'NW-0001', name: 'Ann Ace', email: 'ann@ace.example', topic: 'Delivery' },
      ...{ preferredDate: '2026-06-01', country: 'Switzerland', rating: 4, sendCopy: true },
      message: 'Where is my order? It is late.',
    },
  ]);
});

it('all orders are read page by page, each once, with their links', { tags: ['extended'] }, async () => {
  const { end, run, purposes } = await finishTask({
    prompt: `${signIn} list all orders, every page.`,
    url: `${site.url}/orders`,
    data_extraction_schema: {
      type: 'object',
      properties: {
        orders: {
          type: 'array',
          items: {
            type: 'object',
            properties: { number: { type: 'string' }, link: { type: 'string', format: 'uri' } },
          },
        },
      },
    },
  });
  expect(end).toEqual(completed);
  expect(run.output).toEqual({
    orders: demoOrders.map(({ number }) => ({ number, link: `${site.url}/orders/${number}` })),
  });
  expect(purposes.filter((purpose) => purpose === 'verify')).toHaveLength(1);
});

function downloadInvoice(scene: ScriptRequest): Json {
  const { view, result } = scene;
  const link = view.find({ name: 'Download invoice' });
  if (result.includes('download of')) return scriptedMove.act('', [scriptedMove.complete('It is there.')]);
  if (link) return scriptedMove.act('', [{ reason: '', action_type: 'download_file', id: link.id }]);
  const rule = demoScript.find(({ purpose, when }) => purpose === 'act' && when?.(scene));
  return rule ? (rule.answer(scene) as Json) : null;
}

it('an invoice behind a sign-in is a file of the run', { tags: ['extended'] }, async () => {
  const { number } = demoOrders[0] as (typeof demoOrders)[number];
  const { end, run, results } = await finishTask({
    ...{ prompt: `${signIn} download the invoice of order ${number}.`, url: `${site.url}/orders` },
  });
  expect(end, results).toEqual(completed);
  const files = await agent.engine.files.ofRun(agent.organizationId, run.runId);
  expect(files).toMatchObject([{ filename: expect.stringMatching(/\.pdf$/) }]);
});

it('a goal that cannot be met ends as terminated, with the caller’s code', {
  tags: ['extended'],
}, async () => {
  const { run, end } = await finishTask({
    ...{ prompt: `${signIn} open order PO-9999.`, url: `${site.url}/orders` },
    error_code_mapping: { no_order: 'The order does not exist.', locked: 'The account is locked.' },
  });
  expect(end.status).toBe('terminated');
  expect(run).toMatchObject({
    failureCategory: 'user_defined',
    errors: [{ error_code: 'no_order' }],
  });
});
