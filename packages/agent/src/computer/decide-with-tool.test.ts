import {
  type AnyBlock,
  type ComputerAction,
  computerTool,
  type Json,
  type JsonObject,
  type ModelRequest,
  noUsage,
  type OpenOptions,
  type Part,
  toComputerInput,
} from '@runwright/contract';
import { type FakePage, fakeBrowser, fakeContext, scriptedModel } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { agentBlocks } from '../agent-blocks.ts';

const options: OpenOptions = {
  egress: { check: async (url) => ({ url: new URL(url), addresses: [] }) },
  reveal: (text) => text,
  signal: new AbortController().signal,
};

const computer = (id: string, ...actions: ComputerAction[]): Part => ({
  ...{ type: 'tool-call', id, name: computerTool },
  input: toComputerInput({ actions, safetyChecks: [] }),
});
const call = (id: string, name: string, input: JsonObject): Part => ({ type: 'tool-call', id, name, input });
const click: ComputerAction = { type: 'click', x: 0, y: 0, button: 'left', count: 1 };
const finished = call('end', 'complete', { summary: 'Done.' });

/** Runs a `navigation` block whose model gives these turns, one after the other. */
async function runBlock(
  turns: readonly (readonly Part[])[],
  focused: boolean,
  onAction?: FakePage['onAction'],
) {
  const page: FakePage = {
    ...{ url: 'https://shop.example/', title: 'Shop' },
    elements: [{ id: 'a1', kind: 'textbox', name: 'Name', flags: focused ? ['focused'] : [] }],
    ...(onAction ? { onAction } : {}),
  };
  const session = await fakeBrowser({ pages: [page] }).open(options);
  const left = [...turns];
  const verified: Json = { verdict: 'done', evidence: 'Name', missing: null };
  const model = scriptedModel({
    can: { images: true, computer: 'openai' },
    answers: ({ purpose }) => {
      if (purpose !== 'cua') return verified;
      const parts = left.shift();
      return parts
        ? { parts, usage: noUsage, handle: `resp_${turns.length - left.length}` }
        : new Error('No turn is left.');
    },
  });
  const fake = fakeContext({ session, model, label: 'the_block' });
  const block = agentBlocks().find(({ type }) => type === 'navigation') as AnyBlock;
  const config = { navigation_goal: 'Go.', url: page.url, engine: 'cua-a', max_steps_per_run: 9 };
  const error = await block
    .run({ parameters: {}, parameter_keys: [], ...config }, fake.context)
    .then(() => null)
    .catch((thrown: unknown) => thrown);
  const talk = model.requests.filter(({ purpose }) => purpose === 'cua');
  const told = (request: ModelRequest | undefined) => JSON.stringify(request?.messages);
  return {
    error,
    talk,
    told: talk.map(told),
    actions: session.actions.map(({ action }) => action.action_type),
  };
}

describe('the engine with a computer tool', () => {
  it('types after a click of the same call in a step of its own, without another call of the model', async () => {
    const run = await runBlock([[computer('c1', click, { type: 'type', text: 'Ann' })], [finished]], true);
    expect(run.error).toBe(null);
    expect(run.actions).toEqual(['goto_url', 'click', 'input_text']);
    expect(run.talk).toHaveLength(2);
    expect(run.told[1]).toContain('click');
    expect(run.told[1]).toContain('input_text');
  });

  it('executes a function that is called after a text of the same turn', async () => {
    const typed = computer('c1', click, { type: 'type', text: 'Ann' });
    const run = await runBlock([[typed, finished]], true);
    expect(run.error).toBe(null);
    expect(run.actions).toEqual(['goto_url', 'click', 'input_text']);
    expect(run.talk).toHaveLength(1);
  });

  it('says why a text was not typed, and how much of the call is left', async () => {
    const typed = computer('c1', click, { type: 'type', text: 'Ann' }, { type: 'keypress', keys: ['ENTER'] });
    const run = await runBlock([[typed], [finished]], false);
    expect(run.actions).toEqual(['goto_url', 'click']);
    expect(run.told[1]).toContain(
      '2 more actions of the call were not done: Nothing on the page has the focus',
    );
  });

  it('says what was left out after an action that failed', async () => {
    const typed = computer('c1', click, { type: 'type', text: 'Ann' });
    const fail: FakePage['onAction'] = ({ action_type }) =>
      action_type === 'click' ? { result: { status: 'failed', message: 'It is covered.' } } : undefined;
    const run = await runBlock([[typed], [finished]], true, fail);
    expect(run.actions).not.toContain('input_text');
    expect(run.told[1]).toContain('1 more action of the call was not done: one before it failed');
  });
});
