import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../yaml/json.ts';
import { costBound } from './cost-bound.ts';
import { moneyBound } from './money-bound.ts';

const block = (label: string, block_type: string, own: JsonObject = {}): JsonObject => ({
  label,
  block_type,
  ...own,
});
const file = (blocks: readonly JsonObject[], own: JsonObject = {}): Json => ({
  workflow_definition: { blocks, ...own },
});

describe('costBound', () => {
  it('adds the steps of blocks in order, with all attempts', () => {
    const blocks = [
      block('open', 'goto_url'),
      block('sign_in', 'navigation', { max_retries: 2 }),
      block('click', 'action'),
      block('read', 'extraction', { max_steps_per_run: 4, retry: { max_retries: 1 } }),
    ];
    expect(costBound(file(blocks))).toEqual({ steps: 39, loops: [], unknown: [] });
  });

  it('takes the longest of the branches, and the block that runs last', () => {
    const blocks = [
      block('which', 'conditional', {
        branch_conditions: [
          { criteria: { expression: '{{ a }}' }, next_block_label: 'short' },
          { is_default: true, next_block_label: 'long' },
        ],
        next_block_label: 'end',
      }),
      block('short', 'action'),
      block('long', 'navigation'),
      block('end', 'validation'),
      block('clean', 'action'),
    ];
    expect(costBound(file(blocks, { finally_block_label: 'clean' })).steps).toBe(13);
  });

  it('counts a loop with the most iterations that the engine makes, and tells the steps of one', () => {
    const each = block('each', 'for_loop', {
      loop_blocks: [block('click', 'action'), block('check', 'validation')],
    });
    expect(costBound(file([each]))).toEqual({
      steps: 3000,
      loops: [{ label: 'each', steps: 3, iterations: 1000 }],
      unknown: [],
    });
  });

  it('says what it cannot count', () => {
    const blocks = [
      block('ask', 'text_prompt'),
      block('child', 'workflow_trigger'),
      block('own', 'count_words'),
      block('program', 'code', { code: 'return 1' }),
      block('which', 'conditional', { branch_conditions: [{ criteria: { expression: 'it is late' } }] }),
    ];
    expect(costBound(file(blocks)).unknown.map((text) => text.split(':')[0])).toEqual([
      'ask',
      'child',
      'own',
      'which',
    ]);
    const cycle = [
      block('a', 'action', { next_block_label: 'b' }),
      block('b', 'action', { next_block_label: 'a' }),
    ];
    expect(costBound(file(cycle)).steps).toBe(null);
  });
});

describe('moneyBound', () => {
  it('is the smaller one of the limits of workflow and service', () => {
    const caps = { run_cost: 2, run_tokens: null };
    expect(moneyBound({ max_cost: 0.5 }, caps)).toEqual({
      cost: { value: 0.5, of: 'workflow' },
      tokens: null,
    });
    expect(moneyBound({ max_cost: 5, max_tokens: 10 }, caps)).toEqual({
      cost: { value: 2, of: 'service' },
      tokens: { value: 10, of: 'workflow' },
    });
    expect(moneyBound({}, null)).toEqual({ cost: null, tokens: null });
  });
});
