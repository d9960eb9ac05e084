import { type ComputerAction, fromComputerInput, type Message, type ModelRequest } from '@runwright/contract';
import { type MessagesEndpoint, messagesEndpoint } from '@runwright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anthropicModel } from './anthropic-model.ts';
import { toComputerAction } from './computer-actions.ts';
import { featuresOf } from './model-features.ts';

let endpoint: MessagesEndpoint;
beforeAll(async () => {
  endpoint = await messagesEndpoint();
});
afterAll(() => endpoint[Symbol.asyncDispose]());

const request = (messages: readonly Message[]): ModelRequest => ({
  purpose: 'cua',
  messages,
  computer: { width: 1_280, height: 800 },
  tools: [{ name: 'complete', description: 'Ends.', input: { type: 'object', properties: {} } }],
  limits: { outputTokens: 200, timeoutMs: 5_000 },
  signal: new AbortController().signal,
});
const start: Message = { role: 'user', content: 'Go.' };
const screenshot = { type: 'image', mediaType: 'image/jpeg', data: 'aGk=' } as const;
const resultOf = (id: string): Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', id, name: 'computer', parts: [screenshot] }],
});

describe('the computer tool', () => {
  it.each([
    ['claude-sonnet-4-6', 'computer_20251124', 'computer-use-2025-11-24', { enable_zoom: true }],
    ['claude-haiku-4-5-20251001', 'computer_20250124', 'computer-use-2025-01-24', {}],
  ])('of %s is %s with its beta header and the size of the display', async (name, type, beta, more) => {
    const model = anthropicModel({ apiKey: 'key', baseUrl: endpoint.url, model: name });
    const action = { action: 'left_click', coordinate: [10, 20], text: 'ctrl+shift' };
    endpoint.answer([{ type: 'tool_use', id: 'toolu_1', name: 'computer', input: action }]);
    const { parts } = await model.generate(request([start]));
    expect(model.can.computer).toBe('anthropic');
    expect(endpoint.bodies.at(-1)?.tools?.[0]).toEqual({
      ...{ type, name: 'computer', display_width_px: 1_280, display_height_px: 800, ...more },
    });
    expect(endpoint.headers.at(-1)?.['anthropic-beta']).toBe(beta);
    const [call] = parts;
    expect(call?.type === 'tool-call' && fromComputerInput(call.input).actions).toEqual([
      { type: 'click', x: 10, y: 20, button: 'left', count: 1, modifiers: ['ctrl', 'shift'] },
    ]);
    await model.generate(request([start, { role: 'assistant', content: parts }, resultOf('toolu_1')]));
    expect(endpoint.violations).toEqual([]);
    expect(endpoint.bodies.at(-1)?.messages[1]?.content[0]).toMatchObject({ input: action });
  });

  it('of a current model is a set of tools, and thoughts of a shortened conversation are dropped', async () => {
    const model = anthropicModel({ apiKey: 'key', baseUrl: endpoint.url, model: 'claude-sonnet-5-5' });
    endpoint.answer([
      { type: 'thinking', thinking: 'A button.', signature: 'c2ln' },
      {
        type: 'tool_use',
        id: 'toolu_2',
        name: 'left_click',
        toolset_name: 'computer',
        input: { coordinate: [1, 2] },
      },
    ]);
    const { parts } = await model.generate(request([start]));
    expect(endpoint.bodies.at(-1)?.tools?.[0]).toEqual({ type: 'computer_toolset_20260801' });
    expect(endpoint.headers.at(-1)?.['anthropic-beta']).toBe('thinking-binding-controls-2026-08-01');
    expect(parts[0]).toMatchObject({ type: 'reasoning', text: 'A button.' });
    expect(parts[1]).toMatchObject({ type: 'tool-call', name: 'computer' });
    await model.generate(request([start, { role: 'assistant', content: parts }, resultOf('toolu_2')]));
    expect(endpoint.violations).toEqual([]);
    expect(endpoint.bodies.at(-1)?.thinking).toEqual({
      ...{ type: 'adaptive', display: 'summarized' },
      block_binding: { prefix_mismatch_behavior: 'drop_block' },
    });
  });

  it('is refused before a request for a model that is not known to have it', async () => {
    const model = anthropicModel({ apiKey: 'key', baseUrl: endpoint.url, model: 'claude-3-haiku' });
    expect(model.can.computer).toBeUndefined();
    await expect(model.generate(request([start]))).rejects.toMatchObject({
      code: 'model_failed',
      retryable: false,
    });
  });

  it('shows the words of a call that was not executed as an error', async () => {
    const model = anthropicModel({ apiKey: 'key', baseUrl: endpoint.url, model: 'claude-sonnet-4-6' });
    endpoint.answer([{ type: 'tool_use', id: 'toolu_3', name: 'computer', input: { action: 'fly' } }]);
    const { parts } = await model.generate(request([start]));
    const words = [{ type: 'text', text: 'There is no action `fly` here.' }] as const;
    const result: Message = {
      role: 'tool',
      content: [{ type: 'tool-result', id: 'toolu_3', name: 'computer', parts: words, isError: true }],
    };
    await model.generate(request([start, { role: 'assistant', content: parts }, result]));
    expect(endpoint.violations).toEqual([]);
    expect(endpoint.bodies.at(-1)?.messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'toolu_3', content: words, is_error: true },
    ]);
  });
});

