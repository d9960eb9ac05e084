import { afterEach, describe, expect, it } from 'vitest';
import { complete } from './scripted-endpoint/actions.ts';
import {
  demoScript,
  type ScriptedEndpoint,
  type ScriptedEndpointOptions,
  scriptedEndpoint,
} from './scripted-endpoint.ts';

let endpoint: ScriptedEndpoint;
afterEach(() => endpoint.close());

const boundary = '0123456789abcdef01234567';
const page = (text: string) => `[[page ${boundary}]]\n${text}\n[[end ${boundary}]]`;

async function ask(
  user: string,
  more: {
    readonly name?: string;
    readonly format?: string | null;
    readonly key?: string;
    readonly system?: string;
  } = {},
) {
  const { name = 'act', format = 'json_schema', key = endpoint.apiKey, system = 'You act.' } = more;
  const response_format =
    format === 'json_schema'
      ? { type: format, json_schema: { name, schema: {} } }
      : format && { type: format };
  const response = await fetch(`${endpoint.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: endpoint.model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      ...(response_format && { response_format }),
    }),
  });
  const body = (await response.json()) as {
    choices?: { message: { content: string } }[];
    error?: { message: string };
    usage?: { prompt_tokens: number; completion_tokens: number };
  };
  return {
    status: response.status,
    headers: response.headers,
    body,
    content: body.choices?.[0]?.message.content ?? '',
  };
}

async function open(options: Partial<ScriptedEndpointOptions> = {}) {
  endpoint = await scriptedEndpoint({ script: demoScript, ...options });
}

describe('scriptedEndpoint', () => {
  it('looks ids up in the page that the prompt shows', async () => {
    await open();
    for (const id of ['a4', 'c77']) {
      const { content } = await ask(
        `<goal>\nShow the orders.\n</goal>\n\n${page(`page "Home" shop/\n  ${id} link "Orders" /orders`)}`,
      );
      expect(JSON.parse(content).actions).toMatchObject([{ action_type: 'click', id }]);
    }
    expect(endpoint.requests).toHaveLength(2);
  });

  it('gives up and says why where the script has no rule', async () => {
    await open({ script: [] });
    const { content } = await ask(`<goal>\nFly to Rome.\n</goal>\n\n${page('page "Home" shop/')}`);
    expect(JSON.parse(content).actions).toMatchObject([
      { action_type: 'terminate', reason: expect.stringContaining('Fly to Rome.') },
    ]);
    expect((await ask('x', { name: 'poem' })).status).toBe(422);
  });

  it('asks the rules in order', async () => {
    await open({
      script: [
        { purpose: 'act', when: ({ view }) => view.has('sold out'), answer: () => complete('gone') },
        { purpose: 'act', answer: ({ goal }) => complete(goal) },
      ],
    });
    const soldOut = await ask(`<goal>\nBuy.\n</goal>\n\n${page('page "" x/\n"Sold out"')}`);
    expect(JSON.parse(soldOut.content).summary).toBe('gone');
    const other = await ask(`<goal>\nBuy.\n</goal>\n\n${page('page "" x/')}`);
    expect(JSON.parse(other.content).summary).toBe('Buy.');
  });

  it('speaks the protocol: key, models, usage, unknown model', async () => {
    await open();
    expect((await ask('x', { key: 'wrong' })).status).toBe(401);
    const models = await fetch(`${endpoint.url}/models`, {
      headers: { authorization: `Bearer ${endpoint.apiKey}` },
    });
    expect(await models.json()).toMatchObject({ data: [{ id: 'scripted' }] });
    const { body } = await ask(page('page "Home" shop/'));
    expect(body.usage?.prompt_tokens).toBeGreaterThan(10);
    expect(body.usage?.completion_tokens).toBeGreaterThan(10);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('refuses output formats that it is told not to know, and then goes by the name in the prompt', async () => {
    await open({ mode: 'text' });
    for (const format of ['json_schema', 'json_object']) {
      const refused = await ask(page('page "" x/'), { format });
      expect(refused.status).toBe(400);
      expect(refused.body.error?.message).toContain('response_format');
    }
    const system = 'Your answer is one JSON object of the shape `verify`.';
    const { content } = await ask(page('page "" x/'), { format: null, system });
    expect(content).toContain('```json\n{"verdict":');
  });

  it('cuts an answer at its limit of tokens, with the finish reason `length`', async () => {
    const script = [{ purpose: 'act', answer: () => 'x'.repeat(1_000) }];
    await open({ script, outputTokens: 100 });
    const { body, content } = await ask(page('page shop.example/'));
    expect(content).toHaveLength(360);
    expect(body.choices?.[0]).toMatchObject({ finish_reason: 'length' });
  });

  it('in flaky mode is busy, breaks off, and gives the whole answer when asked again', async () => {
    await open({ mode: 'flaky' });
    const user = `<goal>\nShow the orders.\n</goal>\n\n${page('page "Home" shop/\n  a4 link "Orders" /orders')}`;
    const busy = await ask(user);
    expect(busy.status).toBe(429);
    expect(busy.headers.get('retry-after-ms')).toBe('20');
    const whole = (await ask(user)).content;
    const broken = (await ask(user)).content;
    expect(() => JSON.parse(broken)).toThrow();
    expect((await ask(user)).content).toBe(whole);
  });
});

describe('demoScript', () => {
  const orders = page(
    [
      'page "Orders" shop/orders',
      'table "Showing 1 to 2 of 12 orders"',
      '  | Order | Customer | Status | Total |',
      '  | PO-2 {L9} | Ann & Sons | Shipped | €1,284.50 |',
      '  | PO-1 {L8} | Bo | Open | £42.05 |',
    ].join('\n'),
  );
  const schema = {
    type: 'object',
    properties: {
      count: { type: ['integer', 'null'] },
      orders: {
        type: ['array', 'null'],
        items: {
          type: 'object',
          properties: {
            order_number: { type: ['string', 'null'] },
            client: { type: ['string', 'null'] },
            amount: { type: ['number', 'null'] },
            status: { type: ['string', 'null'], enum: ['open', 'shipped', null] },
            page: { type: ['string', 'null'], pattern: '^\\{?L\\d+\\}?$' },
            color: { type: ['string', 'null'] },
          },
        },
      },
    },
  };

  it('computes data from the text of the page', async () => {
    await open();
    const user = `<goal>\nAll orders.\n</goal>\n<schema>\n${JSON.stringify(schema)}\n</schema>\n\n${orders}`;
    const { content } = await ask(user, { name: 'extract' });
    expect(JSON.parse(content)).toEqual({
      count: 12,
      orders: [
        {
          order_number: 'PO-2',
          client: 'Ann & Sons',
          amount: 1284.5,
          status: 'shipped',
          page: '{L9}',
          color: null,
        },
        { order_number: 'PO-1', client: 'Bo', amount: 42.05, status: 'open', page: '{L8}', color: null },
      ],
    });
  });

  it('keeps the rows that the goal speaks of', async () => {
    await open();
    const user = `<goal>\nThe shipped orders.\n</goal>\n<schema>\n${JSON.stringify(schema)}\n</schema>\n\n${orders}`;
    const { content } = await ask(user, { name: 'extract' });
    expect(JSON.parse(content).orders).toMatchObject([{ order_number: 'PO-2' }]);
  });
});
