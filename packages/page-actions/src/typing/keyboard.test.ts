import { expect, it } from 'vitest';
import type { ActionContext } from '../action-context.ts';
import { keyboardActions } from './keyboard.ts';

/** Presses chords in a browser that has typed a secret; returns the result and whether the edit was noted. */
async function press(...keys: string[]) {
  let isNoted = false;
  const context = {
    tab: { input: { press: async () => true } },
    secrets: {
      hasAny: () => true,
      noteEdit: () => {
        isNoted = true;
      },
    },
    signal: new AbortController().signal,
  };
  const outcome = await keyboardActions.keypress(context as unknown as ActionContext, {
    action_type: 'keypress',
    keys,
  });
  return { code: outcome.code, isNoted };
}

it.each([
  ...['Control+c', 'Control+KeyC', 'ControlLeft+c', 'ControlRight+KeyX', 'MetaRight+KeyC', 'ControlOrMeta+C'],
  ...['Control+Numpad0', 'ControlLeft+Insert', 'ShiftLeft+Delete', 'Shift+NumpadDecimal', 'Control+c+a'],
])('nothing is copied by keys after a secret was typed: %s', { tags: ['security'] }, async (chord) => {
  expect(await press('a', chord)).toMatchObject({ code: 'secret_refused' });
});

it('keys that copy nothing are pressed', async () => {
  for (const chord of ['Control+KeyV', 'KeyC', 'ShiftLeft+KeyX', 'Numpad0', 'c+Control'])
    expect(await press(chord)).toEqual({ code: undefined, isNoted: false });
});

it('keys that edit a field are noted under each of their names', { tags: ['security'] }, async () => {
  for (const chord of ['Backspace', 'NumpadDecimal', 'ControlLeft+KeyZ', 'Control+y', 'Delete+a'])
    expect(await press(chord)).toEqual({ code: undefined, isNoted: true });
});
