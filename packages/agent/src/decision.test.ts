import { describe, expect, it } from 'vitest';
import { isPageMove, linkTarget, type Move, pageAction } from './decision.ts';

const links = { L3: 'https://shop.example/p/lamp' };

function action(move: Move) {
  return isPageMove(move) ? pageAction(move, links) : null;
}

describe('pageAction', () => {
  it.each<[Move, object]>([
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
  ])('of %j leaves out what is null', (move, expected) => {
    expect(action(move)).toEqual(expected);
  });

  it('is none for a move that the page does not carry out', () => {
    expect(action({ reason: '', action_type: 'complete', summary: '' })).toBeNull();
    expect(action({ reason: '', action_type: 'extract', goal: '' })).toBeNull();
  });
});

describe('linkTarget', () => {
  it('knows tokens with and without braces, and leaves everything else alone', () => {
    expect(linkTarget('L3', links)).toBe('https://shop.example/p/lamp');
    expect(linkTarget('{L9}', links)).toBe('{L9}');
    expect(linkTarget('https://other.example/', links)).toBe('https://other.example/');
  });
});
