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
  engine: 'cua-a' | 'cua-b' = 'cua-a',
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
    can: { images: true, computer: engine === 'cua-a' ? 'openai' : 'anthropic' },
    answers: ({ purpose }) => {
      if (purpose !== 'cua') return verified;
      const parts = left.shift();
      if (!parts) return new Error('No turn is left.');
      const handle = `resp_${turns.length - left.length}`;
      return { parts, usage: noUsage, ...(engine === 'cua-a' ? { handle } : {}) };
    },
  });
  const fake = fakeContext({ session, model, label: 'the_block' });
  const block = agentBlocks().find(({ type }) => type === 'navigation') as AnyBlock;
  const config = { navigation_goal: 'Go.', url: page.url, engine, max_steps_per_run: 20 };
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
    calls: session.actions.map(({ action }) => action),
    thoughts: fake.entries.flatMap((entry) => (entry.type === 'thought' ? [entry.thought] : [])),
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

describe('the engine whose provider keeps no conversation', () => {
  const run = (turns: readonly (readonly Part[])[], focused = true) =>
    runBlock(turns, focused, undefined, 'cua-b');
  const results = (request: ModelRequest | undefined) =>
    (request?.messages.at(-1)?.role === 'tool' ? request.messages.at(-1) : request?.messages.at(-2))?.content;

  it('sends the whole conversation in each turn, thoughts and the own form of calls included', async () => {
    const thought: Part = {
      ...{ type: 'reasoning', text: 'I click.' },
      original: { type: 'thinking', signature: 'c2ln' },
    };
    const first: Part = { ...computer('c1', click), original: { name: 'left_click' } } as Part;
    const { talk, error, thoughts } = await run([[thought, first], [computer('c2', click)], [finished]]);
    expect(error).toBe(null);
    expect(talk.map(({ previous }) => previous)).toEqual([undefined, undefined, undefined]);
    expect(talk.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
      ['system', 'user'],
      ['system', 'user', 'assistant', 'tool', 'user'],
      ['system', 'user', 'assistant', 'tool', 'user', 'assistant', 'tool', 'user'],
    ]);
    expect(talk[2]?.messages[2]?.content).toEqual([thought, first]);
    expect(thoughts).toContain('I click.');
  });

  it('keeps the ten newest screenshots', async () => {
    const turns = Array.from('ABCDEFGHIJKLM', (key) => [computer(key, { type: 'keypress', keys: [key] })]);
    const { talk, told } = await run([...turns, [finished]]);
    expect(told.map((text) => text.split('"mediaType"').length - 1)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10],
    ]);
    expect(JSON.stringify(talk.at(-1)?.messages[1])).toContain('(an older screenshot is left out)');
    expect(told.at(-1)?.split('an older screenshot').length).toBe(5);
  });

  it('answers each call of a turn, and shows the screenshot once', async () => {
    const { talk, actions } = await run([
      [computer('c1', click), computer('c2', { type: 'keypress', keys: ['ctrl', 'a'] })],
      [finished],
    ]);
    expect(actions).toEqual(['goto_url', 'click', 'keypress']);
    expect(results(talk[1])).toMatchObject([
      { id: 'c1', parts: [{ type: 'text', text: 'See the screenshot of the last call.' }] },
      { id: 'c2', parts: [{ type: 'image' }] },
    ]);
  });

  it.each<[string, ComputerAction, string]>([
    ['a point outside of the image', { ...click, x: 9_000, y: 0 }, 'is outside of the screenshot'],
    ['an unknown action', { type: 'unknown', name: 'fly' }, 'There is no action `fly` here.'],
    ['wrong values', { type: 'unknown', name: 'key', problem: 'No key.' }, '`key` was not done: No key.'],
    [
      'a key that is no modifier',
      { ...click, modifiers: ['a'] },
      'Only Alt, Control, Meta and Shift can be held during a click.',
    ],
    [
      'a click where the pointer is, when it was not moved',
      { ...click, x: null, y: null },
      'say where to click',
    ],
    [
      'an area to zoom into that is not in the image',
      { type: 'zoom', x: 0, y: 0, width: 9_000, height: 1 },
      'is outside of the screenshot',
    ],
  ])('tells the model about %s as an error of the call', async (_name, action, words) => {
    const { talk, actions } = await run([[computer('c1', action)], [finished]]);
    expect(actions).toEqual(['goto_url']);
    expect(results(talk[1])).toEqual([
      {
        ...{ type: 'tool-result', id: 'c1', name: 'computer', isError: true },
        parts: [{ type: 'text', text: expect.stringContaining(words) }],
      },
    ]);
  });

  it('says where the pointer is, and clicks there without a point', async () => {
    const { talk, calls } = await run([
      [computer('c1', { type: 'move', x: 1, y: 0 }), computer('c2', { type: 'cursor' })],
      [computer('c3', { ...click, x: null, y: null, count: 3, modifiers: ['ctrl', 'Shift_L'] })],
      [finished],
    ]);
    expect(JSON.stringify(results(talk[1]))).toContain('X=1,Y=0');
    expect(calls.at(-1)).toMatchObject({
      ...{ action_type: 'click', count: 3, modifiers: ['Control', 'Shift'] },
    });
  });

  it('presses and releases the button, holds keys, and waits as long as asked', async () => {
    const { calls, error } = await run([
      [
        computer('c1', { type: 'mouse', direction: 'down' }),
        computer('c2', { type: 'mouse', direction: 'up' }),
        computer('c3', { type: 'keypress', keys: ['Down'], holdMs: 500 }),
        computer('c4', { type: 'wait', ms: 60_000 }),
      ],
      [finished],
    ]);
    expect(error).toBe(null);
    expect(calls.slice(1)).toMatchObject([
      { action_type: 'left_mouse', direction: 'down' },
      { action_type: 'left_mouse', direction: 'up' },
      { action_type: 'keypress', keys: ['ArrowDown'], hold_ms: 500 },
      { action_type: 'wait', for: 'ms', value: 10_000 },
    ]);
  });

  it('shows the part of the page that the model zooms into, and the page', async () => {
    const { talk } = await run([
      [computer('c1', { type: 'zoom', x: 0, y: 0, width: 1, height: 1 })],
      [finished],
    ]);
    expect(results(talk[1])).toMatchObject([{ id: 'c1', parts: [{ type: 'image' }, { type: 'image' }] }]);
  });
});
