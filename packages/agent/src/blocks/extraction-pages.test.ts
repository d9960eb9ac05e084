import type { ModelRequest } from '@runwright/contract';
import type { FakePage } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { click, complete, done, runBlock, say, textOf } from '../agent-blocks.test-helpers.ts';
import { agentBlocks } from '../agent-blocks.ts';

const url = (page: number) => `https://shop.example/orders?page=${page}`;

/** Pages of a list with these order numbers; each but the last has a link to the next one. */
const listPages = (...rows: readonly (readonly string[])[]): FakePage[] =>
  rows.map((numbers, index) => ({
    url: url(index + 1),
    title: `Orders, page ${index + 1}`,
    text: ['| Order |', ...numbers.map((number) => `| ${number} |`)],
    elements: index + 1 < rows.length ? [{ id: 'a1', kind: 'link', name: 'Next', href: url(index + 2) }] : [],
  }));

const three = listPages(['PO-1', 'PO-2'], ['PO-3', 'PO-4'], ['PO-5']);
const numbers = (...list: readonly number[]) => list.map((number) => ({ number: `PO-${number}` }));

const extract = { reason: 'read', action_type: 'extract', goal: 'orders' };

/** A model that reads each page and goes on to the next one as long as there is a link. */
function pager(request: ModelRequest) {
  const text = textOf(request);
  if (request.output?.name === 'verify') return done;
  if (request.output?.name === 'extract') {
    return { orders: [...text.matchAll(/^ *\| (PO-\d+) \|$/gm)].map(([, number = '']) => ({ number })) };
  }
  return text.includes('a1 link "Next"') ? say(extract, click('a1')) : say(extract, complete);
}

const config = {
  url: url(1),
  data_schema: {
    type: 'object',
    required: ['orders'],
    properties: {
      orders: {
        type: 'array',
        items: { type: 'object', required: ['number'], properties: { number: { type: 'string' } } },
      },
    },
  },
};

describe.each([['extraction'], ['task']])('%s whose goal names several pages', (type) => {
  const read = (goal: string, members: object = {}, pages = three) =>
    runBlock(type, { ...config, data_extraction_goal: goal, ...members }, pager, false, pages);

  it('reads page after page and returns the rows of all in their order', async () => {
    const run = await read('All orders of all pages.');
    expect(run.error).toBeNull();
    expect(run.output).toMatchObject({
      status: 'completed',
      extracted_information: { orders: numbers(1, 2, 3, 4, 5) },
    });
    expect(run.session.url).toBe(url(3));
    expect(run.entries.filter((entry) => entry.type === 'step-start')).toHaveLength(3);
  });

  it('returns rows once that two pages show', async () => {
    const overlapping = listPages(['PO-1', 'PO-2'], ['PO-2', 'PO-3']);
    const run = await read('All orders, page by page', {}, overlapping);
    expect(run.output).toMatchObject({ extracted_information: { orders: numbers(1, 2, 3) } });
  });

  it('fails when its steps end before the pages do, and keeps the rows of those it has read', async () => {
    const run = await read('All orders of all pages.', { max_steps_per_run: 2 });
    expect(run.error).toMatchObject({
      code: 'max_steps',
      message: expect.stringContaining('within 2 steps'),
      details: {
        errors: [{ error_code: 'REACH_MAX_STEPS' }],
        output: { status: 'failed', extracted_information: { orders: numbers(1, 2, 3, 4) } },
      },
    });
  });

  it('tells the model how many rows it has so far', async () => {
    const run = await read('Jede Seite der Bestellungen.');
    const turns = run.model.requests.filter(({ output }) => output?.name === 'act').map(textOf);
    expect(turns.map((text) => /Extracted so far[\s\S]*?(\d+) items/.exec(text)?.[1])).toEqual([
      undefined,
      '2',
      '4',
    ]);
  });

  it('reads the open page only, with one call, when the goal names no other', async () => {
    const run = await read('The orders of this page.');
    expect(run.output).toMatchObject({ extracted_information: { orders: numbers(1, 2) } });
    expect(run.model.requests.map(({ output }) => output?.name)).toEqual(['extract']);
  });
});

it('repeats an extraction whose worker was lost, unless it may have left a page that no address opens', () => {
  const extraction = agentBlocks().find(({ type }) => type === 'extraction');
  const onWorkerLost = extraction?.onWorkerLost;
  if (typeof onWorkerLost !== 'function') throw new Error('The rule is no function.');
  expect(onWorkerLost({ data_extraction_goal: 'All orders.' })).toBe('repeat');
  expect(onWorkerLost({ data_extraction_goal: 'Orders of all pages', url: url(1) })).toBe('repeat');
  expect(onWorkerLost({ data_extraction_goal: 'Orders of all pages' })).toBe('guard');
});

it('guards an extraction whose goal or url is a template, which may name several pages or no address', () => {
  const extraction = agentBlocks().find(({ type }) => type === 'extraction');
  const onWorkerLost = extraction?.onWorkerLost;
  if (typeof onWorkerLost !== 'function') throw new Error('The rule is no function.');
  expect(onWorkerLost({ data_extraction_goal: '{{ goal }}' })).toBe('guard');
  expect(onWorkerLost({ data_extraction_goal: '{% if all %}All pages{% endif %}', url: '' })).toBe('guard');
  expect(onWorkerLost({ data_extraction_goal: 'Orders of all pages', url: '{{ start }}' })).toBe('guard');
  expect(onWorkerLost({ data_extraction_goal: '{{ goal }}', url: '{{ start }}' })).toBe('guard');
  expect(onWorkerLost({ data_extraction_goal: '{{ goal }}', url: url(1) })).toBe('repeat');
  expect(onWorkerLost({ data_extraction_goal: 'All orders.', url: '{{ start }}' })).toBe('repeat');
});
