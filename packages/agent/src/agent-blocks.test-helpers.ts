import type { AnyBlock, Json, ModelRequest, OpenOptions } from '@runwright/contract';
import { RunwrightError } from '@runwright/contract';
import {
  type FakePage,
  fakeBrowser,
  fakeContext,
  manualClock,
  type ScriptedAnswer,
  scriptedModel,
} from '@runwright/testing';
import { agentBlocks } from './agent-blocks.ts';

/** Options of a session whose egress policy refuses one private address. */
export const options: OpenOptions = {
  egress: {
    async check(url) {
      if (new URL(url).hostname === '10.0.0.1')
        throw new RunwrightError('egress_denied', '`10.0.0.1` is private.');
      return { url: new URL(url), addresses: [] };
    },
  },
  reveal: (text) => text,
  signal: new AbortController().signal,
};

/** Page with a search form, whose button leads to `found`. */
export const search: FakePage = {
  url: 'https://shop.example/',
  title: 'Shop',
  elements: [
    { id: 'a1', kind: 'textbox', name: 'Search' },
    { id: 'a2', kind: 'button', name: 'Go' },
    { id: 'a3', kind: 'link', name: 'Help', href: 'https://shop.example/help' },
    { id: 'a4', kind: 'button', name: 'Nothing' },
  ],
  onAction: (action, { values }) =>
    action.action_type === 'click' && action.id === 'a2' && values.a1 !== undefined
      ? { goTo: 'https://shop.example/found' }
      : undefined,
};
export const found: FakePage = {
  url: 'https://shop.example/found',
  title: 'Found',
  text: (mode) =>
    mode === 'extract'
      ? ['| Name | Price |', '| Lamp {L1} | €39.80 |', '| Vase | €12.00 |']
      : ['"2 lamps found"'],
  links: { L1: 'https://shop.example/p/lamp?ref=very-long' },
};
export const help: FakePage = { url: 'https://shop.example/help', title: 'Help' };
export const pages = [search, found, help];

export const nothing = { button: null, count: null, want: null };
/** Decision of a step with these actions. */
export const say = (...actions: Json[]) => ({ check: 'ok', memory: 'm', plan: [], actions });
export const type = (id: string, text: string) => ({
  reason: 'fill',
  action_type: 'input_text',
  id,
  text,
  clear: null,
  submit: null,
});
export const click = (id: string) => ({ reason: 'go on', action_type: 'click', id, ...nothing });
export const complete = { reason: 'done', action_type: 'complete', summary: 'Found it.' };
export const done = { verdict: 'done', evidence: '2 lamps found', missing: null };
/** Action that ends a block as terminated. */
export const giveUp = (error_code: string | null = null) => ({
  reason: 'It is sold out.',
  action_type: 'terminate',
  category: 'wrong_state',
  error_code,
  evidence: 'sold out',
});

/** Executes a block of the agent on pages, with a model that gives these answers. */
export async function runBlock(
  blockType: string,
  config: Record<string, unknown>,
  answers: readonly ScriptedAnswer[] | ((request: ModelRequest, index: number) => ScriptedAnswer),
  images = false,
  shown = pages,
) {
  const session = await fakeBrowser({ pages: shown }).open(options);
  const model = scriptedModel({ answers, can: { images } });
  const fake = fakeContext({ session, model, label: 'the_block' });
  const clock = manualClock({ now: Date.UTC(2026, 4, 30) });
  const block = agentBlocks({ clock }).find(({ type }) => type === blockType) as AnyBlock;
  const outcome = await block
    .run({ parameters: {}, parameter_keys: [], ...config }, fake.context)
    .then((output) => ({ output, error: null }))
    .catch((error: unknown) => ({ output: null, error: error as RunwrightError }));
  return { ...outcome, ...fake, session, model };
}

/** Text of a request to a model; an image is `<image>`. */
export const textOf = ({ messages }: ModelRequest) =>
  messages
    .map(({ content }) =>
      typeof content === 'string'
        ? content
        : content.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)).join('\n'),
    )
    .join('\n');

/** Schema of a list of products. */
export const products = {
  type: 'object',
  properties: {
    products: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          price: { type: 'number' },
          url: { type: 'string', format: 'uri' },
          note: { type: 'string' },
        },
        required: ['name', 'price'],
      },
    },
  },
  required: ['products'],
};
/** Products of `found` as a model gives them. */
export const answer = {
  products: [
    { name: 'Lamp', price: 39.8, url: '{L1}', note: null },
    { name: 'Vase', price: 12, url: null, note: null },
  ],
};
