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

describe('demoScript, asked for an account', () => {
  const form = page(
    [
      'page "Sign in" shop/login?next=%2Forders',
      'a1 textbox "User name" =empty required',
      'a2 textbox "Password" =empty required',
      'a3 button "Sign in"',
    ].join('\n'),
  );
  const secrets = { username: '{{secret.login.username}}', password: '{{secret.login.password}}' };
  const user = (goal: string, inputs: object = {}) =>
    `<goal>\n${goal}\n</goal>\n<inputs>\n${JSON.stringify(inputs)}\n</inputs>\n\n${form}`;
  const typed = async (goal: string, inputs?: object) => {
    const { content } = await ask(user(goal, inputs));
    const { actions } = JSON.parse(content) as { actions: { text?: string; action_type: string }[] };
    return actions.flatMap(
      ({ text, action_type }) => text ?? (action_type === 'terminate' ? 'gives up' : []),
    );
  };

  it.each([
    ['Sign in with the credential.', { login: secrets }, Object.values(secrets)],
    ['Show the orders.', { status: 'open', shop: { account: secrets } }, Object.values(secrets)],
    [
      `Sign in with the user name ${secrets.username} and the password ${secrets.password}.`,
      {},
      Object.values(secrets),
    ],
    ['Sign in with the user name "ann" and the password "wrong one".', {}, ['ann', 'wrong one']],
    ['Sign in with the user name ann and the password wrong.', {}, ['ann', 'wrong']],
  ])('types the one that the block names: %s', async (goal, inputs, expected) => {
    await open();
    expect(await typed(goal, inputs)).toEqual(expected);
  });

  it.each([
    ['Sign in with the user name and password of the portal.', { key: '{{secret.api_key}}' }],
    ['Sign in with the user name "ann".', {}],
    ['Sign in.', { login: { username: secrets.username } }],
  ])('types no built-in password beside a part of another one: %s', async (goal, inputs) => {
    await open();
    expect(await typed(goal, inputs)).toEqual(['gives up']);
  });
});

describe('demoScript, asked by a learned script', () => {
  const orders = page(
    [
      'page "Orders" shop/orders',
      'a1 textbox "Search" =empty',
      'a2 select "Status" =All (6) [All | Open | Processing | Shipped | Delivered | Canceled]',
      'a3 button "Apply"',
    ].join('\n'),
  );
  const contact = page('page "Contact" shop/contact\na1 textbox "Name" =empty required');
  const asked = async (goal: string, shown: string, section: string, text: string) => {
    const name = section === 'question' ? 'answer' : 'locate';
    const user = `<goal>\n${goal}\n</goal>\n\n[[${section} ${boundary}]]\n${text}\n[[end ${boundary}]]\n\n${shown}`;
    return JSON.parse((await ask(user, { name })).content);
  };

  it.each([
    ['Show only the orders with the status open.', orders, 'chosen in select "Status"', 'Open'],
    ['Show only the orders with the status canceled.', orders, 'chosen in select "Status"', 'Canceled'],
    ['Open order PO-1007.', orders, 'typed into textbox "Search"', 'PO-1007'],
    ['Show the orders.', orders, 'chosen in select "Status"', null],
    ['Write a message: my name is "Ann Ace".', contact, 'typed into textbox "Colour"', null],
    ['Write a message from name "Ann Ace".', contact, 'typed into textbox "Name"', 'Ann Ace'],
  ])('answers for a field from the goal: %s', async (goal, shown, field, value) => {
    await open();
    expect(await asked(goal, shown, 'question', `What is to be ${field}?`)).toEqual({ value });
  });

  it('finds an element by its kind and name, and names none when the page has no such element', async () => {
    await open();
    const locate = (text: string) => asked('Show the orders.', orders, 'element', text);
    expect(await locate('button "Apply". It was used for: …')).toMatchObject({ id: 'a3' });
    expect(await locate('button "Send"')).toMatchObject({ id: null });
  });
});
