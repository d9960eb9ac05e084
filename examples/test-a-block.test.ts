/** Tests of blocks without an engine, one of each kind: plain, with a model, a secret, a page, and files. */
import { defineBlock, RunwrightError, readWhole, Type } from '@runwright/contract';
import { fakeContext, scriptedModel } from '@runwright/testing';
import { expect, it } from 'vitest';

const price = defineBlock({
  type: 'price',
  config: Type.Object({ net: Type.Number(), tax: Type.Number({ default: 0.2 }) }),
  output: Type.Object({ gross: Type.Number() }),
  async run({ net, tax }, { log }) {
    if (net < 0) throw new RunwrightError('terminated', 'A price is not negative.');
    await log.record({ type: 'progress', message: 'computed', data: { net } });
    return { gross: net * (1 + tax) };
  },
});

it('a plain block returns its output, records its progress and judges its input', async () => {
  const { context, entries } = fakeContext();
  expect(await price.run({ net: 10, tax: 0.5 }, context)).toEqual({ gross: 15 });
  expect(entries).toMatchObject([{ type: 'progress', message: 'computed', data: { net: 10 } }]);
  await expect(price.run({ net: -1, tax: 0 }, context)).rejects.toMatchObject({ code: 'terminated' });
});

const Mood = Type.Object({ mood: Type.Enum(['good', 'bad']) });
const judge = defineBlock({
  type: 'judge',
  config: Type.Object({ letter: Type.String() }),
  output: Mood,
  async run({ letter }, { model, signal }) {
    const messages = [{ role: 'user', content: `What is the mood of this letter? ${letter}` }] as const;
    return (await model('text').generate({ messages, schema: Mood, signal })).value;
  },
});

it('a block with a model asks what it should, and returns the answer', async () => {
  const model = scriptedModel({ answers: [{ mood: 'good' }] });
  const { context } = fakeContext({ model });
  expect(await judge.run({ letter: 'Thank you!' }, context)).toEqual({ mood: 'good' });
  expect(JSON.stringify(model.requests[0]?.messages)).toContain('Thank you!');
});

const stock = defineBlock({
  type: 'stock',
  services: ['shop.example'],
  config: Type.Object({ sku: Type.String() }),
  output: Type.Object({ left: Type.Number() }),
  async run({ sku }, { fetch, secret, signal }) {
    const headers = { authorization: `Bearer ${await secret('shop-key')}` };
    const response = await fetch(`https://shop.example/stock/${sku}`, { headers, signal });
    if (!response.ok) throw new RunwrightError('block_failed', `The shop answered ${response.status}.`);
    return { left: Number(await response.text()) };
  },
});

it('a block with a secret sends its value to its service, and nowhere else', async () => {
  const { context, revealed } = fakeContext({
    secrets: { 'shop-key': { value: 'brass', hosts: ['shop.example'] } },
    fetch: async (_url, init) => {
      const isKnown = new Headers(init?.headers).get('authorization') === 'Bearer brass';
      return new Response(isKnown ? '3' : null, { status: isKnown ? 200 : 401 });
    },
  });
  expect(await stock.run({ sku: 'lamp' }, context)).toEqual({ left: 3 });
  expect(revealed).toEqual([{ name: 'shop-key', to: 'shop.example' }]);
});

const signIn = defineBlock({
  type: 'sign_in',
  config: Type.Object({ user: Type.String(), password: Type.String() }),
  output: Type.Object({ title: Type.String() }),
  async run({ user, password }, { browser, signal }) {
    const { page } = await browser();
    const read = () => page.read({ mode: 'action', budget: 10_000, signal });
    let view = await read();
    const act = async (action: Parameters<typeof page.act>[0]) => {
      const result = await page.act(action, { epoch: view.epoch, signal });
      // A failed action is a result, not an exception.
      if (result.status === 'failed') throw new RunwrightError('block_failed', result.message);
      view = await read();
    };
    const idOf = (kind: string, name: string): string => {
      const found = view.elements().find((element) => element.kind === kind && element.name === name);
      if (!found) throw new RunwrightError('block_failed', `The page has no ${kind} "${name}".`);
      return found.id;
    };
    await act({ action_type: 'goto_url', url: 'https://shop.example/login' });
    await act({ action_type: 'input_text', id: idOf('textbox', 'User name'), text: user });
    await act({ action_type: 'input_text', id: idOf('textbox', 'Password'), text: password });
    await act({ action_type: 'click', id: idOf('button', 'Sign in') });
    if (!view.title.includes('orders'))
      throw new RunwrightError('terminated', 'The shop refused the password.');
    return { title: view.title };
  },
});

it('a block with a page types into its fields and sees where that leads', async () => {
  const { context, sessions } = fakeContext({
    secrets: { password: 'brass' },
    pages: [
      {
        url: 'https://shop.example/login',
        elements: [
          { id: 'a1', kind: 'textbox', name: 'User name' },
          { id: 'a2', kind: 'textbox', name: 'Password' },
          { id: 'a3', kind: 'button', name: 'Sign in' },
        ],
        onAction: ({ action_type: type }, { values }) =>
          type === 'click' && values.a2 === 'brass' ? { goTo: 'https://shop.example/orders' } : undefined,
      },
      { url: 'https://shop.example/orders', title: 'Your orders' },
    ],
  });
  const password = await context.secret('password');
  expect(await signIn.run({ user: 'ann', password }, context)).toEqual({ title: 'Your orders' });
  expect(JSON.stringify(sessions[0]?.actions)).not.toContain('brass');
});

const shout = defineBlock({
  type: 'shout',
  config: Type.Object({ file: Type.String() }),
  output: Type.Object({ saved: Type.String() }),
  async run({ file }, { files }) {
    const text = new TextDecoder().decode(await readWhole(await files.open(file, { maxBytes: 1_000_000 })));
    const { file_path: saved } = await files.save({ name: 'loud.txt', content: text.toUpperCase() });
    return { saved };
  },
});

it('a block with files reads what the run has and saves new ones', async () => {
  const { context, files } = fakeContext({ downloads: { 'quiet.txt': 'hello' } });
  expect(await shout.run({ file: 'quiet.txt' }, context)).toEqual({ saved: 'downloads/loud.txt' });
  expect(new TextDecoder().decode(files.at(-1)?.bytes)).toBe('HELLO');
});
