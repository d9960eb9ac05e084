import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../yaml/json.ts';
import { beginningsOf } from './beginnings.ts';
import { graphOf } from './graph-model.ts';

const open: JsonObject = { label: 'open', block_type: 'goto_url', url: 'https://a.test' };
const search: JsonObject = { label: 'search', block_type: 'navigation', navigation_goal: 'Search.' };
const read: JsonObject = { label: 'read', block_type: 'extraction', data_extraction_goal: 'The rows.' };
const rest = (label: string): JsonObject => ({ label, block_type: 'wait', wait_sec: 1 });

const of = (label: string, blocks: readonly JsonObject[]) =>
  beginningsOf(graphOf({ workflow_definition: { blocks } }), label);

describe('beginningsOf', () => {
  it('suggests the last address that is opened before a block that works on its page', () => {
    const first = { ...open, label: 'first', url: 'https://first.test' };
    expect(of('read', [first, open, search, read])).toEqual({
      choices: [
        { id: 'none', labels: [] },
        { id: 'open', labels: ['open'], url: 'https://a.test' },
        { id: 'all', labels: ['first', 'open', 'search'] },
      ],
      suggested: 'open',
      needsPage: true,
    });
    expect(of('search', [open, search]).choices.map(({ id }) => id)).toEqual(['none', 'open']);
  });

  it('suggests all blocks before it when only an agent opens an address', () => {
    const { suggested, choices } = of('read', [{ ...search, url: 'https://a.test' }, read]);
    expect(suggested).toBe('all');
    expect(choices).toEqual([
      { id: 'none', labels: [] },
      { id: 'all', labels: ['search'] },
    ]);
  });

  it('suggests nothing for a block with an address of its own, or one that needs no page', () => {
    for (const block of [{ ...read, url: 'https://b.test' }, { ...rest('read') }])
      expect(of('read', [open, block])).toMatchObject({ suggested: 'none', needsPage: false });
    const code = (text: string): JsonObject => ({ label: 'read', block_type: 'code', code: text });
    expect(of('read', [open, code('return 1')]).suggested).toBe('none');
    expect(of('read', [open, code('return page.title()')]).suggested).toBe('open');
    expect(of('read', [read])).toMatchObject({ suggested: 'none', needsPage: true });
  });

  it('goes along branches and out of loops, without the conditional and the loop', () => {
    const which: JsonObject = {
      label: 'which',
      block_type: 'conditional',
      branch_conditions: [
        { criteria: { expression: '{{ true }}' }, next_block_label: 'left' },
        { is_default: true, next_block_label: 'each' },
      ],
    };
    const each: JsonObject = {
      label: 'each',
      block_type: 'for_loop',
      loop_variable_reference: '[1]',
      loop_blocks: [rest('inner'), read],
    };
    const blocks = [{ ...open, next_block_label: 'which' }, which, rest('left'), each];
    const labels = of('read', blocks).choices.find(({ id }) => id === 'all')?.labels;
    expect(labels).toEqual(['open', 'inner']);
  });

  it('ends in a workflow that leads in a circle', () => {
    const blocks = [
      { ...open, next_block_label: 'read' },
      { ...read, next_block_label: 'open' },
    ];
    expect(of('read', blocks).choices.at(-1)?.labels).toEqual(['open']);
  });
});
