import { describe, expect, it } from 'vitest';
import type { AgentAction } from './agent-actions.ts';
import { isOfferedAction, linkTarget, toPageAction } from './offered-actions.ts';

const links = { L3: 'https://shop.example/p/lamp' };

function convert(action: AgentAction) {
  return isOfferedAction(action) ? toPageAction(action, links) : null;
}

describe('toPageAction', () => {
  it.each<[AgentAction, object]>([
    [
      { reason: '', action_type: 'click', id: 'a1', button: null, count: 2, want: null },
      { action_type: 'click', id: 'a1', count: 2 },
    ],
    [
      { reason: '', action_type: 'click', id: 'a1' },
      { action_type: 'click', id: 'a1' },
    ],
    [
      { reason: '', action_type: 'input_text', id: 'a1', text: 'x', clear: false, submit: null },
      { action_type: 'input_text', id: 'a1', text: 'x', clear: false },
    ],
    [
      { reason: '', action_type: 'select_option', id: 'a1', label: null, value: null, index: 0 },
      { action_type: 'select_option', id: 'a1', index: 0 },
    ],
    [
      { reason: '', action_type: 'checkbox', id: 'a1', checked: true },
      { action_type: 'checkbox', id: 'a1', checked: true },
    ],
    [
      { reason: '', action_type: 'keypress', keys: ['Enter'], repeat: null },
      { action_type: 'keypress', keys: ['Enter'] },
    ],
    [
      { reason: '', action_type: 'scroll', id: null, direction: 'down', amount: null, to: null },
      { action_type: 'scroll', direction: 'down' },
    ],
    [
      { reason: '', action_type: 'expand', id: 'g2' },
      { action_type: 'expand', id: 'g2' },
    ],
    [
      { reason: '', action_type: 'find', text: 'Lamp 99' },
      { action_type: 'find', text: 'Lamp 99' },
    ],
    [
      { reason: '', action_type: 'goto_url', url: '{L3}' },
      { action_type: 'goto_url', url: 'https://shop.example/p/lamp' },
    ],
    [
      { reason: '', action_type: 'wait', for: 'ms', value: 500 },
      { action_type: 'wait', for: 'ms', value: 500 },
    ],
  ])('converts %j without its null members', (action, expected) => {
    expect(convert(action)).toEqual(expected);
  });

  it('returns null for an action that the browser driver does not execute', () => {
    expect(convert({ reason: '', action_type: 'complete', summary: '' })).toBeNull();
    expect(convert({ reason: '', action_type: 'extract', goal: '' })).toBeNull();
  });
});

describe('linkTarget', () => {
  it('resolves link tokens with and without braces and returns other text unchanged', () => {
    expect(linkTarget('L3', links)).toBe('https://shop.example/p/lamp');
    expect(linkTarget('{L9}', links)).toBe('{L9}');
    expect(linkTarget('https://other.example/', links)).toBe('https://other.example/');
  });
});
