import type { Json } from '@runwright/contract';
import { type ScriptRequest, scriptedMove } from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgentEngine, startAgentEngine } from './agent-engine.test-helpers.ts';

const text = { type: ['string', 'null'] };
const schema = {
  type: 'object',
  properties: {
    orders: {
      type: 'array',
      items: {
        type: 'object',
        properties: { number: { type: 'string' }, customer: text, total: text, note: text },
        required: ['number'],
      },
    },
  },
  required: ['orders'],
};
const outputTokens = 4_096;
/** Rows of a page: more than an answer holds. */
const rows = 150;

/** A table of orders from one number to another. */
function table(from: number, to: number): string {
  const lines = Array.from({ length: to - from }, (_, index) => {
    const cells = [
      `PO-${from + index}`,
      `Customer ${index % 7}`,
      `€${index}.00`,
      'a note '.repeat(index % 4),
    ];
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const head = ['Number', 'Customer', 'Total', 'Note'].map((cell) => `<th>${cell}</th>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `PO-${index}`);

/** Every row that the prompt shows. */
function readRows({ view }: ScriptRequest): Json {
  const orders = view.tables.flat().filter(([number = '']) => /^PO-\d+$/.test(number));
  return {
    orders: orders.map(([number = '', customer = '', total = '', note = '']) => ({
      number,
      customer,
      total,
      note,
    })),
  };
}

/** Reads each page once, and goes on while there is a link. */
function decide({ view, result }: ScriptRequest): Json {
  const extract = scriptedMove.extract('All orders.');
  const next = view.find({ kind: 'link', name: 'Next' });
  if (next) return scriptedMove.act('', [extract, scriptedMove.click(next.id, 'More orders.')]);
  const isRead = /extract/.test(result) && !/click/.test(result);
  return scriptedMove.act('', [isRead ? scriptedMove.complete('All orders are read.') : extract]);
}

let agent: AgentEngine;
beforeAll(async () => {
  agent = await startAgentEngine({
    outputTokens,
    script: [
      { purpose: 'act', answer: decide },
      { purpose: 'extract', answer: readRows },
      {
        purpose: 'verify',
        answer: () => ({ verdict: 'done', evidence: 'All rows are in the data.', missing: null }),
      },
    ],
    site(url) {
      if (url === '/all') return `<title>Orders</title>${table(0, 500)}`;
      const [, count = 0, page = 0] = /^\/of\/(\d+)\/page\/(\d+)/.exec(url)?.map(Number) ?? [];
      const next = page + 1;
      const link = next < count ? `<p><a href="/of/${count}/page/${next}">Next</a></p>` : '<p>Last page</p>';
      return `<title>Orders ${page}</title>${link}${table(page * rows, next * rows)}`;
    },
  });
});
afterAll(() => agent?.[Symbol.asyncDispose]());

async function readOrders(url: string, maxSteps: number) {
  const { engine, organizationId } = agent;
  const from = agent.model.requests.length;
  const request = { prompt: 'List all orders.', url: agent.site + url, data_extraction_schema: schema };
  const { runId } = await engine.runs.startTask({ ...request, max_steps: maxSteps }, { organizationId });
  const { status, failureReason, output } = await engine.runs.finished(organizationId, runId);
  const requests = agent.model.requests.slice(from);
  const { orders = [] } = (output ?? {}) as { readonly orders?: readonly { readonly number: string }[] };
  return { status, failureReason, numbers: orders.map(({ number }) => number), requests, output };
}

it('500 rows of one page are read once each by a model whose answers end at 4,096 tokens', {
  tags: ['extended'],
}, async () => {
  const { status, failureReason, numbers: read, requests } = await readOrders('/all', 5);
  expect({ status, failureReason }).toEqual({ status: 'completed', failureReason: null });
  expect(read).toEqual(numbers(500));
  expect(requests.filter(({ scene }) => scene.purpose === 'verify')).toHaveLength(1);
});

for (const [pages, tags] of [
  [2, []],
  [10, ['extended']],
] as const)
  it(`${pages * rows} rows of ${pages} pages are read once each, in order`, { tags: [...tags] }, async () => {
    const { status, failureReason, numbers: read, requests } = await readOrders(`/of/${pages}/page/0`, 20);
    expect({ status, failureReason }).toEqual({ status: 'completed', failureReason: null });
    expect(read).toEqual(numbers(pages * rows));
    expect(requests.filter(({ scene }) => scene.purpose === 'verify')).toHaveLength(1);
  });
