import type { InputTarget, ManualInput } from '@runwright/contract';

/** Counts what a person types into a field that pictures show painted over. */
export interface HiddenTyping {
  /** Takes an input that was executed, and what it was for. */
  add(input: ManualInput, target: InputTarget): void;
}

const commands = ['Control', 'Alt', 'Meta'];

/**
 * Creates the counter of one person, which keeps no text. `tell` is called with the number of characters since they began to type into the
 * field, and with null when they do something else.
 */
export function createHiddenTyping(tell: (characters: number | null) => void): HiddenTyping {
  let typing: { readonly field: string; readonly characters: number } | null = null;

  return {
    add(input, target) {
      const change = changeOf(input);
      if (change === 'nothing') return;
      const field = target.isPaintedOver === true ? target.field : null;
      if (change === 'end' || field === null) {
        if (typing) tell(null);
        typing = null;
        return;
      }
      const before = typing?.field === field ? typing.characters : 0;
      typing = { field, characters: Math.max(0, before + change) };
      tell(typing.characters);
    },
  };
}

/** Characters that an input adds or takes away. */
function changeOf(input: ManualInput): number | 'nothing' | 'end' {
  if (input.type === 'text') return [...input.text].length;
  if (input.type === 'wheel') return 'nothing';
  if (input.type === 'mouse') return input.action === 'down' ? 'end' : 'nothing';
  if (input.type !== 'key') return 'end';
  if (input.action === 'up' || input.key === 'Shift') return 'nothing';
  if (input.key === 'Backspace') return -1;
  const chord = input.key === '+' ? ['+'] : input.key.split('+');
  const isCharacter = [...(chord.at(-1) ?? '')].length === 1;
  return isCharacter && !chord.some((one) => commands.includes(one)) ? 1 : 'end';
}
