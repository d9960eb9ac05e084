import type { AnyBlock } from '@runwright/contract';
import { type FakePage, fakeBrowser, fakeContext, scriptedModel } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { answer, options, products, runBlock, textOf } from '../agent-blocks.test-helpers.ts';
import { agentBlocks } from '../agent-blocks.ts';

describe('extraction', () => {
  const config = {
    url: 'https://shop.example/found',
    data_extraction_goal: 'All products.',
    data_schema: products,
  };

  it('returns data in the schema, with real URLs and without invented values', async () => {
    const run = await runBlock('extraction', config, [answer]);
    expect(run.output).toMatchObject({
      status: 'completed',
      extracted_information: {
        products: [
          { name: 'Lamp', price: 39.8, url: 'https://shop.example/p/lamp?ref=very-long' },
          { name: 'Vase', price: 12 },
        ],
      },
    });
    const output = run.model.requests[0]!.output!;
    const item = (output.schema as typeof products).properties.products.items;
    expect(item.required).toEqual(['name', 'price', 'url', 'note']);
    expect(item.properties.note).toEqual({ type: ['string', 'null'] });
    expect(run.entries.map(({ type }) => type)).toEqual(['step-start', 'action', 'step-end']);
  });

  it('reports problems to the model once, then fails and keeps the partial data', async () => {
    const wrong = { products: [{ name: 'Lamp', price: null, url: '{L9}', note: null }] };
    const repaired = await runBlock('extraction', config, [wrong, answer]);
    expect(repaired.output).toMatchObject({ status: 'completed' });
    expect(textOf(repaired.model.requests[1]!)).toContain('`products[0].price` is required');
    expect(textOf(repaired.model.requests[1]!)).toContain('`{L9}`');

    const failed = await runBlock('extraction', config, [wrong, wrong]);
    expect(failed.error).toMatchObject({ code: 'block_failed', details: { failure_category: 'extraction' } });
    expect(failed.entries.find((entry) => entry.type === 'thought')).toMatchObject({
      output: { partial: { products: [{ name: 'Lamp' }] } },
    });
  });

  it('accepts a list as the root and a schema as text', async () => {
    const run = await runBlock(
      'extraction',
      { ...config, data_schema: JSON.stringify({ type: 'array', items: { type: 'string' } }) },
      [{ value: ['Lamp', 'Vase'] }],
    );
    expect(run.output).toMatchObject({ extracted_information: ['Lamp', 'Vase'] });
  });

  it('lets the model propose a schema when the block has none', async () => {
    const run = await runBlock('extraction', { ...config, data_schema: { like: 'name and price' } }, [
      {
        many: true,
        list_name: 'products',
        fields: [
          { name: 'name', kind: 'text', description: '' },
          { name: 'page', kind: 'link', description: '' },
        ],
      },
      { products: [{ name: 'Lamp', page: 'L1' }] },
    ]);
    expect(textOf(run.model.requests[0]!)).toContain('{"like":"name and price"}');
    expect(run.output).toMatchObject({
      extracted_information: {
        products: [{ name: 'Lamp', page: 'https://shop.example/p/lamp?ref=very-long' }],
      },
    });
  });

  it('extracts a long page in parts and merges them in page order', async () => {
    const rows = Array.from({ length: 4_000 }, (_, index) => `| Thing number ${index} | €${index}.00 |`);
    const parts = [0, 1, 2].map((part) => [
      '| Name | Price |',
      ...rows.slice(part * 1_500, (part + 1) * 1_500),
    ]);
    const long: FakePage = { url: 'https://shop.example/long', parts };
    const session = await fakeBrowser({ pages: [long] }).open(options);
    const model = scriptedModel({
      answers: (request) => ({
        products: [...textOf(request).matchAll(/\| (Thing number \d+) \| €(\d+)\.00 \|/g)].map(
          ([, name, price]) => ({
            name: name ?? null,
            price: Number(price),
            url: null,
            note: null,
          }),
        ),
      }),
    });
    const { context } = fakeContext({ session, model });
    const extraction = agentBlocks().find(({ type }) => type === 'extraction') as AnyBlock;
    const output = await extraction.run(
      { url: long.url, data_extraction_goal: 'All.', data_schema: products, parameters: {} },
      context,
    );
    expect(model.requests.length).toBeLessThan(50);
    for (const request of model.requests) expect(textOf(request)).toContain('| Name | Price |');
    const read = (output as { extracted_information: { products: { name: string }[] } })
      .extracted_information;
    expect(read.products.map(({ name }) => name)).toEqual(rows.map((_, index) => `Thing number ${index}`));
  });
});
