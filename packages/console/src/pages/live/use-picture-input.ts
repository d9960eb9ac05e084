import { type RefObject, useEffect } from 'react';
import { keyReaction } from '../../lib/live/key-reaction.ts';
import { followMouse } from '../../lib/live/mouse-input.ts';
import type { PageSize } from '../../lib/live/picture-point.ts';
import { type LiveInput, textMessages } from '../../lib/live/protocol.ts';

/** Characters of one paste. */
const longestPaste = 100_000;

/** What inputs are sent to, and how the picture is left. */
export interface PictureInput {
  readonly page: PageSize;
  readonly send: (input: LiveInput) => void;
  /** Gives the focus back to the page around the picture. */
  readonly onLeave: () => void;
  /** Is called with a problem that the person has to know. */
  readonly onProblem: (text: string) => void;
}

/**
 * Sends what a person does in the picture: the mouse, the wheel, fingers, keys, composed text and paste. `field` is an invisible text field
 * over the picture, which gets the events of the keyboard and of input methods.
 */
export function usePictureInput(
  field: RefObject<HTMLTextAreaElement | null>,
  { page: { width, height }, send, onLeave, onProblem }: PictureInput,
): void {
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    const ended = new AbortController();
    followMouse(element, { page: { width, height }, send, signal: ended.signal });
    followKeys(element, { send, onLeave, onProblem, signal: ended.signal });
    return () => ended.abort();
  }, [field, width, height, send, onLeave, onProblem]);
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

function followKeys(
  field: HTMLTextAreaElement,
  { send, onLeave, onProblem, signal }: Omit<PictureInput, 'page'> & { readonly signal: AbortSignal },
): void {
  const options = { signal };
  const sendText = (text: string) => {
    for (const message of textMessages(text)) send(message);
  };
  const sendField = () => {
    const text = field.value;
    field.value = '';
    sendText(text);
  };
  const press = (key: string) => send({ type: 'key', action: 'press', key });

  field.addEventListener(
    'keydown',
    (event) => {
      const reaction = keyReaction(
        {
          ...{ key: event.key, ctrlKey: event.ctrlKey, altKey: event.altKey, shiftKey: event.shiftKey },
          ...{ metaKey: event.metaKey, isComposing: event.isComposing },
          isAltGraph: event.getModifierState('AltGraph'),
        },
        { isMac },
      );
      if (reaction.kind === 'type' || reaction.kind === 'browser') return;
      event.preventDefault();
      event.stopPropagation();
      if (reaction.kind === 'leave') onLeave();
      else send(reaction.input);
    },
    options,
  );
  // Keyboards on a screen tell these only here.
  field.addEventListener(
    'beforeinput',
    (event) => {
      const key = keysOfEdits[event.inputType];
      if (key === undefined || event.isComposing) return;
      event.preventDefault();
      press(key);
    },
    options,
  );
  field.addEventListener(
    'input',
    (event) => {
      if (!(event as InputEvent).isComposing) sendField();
    },
    options,
  );
  field.addEventListener('compositionend', sendField, options);
  field.addEventListener(
    'paste',
    (event) => {
      event.preventDefault();
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text.length > longestPaste)
        return onProblem(
          `The text has ${text.length} characters; at most ${longestPaste} are pasted at once. Paste it in parts.`,
        );
      sendText(text);
    },
    options,
  );
}

const keysOfEdits: Readonly<Record<string, string>> = {
  deleteContentBackward: 'Backspace',
  deleteContentForward: 'Delete',
  insertLineBreak: 'Enter',
  insertParagraph: 'Enter',
};
