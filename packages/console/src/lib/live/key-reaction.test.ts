import { describe, expect, it } from 'vitest';
import { type KeyPress, keyReaction } from './key-reaction.ts';

const plain = {
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  isComposing: false,
  isAltGraph: false,
};
const on = (press: Partial<KeyPress> & { readonly key: string }, isMac = false) => {
  const reaction = keyReaction({ ...plain, ...press }, { isMac });
  if (reaction.kind !== 'send') return reaction.kind;
  return reaction.input.type === 'key' ? reaction.input.key : reaction.input;
};

describe('keys in the picture', () => {
  it.each([
    ['characters are typed', { key: 'a' }, 'type'],
    ['so are those of other planes', { key: '😀' }, 'type'],
    ['those with AltGr', { key: '@', ctrlKey: true, altKey: true, isAltGraph: true }, 'type'],
    ['and those of a composition', { key: 'Enter', isComposing: true }, 'type'],
    ['dead keys wait for the next one', { key: 'Dead' }, 'type'],
    ['named keys are sent', { key: 'Enter' }, 'Enter'],
    ['with their modifiers', { key: 'Tab', shiftKey: true }, 'Shift+Tab'],
    ['commands are sent', { key: 'A', ctrlKey: true, shiftKey: true }, 'Control+Shift+a'],
    ['paste brings its text later', { key: 'v', ctrlKey: true }, 'type'],
    ['F6 leaves', { key: 'F6' }, 'leave'],
    ['Control+Shift+Escape leaves', { key: 'Escape', ctrlKey: true, shiftKey: true }, 'leave'],
    ['Escape alone is for the page', { key: 'Escape' }, 'Escape'],
    ['new tabs are those of the person', { key: 't', ctrlKey: true }, 'browser'],
    ['keys for sound are not for the page', { key: 'AudioVolumeUp' }, 'browser'],
    ['modifiers alone are not sent', { key: 'Shift', shiftKey: true }, 'browser'],
    ['F5 loads the page again', { key: 'F5' }, { type: 'navigate', to: 'reload' }],
    ['Alt and an arrow go back', { key: 'ArrowLeft', altKey: true }, { type: 'navigate', to: 'back' }],
  ])('%s', (_title, press, expected) => {
    expect(on(press)).toEqual(expected);
  });

  it('on a Mac, commands have the Meta key and Alt types characters', () => {
    expect(on({ key: 'a', metaKey: true }, true)).toBe('Control+a');
    expect(on({ key: 'v', metaKey: true }, true)).toBe('type');
    expect(on({ key: '∂', altKey: true }, true)).toBe('type');
    expect(on({ key: 'ArrowLeft', metaKey: true }, true)).toEqual({ type: 'navigate', to: 'back' });
  });
});
