import type { TimelineItem } from '@runwright/client';
import { expect, it } from 'vitest';
import { latestItems } from './latest-items.ts';

const at = (minute: number) => `2026-03-01T12:0${minute}:00.000Z`;

it('the latest blocks, actions, thoughts and take-overs come first, and hidden texts stay hidden', () => {
  const action = {
    action_id: 'act_1',
    action_type: 'click',
    status: 'completed',
    reasoning: 'Open it',
    created_at: at(2),
  };
  const block = {
    workflow_run_block_id: 'wrb_1',
    block_type: 'navigation',
    label: 'open',
    status: 'running',
    created_at: at(1),
  };
  const items = [
    {
      block: { ...block, actions: [action] },
      children: [
        { block: { ...block, workflow_run_block_id: 'wrb_2', created_at: at(0), actions: [] }, children: [] },
      ],
    },
    {
      thought: { thought_id: 'oth_1', thought_type: 'plan', thought: 'First this', created_at: at(3) },
      children: [],
    },
    {
      take_over: {
        ...{ take_over_id: 'tko_1', status: 'ended', created_at: at(4), ended_by: 'person' },
        actions: [
          {
            ...{ action_id: 'act_2', action_type: 'input_text', description: 'field "Password"' },
            ...{ text: null, masked: true, created_at: at(5) },
          },
        ],
      },
      children: [],
    },
  ] as unknown as readonly TimelineItem[];
  expect(latestItems(items, 5).map(({ what, detail }) => [what, detail])).toEqual([
    ['Person: input text', 'field "Password": (hidden)'],
    ['A person took control', 'Ended by: person'],
    ['Plan', 'First this'],
    ['Click', 'Open it'],
    ['open', 'Navigation'],
  ]);
});
