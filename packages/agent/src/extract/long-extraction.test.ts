import { type AnyBlock, type Json, RunwrightError } from '@runwright/contract';
import { type FakePage, fakeBrowser, fakeContext, type ScriptedAnswer } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { agentBlocks } from '../agent-blocks.ts';
import { limitedModel, withTokenLimits } from './cut-model.test-helpers.ts';

const field = { type: ['string', 'null'] };
const schema = {
  type: 'object',
  properties: {
    orders: {
      type: 'array',
      items: {
        type: 'object',
        properties: { number: { type: 'string' }, customer: field, total: field, note: field },
        required: ['number'],
      },
    },
  },
  required: ['orders'],
};
const row = (index: number) =>
  `| PO-${index} | Customer number ${index % 7} | €${index}.00 | ${'a longer note '.repeat(index % 3)}|`;
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => row(from + index));
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `PO-${from + index}`);
const head = '| Number | Customer | Total | Note |';

/** Returns the rows that a prompt shows, each as often as it stands there. */
const readRows = (prompt: string): { readonly orders: Json[] } => ({
  orders: [...prompt.matchAll(/^ *\| (PO-\d+) \| ([^|]*) \| ([^|]*) \| ([^|]*)\|$/gm)].map(
    ([, number = '', customer = '', total = '', note = '']) => ({ number, customer, total, note }),
  ),
});

async function run(
  blockType: string,
  config: Record<string, unknown>,
  pages: readonly FakePage[],
  answer: (prompt: string) => ScriptedAnswer,
) {
  const session = await fakeBrowser({ pages }).open({
    egress: { check: async (url) => ({ url: new URL(url), addresses: [] }) },
    reveal: (text) => text,
    signal: new AbortController().signal,
  });
  const model = limitedModel(answer);
  const { context, entries } = fakeContext({ session, model });
  const block = agentBlocks().find(({ type }) => type === blockType) as AnyBlock;
  const output = block.run(
    { url: pages[0]?.url, data_schema: schema, parameters: {}, ...config },
    withTokenLimits(context, model),
  ) as Promise<{ extracted_information: { orders: { number: string }[] } }>;
  return { output, model, entries };
}

const extraction = { data_extraction_goal: 'All orders.' };
const url = 'https://shop.example/orders';

describe('extraction of a long list', () => {
  it('has every row of a page once and in order, and says how many the page shows', async () => {
    const page: FakePage = { url, text: [head, ...rows(0, 500)] };
    const { output, entries, model } = await run('extraction', extraction, [page], readRows);
    const { orders } = (await output).extracted_information;
    expect(orders.map(({ number }) => number)).toEqual(numbers(0, 500));
    expect(entries.find(({ type }) => type === 'action')).toMatchObject({
      response: '500 items on this page, 500 of them new, 500 in all; the page shows 500 table rows',
    });
    // No answer was cut: the parts are sized by the expected answer.
    expect(model.requests.every(({ limits }) => limits.outputTokens === 4_096)).toBe(true);
    expect(model.requests.length).toBeLessThan(15);
  });

  it('has rows as often as the page shows them, in different parts too', async () => {
    const shown = [...rows(0, 200), ...rows(0, 200)];
    const { output } = await run('extraction', extraction, [{ url, text: [head, ...shown] }], readRows);
    const { orders } = (await output).extracted_information;
    expect(orders.map(({ number }) => number)).toEqual([...numbers(0, 200), ...numbers(0, 200)]);
  });

  it('has every row when answers are longer than expected, because cut-off parts are halved', async () => {
    const page: FakePage = { url, text: [head, ...rows(0, 500)] };
    const wordy = (prompt: string) => {
      const { orders } = readRows(prompt);
      return { orders: orders.map((order) => ({ ...(order as object), note: 'x'.repeat(1_500) })) };
    };
    const { output, model, entries } = await run('extraction', extraction, [page], wordy);
    const { orders } = (await output).extracted_information;
    expect(orders.map(({ number }) => number)).toEqual(numbers(0, 500));
    // The tokens of cut-off answers count, too.
    expect(entries.find(({ type }) => type === 'step-end')).toMatchObject({
      usage: { output: model.requests.length * 10 },
    });
    for (const { messages } of model.requests) {
      expect(JSON.stringify(messages)).toContain('[[page ');
      expect(messages.some(({ role }) => role === 'assistant')).toBe(false);
    }
  });

  it('says how many rows of the page were not taken', async () => {
    const page: FakePage = { url, text: [head, ...rows(0, 45)] };
    const lazy = (prompt: string) => ({ orders: readRows(prompt).orders.slice(0, 27) });
    const { output, entries } = await run('extraction', extraction, [page], lazy);
    await output;
    expect(entries.find(({ type }) => type === 'action')).toMatchObject({
      response:
        '27 items on this page, 27 of them new, 27 in all; the page shows 45 table rows, 18 more than were taken',
    });
  });

  it('returns a part once to the model when an item lacks a required value', async () => {
    let wrong = 1;
    const { output, model } = await run(
      'extraction',
      extraction,
      [{ url, text: [head, ...rows(0, 200)] }],
      (prompt) => {
        const { orders } = readRows(prompt);
        wrong -= 1;
        return {
          orders: wrong < 0 ? orders : orders.map((order) => ({ ...(order as object), number: null })),
        };
      },
    );
    expect((await output).extracted_information.orders.map(({ number }) => number)).toEqual(numbers(0, 200));
    const repairs = model.requests.filter(({ messages }) =>
      messages.some(({ role }) => role === 'assistant'),
    );
    expect(repairs).toHaveLength(1);
  });
});

