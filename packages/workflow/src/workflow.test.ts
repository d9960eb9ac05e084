import { defineBlock, RunwrightError, Type } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import {
  and,
  contains,
  credentialId,
  equal,
  expression,
  greater,
  httpRequest,
  includes,
  integer,
  item,
  json,
  length,
  less,
  not,
  or,
  orElse,
  secret,
  text,
  textPrompt,
  typed,
  use,
  wait,
  workflow,
} from './index.ts';

const shop = workflow({ title: 'Shop', parameters: { sku: text(), least: integer({ default_value: 10 }) } });

describe('a workflow', () => {
  it('takes the id of a credential from the caller, and uses the parts of the credential', () => {
    const made = workflow({ parameters: { login: credentialId() } }).block('sign_in', ({ login }) =>
      httpRequest({ url: 'https://shop.example/', headers: { 'x-name': login.username } }),
    );
    expect(made.toDraft().workflow_definition).toMatchObject({
      parameters: [{ key: 'login', parameter_type: 'workflow', workflow_parameter_type: 'credential_id' }],
      blocks: [{ headers: { 'x-name': '{{ login.username }}' } }],
    });
  });

  it('is the data of a YAML file', () => {
    const made = workflow({
      title: 'Shop',
      run_sequentially: true,
      strict_templates: true,
      parameters: { sku: text({ description: 'Number of the thing.' }), key: secret('shop-key') },
    }).block('stock', ({ sku, key }) =>
      httpRequest({ url: `https://shop.example/stock/${sku}`, headers: { 'x-key': key }, body: { sku } }),
    );
    expect(made.toDraft()).toEqual({
      title: 'Shop',
      run_sequentially: true,
      workflow_definition: {
        strict_templates: true,
        parameters: [
          {
            parameter_type: 'workflow',
            workflow_parameter_type: 'string',
            key: 'sku',
            description: 'Number of the thing.',
          },
          { parameter_type: 'aws_secret', aws_key: 'shop-key', key: 'key' },
        ],
        blocks: [
          {
            block_type: 'http_request',
            label: 'stock',
            url: 'https://shop.example/stock/{{ sku }}',
            headers: { 'x-key': '{{ key }}' },
            body: { sku: '{{ sku }}' },
          },
        ],
      },
    });
  });

  it('has edges only where it has a choice, and both branches lead to what follows', () => {
    const made = shop
      .block('stock', httpRequest<{ left: number }>({ url: 'https://shop.example/' }))
      .when(
        'scarce',
        ({ stock, least }) => less(stock.response_body.left, least),
        (list) => list.block('order', wait({ wait_sec: 1 })).block('confirm', wait({ wait_sec: 2 })),
        (list) => list.block('skip', wait({ wait_sec: 3 })),
      )
      .block('end', wait({ wait_sec: 4 }));
    expect(made.toDraft().workflow_definition.blocks).toEqual([
      {
        block_type: 'http_request',
        label: 'stock',
        url: 'https://shop.example/',
        next_block_label: 'scarce',
      },
      {
        block_type: 'conditional',
        label: 'scarce',
        branch_conditions: [
          {
            criteria: {
              criteria_type: 'jinja2_template',
              expression: '{{ stock_output.response_body.left < least }}',
            },
            next_block_label: 'order',
          },
          { is_default: true, next_block_label: 'skip' },
        ],
      },
      { block_type: 'wait', label: 'order', wait_sec: 1, next_block_label: 'confirm' },
      { block_type: 'wait', label: 'confirm', wait_sec: 2, next_block_label: 'end' },
      { block_type: 'wait', label: 'skip', wait_sec: 3, next_block_label: 'end' },
      { block_type: 'wait', label: 'end', wait_sec: 4 },
    ]);
  });

  it('leads an absent branch to what follows, and ends where nothing does', () => {
    const made = shop.when('rude', 'Is the customer rude?', (list) =>
      list.block('stop', wait({ wait_sec: 1 })),
    );
    expect(made.toDraft().workflow_definition.blocks[0]).toMatchObject({
      branch_conditions: [
        {
          criteria: { criteria_type: 'prompt', expression: 'Is the customer rude?' },
          next_block_label: 'stop',
        },
        { is_default: true, next_block_label: null },
      ],
    });
  });

  it('has loops with the item and the outputs around them in scope', () => {
    const made = workflow({ parameters: { rows: json<readonly { readonly name: string }[]>() } })
      .forEach(
        'each_row',
        ({ rows }) => rows,
        (list) =>
          list.block('ask', ({ current_value: row }) => textPrompt({ prompt: `Who is ${row.name}?` })),
        { concurrency: 4 },
      )
      .repeatWhile(
        'poll',
        ({ ask }) => equal(ask.llm_response, 'later'),
        (list) => list.block('pause', wait({ wait_sec: 5 })),
      );
    expect(made.toDraft().workflow_definition.blocks).toEqual([
      {
        block_type: 'for_loop',
        label: 'each_row',
        loop_variable_reference: '{{ rows }}',
        concurrency: 4,
        loop_blocks: [
          { block_type: 'text_prompt', label: 'ask', prompt: 'Who is {{ current_value.name }}?' },
        ],
      },
      {
        block_type: 'while_loop',
        label: 'poll',
        condition: {
          criteria_type: 'jinja2_template',
          expression: '{{ ask_output.llm_response == "later" }}',
        },
        loop_blocks: [{ block_type: 'wait', label: 'pause', wait_sec: 5 }],
      },
    ]);
  });

  it('has a last block, and names parameters by their keys where a block wants keys', () => {
    const made = shop
      .block('ask', ({ sku }) => textPrompt({ prompt: 'What is it?', parameter_keys: [sku, 'least'] }))
      .finally('tidy', wait({ wait_sec: 1 }));
    expect(made.toDraft().workflow_definition).toMatchObject({
      finally_block_label: 'tidy',
      blocks: [{ label: 'ask', parameter_keys: ['sku', 'least'] }, { label: 'tidy' }],
    });
  });

  it('is not changed by its calls', () => {
    shop.block('a', wait({ wait_sec: 1 }));
    expect(shop.toDraft().workflow_definition.blocks).toEqual([]);
  });

  it('refuses labels that are taken, for callers without types', () => {
    const label: string = 'sku';
    const add = () => Reflect.apply(shop.block, shop, [label, wait({ wait_sec: 1 })]);
    expect(add).toThrow('The label `sku` is already the name of a parameter or block. Choose another one.');
  });

  it('refuses a branch that returns nothing', () => {
    const add = () => Reflect.apply(shop.when, shop, ['w', 'x y', () => undefined]);
    expect(add).toThrow(RunwrightError);
  });
});

