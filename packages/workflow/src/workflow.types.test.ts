import { defineBlock, type FinishedRun, Type } from '@runwright/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  code,
  credentialId,
  extraction,
  type GivenParameters,
  gotoUrl,
  httpRequest,
  integer,
  json,
  less,
  not,
  secret,
  type TypedWorkflow,
  text,
  use,
  type Value,
  wait,
  workflow,
} from './index.ts';

/** Each of these lines is checked by `tsc`: one with `@ts-expect-error` must not compile. */
const unchecked = (_rows: () => unknown): void => undefined;

const countWords = defineBlock({
  type: 'count_words',
  config: Type.Object({ text: Type.String(), least: Type.Integer({ default: 1 }) }),
  output: Type.Object({ words: Type.Integer() }),
  run: async () => ({ words: 0 }),
});

interface Stock {
  readonly left: number;
  readonly name: string;
}

const base = workflow({
  title: 'Reorder',
  parameters: {
    sku: text(),
    least: integer({ default_value: 10 }),
    rows: json<readonly Stock[]>(),
    key: secret('shop-key'),
  },
}).block('stock', ({ sku }) => httpRequest<Stock>({ url: `https://shop.example/stock/${sku}` }));

const same = <List>(list: List) => list;

describe('the types of a workflow', () => {
  it('name the parameters that a caller gives, without secrets', () => {
    const parameters = { sku: text(), least: integer({ default_value: 10 }), key: secret('k') };
    expectTypeOf<GivenParameters<typeof parameters>>().toExtend<{
      readonly sku: string;
      readonly least?: number;
    }>();
    unchecked(() => {
      const given = (_values: GivenParameters<typeof parameters>) => undefined;
      given({ sku: 'lamp' });
      given({ sku: 'lamp', least: 3 });
      // @ts-expect-error a parameter without a default is missing
      given({});
      // @ts-expect-error a number is no text
      given({ sku: 7 });
      // @ts-expect-error a text is no number
      given({ sku: 'lamp', least: '3' });
      // @ts-expect-error there is no such parameter
      given({ sku: 'lamp', colour: 'red' });
      // @ts-expect-error a secret is not given by callers
      given({ sku: 'lamp', key: 'k' });
    });
  });

  it('let callers give the id of a credential as a text, of which blocks see the parts', () => {
    const parameters = { login: credentialId(), other: credentialId({ default_value: 'cred_1' }) };
    expectTypeOf<GivenParameters<typeof parameters>>().toExtend<{
      readonly login: string;
      readonly other?: string;
    }>();
    unchecked(() => {
      const given = (_values: GivenParameters<typeof parameters>) => undefined;
      given({ login: 'cred_2' });
      // @ts-expect-error the id of the login is missing
      given({});
      // @ts-expect-error a credential is given by its id
      given({ login: { username: 'ann', password: 'x', totp: '' } });
      return workflow({ parameters }).block('sign_in', ({ login }) => {
        expectTypeOf(login.password).toExtend<Value<string>>();
        // @ts-expect-error a login has no such part
        return gotoUrl({ url: `https://shop.example/${login.pasword}` });
      });
    });
  });

  it('let defaults have the type of their parameter', () => {
    unchecked(() => [
      // @ts-expect-error the default of a text is a text
      text({ default_value: 1 }),
      // @ts-expect-error the default of a number is a number
      integer({ default_value: 'one' }),
    ]);
  });

  it('know the members of built-in blocks', () => {
    unchecked(() => [
      // @ts-expect-error a misspelt member
      httpRequest({ urll: 'https://shop.example/' }),
      // @ts-expect-error a required member is missing
      httpRequest({ method: 'POST' }),
      // @ts-expect-error a number where a text belongs
      gotoUrl({ url: 7 }),
      // @ts-expect-error `wait_sec` is no template
      wait({ wait_sec: '{{ least }}' }),
      // @ts-expect-error the language is one of two
      code({ code: 'return 1', language: 'python' }),
      // @ts-expect-error a common member of the wrong type
      wait({ wait_sec: 1, timeout_seconds: 'long' }),
    ]);
  });

  it('know the members of blocks of your own', () => {
    unchecked(() => [
      use(countWords, { text: 'a', least: 2 }),
      use(countWords),
      // @ts-expect-error a misspelt member
      use(countWords, { txt: 'a' }),
      // @ts-expect-error a text where a number belongs
      use(countWords, { text: 'a', least: 'two' }),
    ]);
  });

  it('know the outputs of earlier blocks', () => {
    base.block('next', ({ stock, sku, rows }) => {
      expectTypeOf(stock.response_body.left).toEqualTypeOf<Value<number>>();
      expectTypeOf(stock.status_code).toEqualTypeOf<Value<number>>();
      expectTypeOf(sku).toEqualTypeOf<Value<string>>();
      unchecked(() => [
        // @ts-expect-error the body has no such member
        stock.response_body.lft,
        // @ts-expect-error a list is no number
        less(rows, 3),
        // @ts-expect-error a number is not compared with a text
        less(stock.response_body.left, 'three'),
        // @ts-expect-error an object is no text
        gotoUrl({ url: stock.response_body }),
        // @ts-expect-error a text is no number
        use(countWords, { text: sku, least: sku }),
      ]);
      return gotoUrl({ url: sku });
    });
    unchecked(() => [
      // @ts-expect-error no block has this label yet
      base.block('next', ({ orders }) => gotoUrl({ url: orders.url })),
      // @ts-expect-error the label is taken
      base.block('stock', wait({ wait_sec: 1 })),
      // @ts-expect-error the label is the key of a parameter
      base.block('sku', wait({ wait_sec: 1 })),
      // @ts-expect-error a condition is a truth value or words
      base.when('scarce', ({ stock }) => stock.status_code, same),
      // @ts-expect-error a number is no list
      base.forEach('each', ({ least }) => least, same),
    ]);
  });

  it('take a member that may be absent where one that is there may stand', () => {
    workflow()
      .block(
        'stock',
        httpRequest<{ readonly left?: number; readonly scarce?: boolean }>({ url: 'https://a.example/' }),
      )
      .block('next', ({ stock: { response_body: body } }) => {
        less(body.left, 3);
        not(body.scarce);
        unchecked(() => [
          // @ts-expect-error a number is no truth value
          not(body.left),
        ]);
        return wait({ wait_sec: 1 });
      });
  });

  it('take the type of extracted data from its schema', () => {
    const schema = Type.Object({ price: Type.Number() });
    workflow()
      .block('read', extraction({ data_extraction_goal: 'The price.', data_schema: schema }))
      .block('next', ({ read }) => {
        expectTypeOf(read.extracted_information.price).toEqualTypeOf<Value<number>>();
        return wait({ wait_sec: 1 });
      });
  });

  it('give loops their items, and the end of a run its output', () => {
    const made = base
      .when(
        'scarce',
        ({ stock, least }) => less(stock.response_body.left, least),
        (list) => list.block('order', ({ sku }) => use(countWords, { text: sku })),
      )
      .forEach(
        'each_row',
        ({ rows }) => rows,
        (list) =>
          list.block('note', ({ current_value: row, current_index: index }) => {
            expectTypeOf(row.name).toEqualTypeOf<Value<string>>();
            expectTypeOf(index).toEqualTypeOf<Value<number>>();
            return use(countWords, { text: row.name });
          }),
      );
    type Output = typeof made extends TypedWorkflow<infer _Given, infer Found> ? Found : never;
    expectTypeOf<Output['stock_output']['response_body']>().toEqualTypeOf<Stock>();
    expectTypeOf<Output['order_output']>().toEqualTypeOf<{ words: number } | undefined>();
    expect(made.toDraft().workflow_definition.blocks).toHaveLength(4);
  });

  it('tell the output of a run that is completed, and part of it for others', () => {
    unchecked(() => {
      const read = (
        run: FinishedRun<{
          readonly stock_output: Stock;
          readonly order_output?: { readonly words: number };
        }>,
      ) => {
        // @ts-expect-error a run that failed may have no output
        run.output.stock_output;
        if (run.status !== 'completed') return run.output?.stock_output?.left;
        // @ts-expect-error the output has no such member
        run.output.stock_output.lft;
        // @ts-expect-error a block of a branch may not have been executed
        run.output.order_output.words;
        return run.output.stock_output.left;
      };
      return read;
    });
  });
});
