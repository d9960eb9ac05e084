import type { AnyBlock, Json, ModelRequest } from '@runwright/contract';
import {
  type FakePage,
  fakeBrowser,
  fakeContext,
  type ScriptedAnswer,
  scriptedModel,
} from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { agentBlocks } from './agent-blocks.ts';

const url = 'https://shop.example/orders';
const say = (...actions: Json[]) => ({ check: 'ok', memory: 'm', plan: [], actions });
const click = { reason: 'go on', action_type: 'click', id: 'a1', button: null, count: null, want: null };
const complete = { reason: 'done', action_type: 'complete', summary: 'Done.' };
const done = { verdict: 'done', evidence: 'Orders', missing: null };

const textOf = ({ messages }: ModelRequest) =>
  messages
    .flatMap(({ content }) => (typeof content === 'string' ? [content] : content.map(partText)))
    .join('\n');
const partText = (part: { readonly type: string; readonly text?: string }) => part.text ?? `<${part.type}>`;

async function runTask(
  page: Partial<FakePage>,
  config: Record<string, unknown>,
  answers: (request: ModelRequest, index: number) => ScriptedAnswer,
  images = false,
) {
  const session = await fakeBrowser({ pages: [{ url, ...page }] }).open({
    egress: { check: async (address) => ({ url: new URL(address), addresses: [] }) },
    reveal: (text) => text,
    signal: new AbortController().signal,
  });
  const model = scriptedModel({ answers, can: { images } });
  const { context, artifacts } = fakeContext({ session, model });
  const task = agentBlocks().find(({ type }) => type === 'task') as AnyBlock;
  const output = await task.run({ url, navigation_goal: 'Read.', parameters: {}, ...config }, context);
  const checks = model.requests.filter(({ purpose }) => purpose === 'verify');
  return { output, artifacts, checks };
}

describe('the verification of a goal', () => {
  it('accepts 200 correct rows at the first claim, because nothing of them looks cut', async () => {
    const orders = Array.from({ length: 200 }, (_, index) => ({
      number: `PO-${index}`,
      customer: `Customer ${index} of a long name that fills the line`,
    }));
    const field = { type: 'string' };
    const items = { type: 'object', properties: { number: field, customer: field }, required: ['number'] };
    const data_schema = { type: 'object', properties: { orders: { type: 'array', items } } };
    const { output, checks } = await runTask({}, { data_schema }, (request) => {
      if (request.purpose === 'act') return say(complete);
      if (request.purpose === 'extract') return { orders };
      const data = /\[\[data [0-9a-f]+\]\]\n([\s\S]*?)\n\[\[end/.exec(textOf(request))?.[1] ?? '';
      const rows = [...data.matchAll(/^\{.*\}(?=,?$)/gm)].map(([row]) => JSON.parse(row) as Json);
      const leftOut = Number(/\((\d+) of 200 items are left out between these\)/.exec(data)?.[1] ?? 0);
      const isWhole = data.startsWith('200 items') && rows.length + leftOut === 200;
      return isWhole ? done : { verdict: 'not_done', evidence: '', missing: 'The data looks cut.' };
    });
    expect(output).toMatchObject({ status: 'completed' });
    expect(checks).toHaveLength(1);
    expect(textOf(checks[0]!)).toContain('extract: 200 items on this page');
  });

  it('sees the downloads, the answered dialogs and the last results', async () => {
    const page: FakePage = {
      url,
      elements: [{ id: 'a1', kind: 'button', name: 'Get the bill' }],
      onAction: ({ action_type }) =>
        action_type !== 'click'
          ? undefined
          : {
              asks: {
                dialog: { kind: 'confirm', text: 'Download it?', suggestion: '', url },
                answered: () => ({ downloads: [{ filename: 'bill.pdf', content: 'of May' }] }),
              },
            },
    };
    const { checks } = await runTask(page, {}, ({ purpose, output }, index) => {
      if (output?.name === 'dialog') return { accept: true, text: null };
      if (purpose === 'verify') return done;
      return say(index === 0 ? click : complete);
    });
    const text = textOf(checks[0]!);
    expect(text).toMatch(/\[\[files [0-9a-f]+\]\]\nbill\.pdf, 6 bytes, completed\n/);
    expect(text).toMatch(/\[\[dialogs [0-9a-f]+\]\]\nconfirm "Download it\?" was accepted\n/);
    expect(text).toMatch(/\[\[result [0-9a-f]+\]\]\n1\.1 click a1/);
  });

  it.each([
    ['has an image when the goal is about what is seen', 'Choose the red colour.', true, true],
    ['has no image when the goal is about text', 'Read the list.', true, false],
    ['has no image when the model takes none', 'Choose the red colour.', false, false],
  ])('%s', async (_title, goal, images, isSent) => {
    const { checks, artifacts } = await runTask(
      {},
      { navigation_goal: goal },
      ({ purpose }) => (purpose === 'verify' ? done : say(complete)),
      images,
    );
    expect(textOf(checks[0]!).includes('<image>')).toBe(isSent);
    // The turn that decides has its own image.
    expect(artifacts.filter(({ type }) => type === 'screenshot_llm')).toHaveLength(isSent ? 2 : 0);
  });

  it('is told that items that are left out are counted', async () => {
    const { checks } = await runTask({}, {}, ({ purpose }) => (purpose === 'verify' ? done : say(complete)));
    expect(textOf(checks[0]!)).toContain('Never ask for them');
  });
});