describe('a block of your own', () => {
  const greet = defineBlock({
    type: 'greet',
    config: Type.Object({ name: Type.String(), times: Type.Integer({ default: 1 }) }),
    output: Type.Object({ greeting: Type.String() }),
    run: async () => ({ greeting: '' }),
  });

  it('is used with values', () => {
    const made = shop.block('hello', ({ sku }) => use(greet, { name: sku, retry: { max_retries: 2 } }));
    expect(made.toDraft().workflow_definition.blocks).toEqual([
      { block_type: 'greet', label: 'hello', name: '{{ sku }}', retry: { max_retries: 2 } },
    ]);
  });

  it('uses a block type without required members by its name alone', () => {
    const tick = defineBlock({
      type: 'tick',
      config: Type.Object({ times: Type.Integer({ default: 1 }) }),
      output: Type.Null(),
      run: async () => null,
    });
    const made = shop.block('a', use(tick)).block('b', use(tick, {}));
    expect(made.toDraft().workflow_definition.blocks).toEqual([
      { block_type: 'tick', label: 'a' },
      { block_type: 'tick', label: 'b' },
    ]);
  });

  it('needs the members that have no default', () => {
    expect(() => use(greet, { times: 2 })).toThrow(
      'A block `greet` has no `name`, and its schema has no default. Give it a value.',
    );
  });
});

describe('values', () => {
  const written = (value: object) => String(value);

  it('print as templates', () => {
    const value = expression<{ readonly 'a b': readonly { readonly x: number }[] }>('data | first');
    expect(written(value['a b'])).toBe('{{ (data | first)["a b"] }}');
    expect(written(item(value['a b'], -1).x)).toBe('{{ (data | first)["a b"][-1].x }}');
    expect(JSON.stringify({ value: item(value['a b'], 0) })).toBe(
      '{"value":"{{ (data | first)[\\"a b\\"][0] }}"}',
    );
  });

  it('are combined', () => {
    const n = expression<number>('n');
    const list = expression<readonly string[]>('list');
    const name = typed<string>(expression('name'));
    expect(written(and(less(n, 3), or(greater(n, 5), not(equal(name, 'a "b"')))))).toBe(
      '{{ ((n) < 3) and (((n) > 5) or (not ((name) == "a \\"b\\""))) }}',
    );
    expect(written(includes(list, 'x'))).toBe('{{ "x" in (list) }}');
    expect(written(contains(name, 'x'))).toBe('{{ "x" in (name) }}');
    expect(written(greater(length(list), 0))).toBe('{{ ((list) | length) > 0 }}');
    expect(written(orElse(list, ['y', 'z']))).toBe('{{ (list) | default(["y", "z"], true) }}');
  });
});
