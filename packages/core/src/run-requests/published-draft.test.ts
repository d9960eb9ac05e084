import type { AcceptedDraft, TimelineEvent } from '@runwright/contract';
import { expect, it } from 'vitest';
import { publishedDraft } from './published-draft.ts';

const draft = {
  title: 'Task',
  workflow_definition: { parameters: [], blocks: [] },
} as unknown as AcceptedDraft;
const event = (fields: object) => fields as TimelineEvent;
const part = (id: string, kind: string, goal: string, fields: object = {}) =>
  event({
    type: 'subtask-start',
    eventId: id,
    kind,
    goal,
    dataSchema: null,
    parentSubtaskId: null,
    ...fields,
  });
const end = (id: string, status = 'completed') =>
  event({ type: 'subtask-end', eventId: id, subtaskId: id, status });
const typed = (id: string, text: string, name: string, status = 'completed') => [
  event({ type: 'action-start', actionId: id, action: { action_type: 'input_text', text } }),
  event({ type: 'action-end', actionId: id, status, result: { target: { name } } }),
];
const task = (events: readonly TimelineEvent[]) =>
  publishedDraft({
    ...{ prompt: 'Find order 4711 of ACME, not 47110.', url: 'https://shop.example/' },
    ...{ draft, events },
  });

it('chains the parts that succeeded, in their order, after the start page', () => {
  const published = task([
    part('a', 'navigation', 'Search.'),
    end('a'),
    part('b', 'navigation', 'A dead end.'),
    end('b', 'failed'),
    part('c', 'for_loop', 'Open each order.'),
    part('d', 'navigation', 'One order.', { parentSubtaskId: 'c' }),
    end('d'),
    end('c'),
    part('e', 'extraction', 'Take the rows.'),
    end('e'),
  ]);
  expect(published?.workflow_definition.blocks).toMatchObject([
    { block_type: 'goto_url', label: 'open', url: 'https://shop.example/', next_block_label: 'part_1' },
    { block_type: 'navigation', label: 'part_1', navigation_goal: 'Search.', next_block_label: 'part_2' },
    { block_type: 'task_v2', label: 'part_2', prompt: 'Open each order.' },
    { block_type: 'extraction', data_extraction_goal: 'Take the rows.', next_block_label: null },
  ]);
  expect(published?.status).toBe('published');
});

it('makes parameters of typed values that the prompt names, with these as defaults', () => {
  const published = task([
    part('a', 'navigation', 'Search for 4711 (not 47110) of ACME.'),
    ...typed('1', '4711', 'Order number:'),
    ...typed('2', 'ACME', 'Order number'),
    ...typed('3', 'of', '', 'failed'),
    ...typed('4', 'elsewhere', 'Note'),
    end('a'),
  ]);
  expect(published?.workflow_definition.parameters).toMatchObject([
    { key: 'order_number', default_value: '4711', workflow_parameter_type: 'string' },
    { key: 'order_number_2', default_value: 'ACME' },
  ]);
  expect(published?.workflow_definition.blocks[1]).toMatchObject({
    navigation_goal: 'Search for {{ order_number }} (not 47110) of {{ order_number_2 }}.',
    parameter_keys: ['order_number', 'order_number_2'],
  });
});

it('prints what a part says as it is, also braces', () => {
  const published = task([part('a', 'navigation', 'Type {{ secret }}.'), end('a')]);
  expect(published?.workflow_definition.blocks[1]).toMatchObject({
    navigation_goal: "Type {{ '{{' }} secret }}.",
  });
});

it('leaves a task alone that was not divided', () => {
  expect(task(typed('1', '4711', 'Order'))).toBeNull();
});