describe('extraction over several pages', () => {
  it('has each of 1,000 rows on 10 pages once and in order', async () => {
    const pages = Array.from(
      { length: 10 },
      (_, index): FakePage => ({
        url: `${url}/${index}`,
        elements: [{ id: 'a1', kind: 'link', name: 'Next', href: `${url}/${index + 1}` }],
        text: (mode) => (mode === 'extract' ? [head, ...rows(index * 100, index * 100 + 100)] : []),
      }),
    );
    const say = (...actions: Json[]) => ({ check: 'ok', memory: 'm', plan: [], actions });
    const extract = { reason: 'read', action_type: 'extract', goal: null };
    const next = { reason: 'go on', action_type: 'click', id: 'a1', button: null, count: null, want: null };
    const complete = { reason: 'done', action_type: 'complete', summary: 'All orders.' };
    let turn = 0;
    const { output } = await run(
      'task',
      {
        ...extraction,
        navigation_goal: 'List all orders.',
        max_steps_per_run: 30,
        complete_verification: false,
      },
      pages,
      (prompt) => {
        if (!prompt.includes('the shape `act`')) return readRows(prompt);
        turn += 1;
        return say(...(turn > 10 ? [complete] : turn === 10 ? [extract] : [extract, next]));
      },
    );
    const { orders } = (await output).extracted_information;
    expect(orders.map(({ number }) => number)).toEqual(numbers(0, 1_000));
  });
});

describe('a part that fails', () => {
  it('ends the extraction, and no call for another part begins', async () => {
    const page: FakePage = { url, text: [head, ...rows(0, 1_000)] };
    const { output, model } = await run('extraction', extraction, [page], () => {
      throw new RunwrightError('model_failed', 'The key is wrong.');
    });
    await expect(output).rejects.toMatchObject({ code: 'model_failed', message: 'The key is wrong.' });
    expect(model.requests.length).toBeLessThanOrEqual(4);
  });
});

describe('answers that are always cut off', () => {
  it('end in a failure of the category `extraction` after a bounded number of calls', async () => {
    const page: FakePage = { url, text: [head, ...rows(0, 500)] };
    const endless = () => ({ orders: [{ number: 'x'.repeat(100_000) }] });
    const { output, model } = await run('extraction', extraction, [page], endless);
    const error: RunwrightError = await output.then(
      () => Promise.reject(new Error('it did not fail')),
      (reason) => reason,
    );
    expect(error).toMatchObject({ code: 'block_failed', details: { failure_category: 'extraction' } });
    expect(error.message).toContain('was cut off at its output limit');
    expect(model.requests.length).toBeLessThanOrEqual(4 * 2 * 7);
  });
});
