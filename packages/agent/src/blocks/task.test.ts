import { type AnyBlock, RunwrightError } from '@runwright/contract';
import { fakeBrowser, fakeContext, scriptedModel } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import {
  answer,
  click,
  complete,
  done,
  options,
  pages,
  products,
  runBlock,
  say,
  search,
  textOf,
  type,
} from '../agent-blocks.test-helpers.ts';
import { agentBlocks } from '../agent-blocks.ts';

describe('task', () => {
  it('reaches a goal and returns the data of the last page', async () => {
    const run = await runBlock(
      'task',
      { url: 'https://shop.example/', navigation_goal: 'List the lamps.', data_schema: products },
      [say(type('a1', 'lamp'), click('a2')), say(complete), answer, done],
    );
    expect(run.output).toMatchObject({
      status: 'completed',
      extracted_information: { products: [{ name: 'Lamp' }, { name: 'Vase' }] },
    });
    expect(run.model.requests.map(({ output }) => output?.name)).toEqual(['act', 'act', 'extract', 'verify']);
    expect(textOf(run.model.requests[3]!)).toContain('"name":"Lamp"');
  });

  it('merges the data of several pages', async () => {
    const extract = { reason: 'read', action_type: 'extract', goal: 'products' };
    const more = { products: [{ name: 'Bowl', price: 5, url: null, note: null }] };
    const run = await runBlock(
      'task',
      { url: 'https://shop.example/found', navigation_goal: 'List all.', data_schema: products },
      [say(extract), answer, say(extract), more, say(complete), done],
    );
    expect(run.output).toMatchObject({
      extracted_information: { products: [{ name: 'Lamp' }, { name: 'Vase' }, { name: 'Bowl' }] },
    });
    expect(textOf(run.model.requests[2]!)).toContain('2 items on this page, 2 of them new');
    expect(textOf(run.model.requests[4]!)).toContain('1 item on this page, 1 of them new, 3 in all');
  });

  it('extracts data in one step when it has no goal', async () => {
    const run = await runBlock(
      'task',
      { url: 'https://shop.example/found', data_extraction_goal: 'Products.', data_schema: products },
      [answer],
    );
    expect(run.output).toMatchObject({ status: 'completed', extracted_information: { products: [{}, {}] } });
    expect(run.entries.filter((entry) => entry.type === 'step-start')).toHaveLength(1);
  });

  it('lets the model choose the start URL when none is given', async () => {
    const run = await runBlock('task', { navigation_goal: 'Look at shop.example.' }, [
      { url: 'https://shop.example/', title: 'A look at the shop' },
      say(complete),
      done,
    ]);
    expect(run.session.url).toBe('https://shop.example/');
    expect(run.entries[0]).toMatchObject({
      type: 'thought',
      thoughtType: 'metadata',
      answer: 'https://shop.example/',
    });
  });

  it('needs no plan for a short goal with the planner engine', async () => {
    const run = await runBlock(
      'task',
      { url: 'https://shop.example/', navigation_goal: 'Look.', engine: 'service-2.0' },
      [say(complete), done],
    );
    expect(run.output).toMatchObject({ status: 'completed' });
    expect(run.model.requests.map(({ purpose }) => purpose)).toEqual(['act', 'verify']);
    expect(run.entries.filter(({ type }) => type === 'subtask-start')).toEqual([]);
  });

  it('fails without a goal and without data to extract', async () => {
    const run = await runBlock('task', { url: 'https://shop.example/' }, []);
    expect(run.error).toMatchObject({ code: 'invalid_input' });
  });

  it('stops when it is canceled and has no output', async () => {
    const controller = new AbortController();
    const session = await fakeBrowser({ pages }).open(options);
    const model = scriptedModel({
      answers: () => {
        controller.abort(new RunwrightError('canceled', 'The run was canceled.'));
        return say(click('a4'));
      },
    });
    const { context, entries } = fakeContext({ session, model, signal: controller.signal });
    const task = agentBlocks().find(({ type }) => type === 'task') as AnyBlock;
    const run = task.run({ url: search.url, navigation_goal: 'Press.', parameters: {} }, context);
    await expect(run).rejects.toMatchObject({ code: 'canceled' });
    await expect(run).rejects.not.toHaveProperty('details.output');
    expect(entries.some(({ type }) => type === 'step-end')).toBe(false);
    expect(session.actions).toHaveLength(1);
  });

  it('fails with an output when its browser is lost', async () => {
    const session = await fakeBrowser({ pages }).open(options);
    const model = scriptedModel({
      answers: () => {
        session.crash();
        return say(click('a4'));
      },
    });
    const { context } = fakeContext({ session, model });
    const task = agentBlocks().find(({ type }) => type === 'task') as AnyBlock;
    await expect(
      task.run({ url: search.url, navigation_goal: 'Press.', parameters: {} }, context),
    ).rejects.toMatchObject({
      code: 'browser_failed',
      details: { failure_category: 'browser', output: { status: 'failed' } },
    });
  });
});
