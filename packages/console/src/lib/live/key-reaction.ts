import type { LiveInput } from './protocol.ts';

/** Members of a `keydown` event that decide. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
  readonly isComposing: boolean;
  /** Whether AltGr is down, which types characters. */
  readonly isAltGraph: boolean;
}

/**
 * What a key does in the picture: `leave` gives the focus back to the page around it, `type` lets the hidden field take it as text,
 * `browser` leaves it to the browser of the person.
 */
export type KeyReaction =
  | { readonly kind: 'leave' }
  | { readonly kind: 'type' }
  | { readonly kind: 'browser' }
  | { readonly kind: 'send'; readonly input: LiveInput };

const namedKeys =
  /^(?:Enter|Tab|Backspace|Delete|Escape|Insert|Home|End|PageUp|PageDown|Arrow(?:Left|Right|Up|Down)|F(?:[1-9]|10))$/;
/** Commands for the browser of the person: close, open and show its tabs and windows. */
const commandsOfBrowser = new Set(['t', 'n', 'w', 'q']);

/** Decides what a key does. On a Mac, commands have the Meta key, and Alt types characters. */
export function keyReaction(press: KeyPress, { isMac }: { readonly isMac: boolean }): KeyReaction {
  const { key, ctrlKey, altKey, shiftKey, metaKey, isAltGraph } = press;
  if (press.isComposing || key === 'Process' || key === 'Dead' || key === 'Unidentified')
    return { kind: 'type' };
  if (key === 'F6' || (key === 'Escape' && ctrlKey && shiftKey)) return { kind: 'leave' };
  const isCharacter = [...key].length === 1;
  const isCommand = !isAltGraph && (ctrlKey || metaKey || (altKey && !isMac));
  if (isCharacter && !isCommand) return { kind: 'type' };
  if (!isCharacter && !namedKeys.test(key)) return { kind: 'browser' };

  const letter = key.toLowerCase();
  const isMain = isMac ? metaKey : ctrlKey;
  if (key === 'F5' || (isMain && letter === 'r')) return send({ type: 'navigate', to: 'reload' });
  const isHistory = isMac ? metaKey : altKey;
  if (isHistory && key === 'ArrowLeft') return send({ type: 'navigate', to: 'back' });
  if (isHistory && key === 'ArrowRight') return send({ type: 'navigate', to: 'forward' });
  // The event `paste` brings the text.
  if (isMain && letter === 'v') return { kind: 'type' };
  if (isMain && commandsOfBrowser.has(letter)) return { kind: 'browser' };
  const chord = [
    ctrlKey || metaKey ? 'Control' : '',
    altKey ? 'Alt' : '',
    shiftKey ? 'Shift' : '',
    isCharacter ? letter : key,
  ];
  return send({ type: 'key', action: 'press', key: chord.filter(Boolean).join('+') });
}

function send(input: LiveInput): KeyReaction {
  return { kind: 'send', input };
}