it.each<[string, object, ComputerAction]>([
  ['right_click', { coordinate: [1, 2] }, { type: 'click', x: 1, y: 2, button: 'right', count: 1 }],
  ['middle_click', { coordinate: [1, 2] }, { type: 'click', x: 1, y: 2, button: 'middle', count: 1 }],
  ['double_click', { coordinate: [1, 2] }, { type: 'click', x: 1, y: 2, button: 'left', count: 2 }],
  ['triple_click', {}, { type: 'click', x: null, y: null, button: 'left', count: 3 }],
  ['left_mouse_down', {}, { type: 'mouse', direction: 'down' }],
  ['left_mouse_up', {}, { type: 'mouse', direction: 'up' }],
  ['mouse_move', { coordinate: [3, 4] }, { type: 'move', x: 3, y: 4 }],
  [
    'left_click_drag',
    { start_coordinate: [1, 2], coordinate: [3, 4] },
    {
      type: 'drag',
      path: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
    },
  ],
  [
    'scroll',
    { coordinate: [1, 2], scroll_direction: 'up', scroll_amount: 3 },
    { type: 'scroll', x: 1, y: 2, right: 0, down: -300 },
  ],
  [
    'scroll',
    { scroll_direction: 'right', scroll_amount: 1 },
    { type: 'scroll', x: null, y: null, right: 100, down: 0 },
  ],
  ['key', { text: 'ctrl+a', repeat: 2 }, { type: 'keypress', keys: ['ctrl', 'a'], repeat: 2 }],
  ['hold_key', { text: 'shift', duration: 1.5 }, { type: 'keypress', keys: ['shift'], holdMs: 1_500 }],
  ['type', { text: 'Ann' }, { type: 'type', text: 'Ann' }],
  ['wait', { duration: 3 }, { type: 'wait', ms: 3_000 }],
  ['screenshot', {}, { type: 'screenshot' }],
  ['cursor_position', {}, { type: 'cursor' }],
  ['zoom', { region: [10, 20, 110, 70] }, { type: 'zoom', x: 10, y: 20, width: 100, height: 50 }],
  ['fly', {}, { type: 'unknown', name: 'fly' }],
  ['toString', {}, { type: 'unknown', name: 'toString' }],
])('the action %s with %j becomes an action that providers share', (name, input, action) => {
  expect(toComputerAction(name, input)).toEqual(action);
});

it.each<[string, object | null]>([
  ['left_click', { coordinate: ['1', 2] }],
  ['mouse_move', {}],
  ['left_click_drag', { coordinate: [3, 4] }],
  ['left_click_drag', { start_coordinate: [1, 2], coordinate: [3, 4], text: 'ctrl' }],
  ['scroll', { scroll_direction: 'sideways', scroll_amount: 3 }],
  ['scroll', { scroll_direction: 'down' }],
  ['key', null],
  ['hold_key', { text: 'a', duration: 100 }],
  ['type', { text: 7 }],
  ['zoom', { region: [10, 20, 5, 70] }],
])('the action %s with the wrong values %j says what is wrong', (name, input) => {
  expect(toComputerAction(name, input)).toEqual({ type: 'unknown', name, problem: expect.any(String) });
});

it.each([
  ['claude-opus-4-8', 'computer_toolset_20260801'],
  ['claude-opus-5', 'computer_toolset_20260801'],
  ['claude-haiku-5-5', 'computer_toolset_20260801'],
  ['claude-opus-6', 'computer_toolset_20260801'],
  ['anthropic/claude-sonnet-4.6', 'computer_20251124'],
  ['claude-opus-4-5-20251101', 'computer_20251124'],
  ['claude-opus-4-7', 'computer_20251124'],
  ['claude-sonnet-4-5', 'computer_20250124'],
  ['claude-opus-4-1-20250805', 'computer_20250124'],
  ['claude-sonnet-4-20250514', 'computer_20250124'],
  ['claude-3-7-sonnet-latest', 'computer_20250124'],
  ['claude-3-5-haiku-latest', null],
  ['gpt-4.1', null],
])('the computer tool of %s is %s', (model, version) => {
  expect(featuresOf(model).computerTool).toBe(version);
});
