import type { PageInput } from '@runwright/page-actions';
import type { Page } from 'playwright-core';

const responseMs = 5_000;

/** Thrown when a page does not handle an input event in time. */
class InputTimeout extends Error {
  override readonly name = 'TimeoutError';

  constructor() {
    super('the page is busy and takes no input');
  }
}

/** Creates the input of a page. */
export function pageInput({ mouse, keyboard }: Page): PageInput {
  return {
    async click(x, y, { button, count, modifiers = [] }) {
      try {
        for (const modifier of modifiers) await withInputTimeout(keyboard.down(modifier));
        await sent(mouse.click(x, y, { button, clickCount: count }));
      } finally {
        for (const modifier of modifiers) await sent(keyboard.up(modifier));
      }
    },
    move: ({ x, y }, steps = 1) => withInputTimeout(mouse.move(x, y, { steps })),
    left: (direction) => sent(direction === 'down' ? mouse.down() : mouse.up()),
    button: (direction, button, clickCount) =>
      sent(direction === 'down' ? mouse.down({ button, clickCount }) : mouse.up({ button, clickCount })),
    wheel: (x, y) => withInputTimeout(mouse.wheel(x, y)),
    press: (chord) => isKnownKey(withInputTimeout(keyboard.press(chord))),
    key: (direction, key) =>
      isKnownKey(withInputTimeout(direction === 'down' ? keyboard.down(key) : keyboard.up(key))),
    async type(text) {
      for (const character of text) await withInputTimeout(keyboard.type(character));
    },
    insert: (text) => withInputTimeout(keyboard.insertText(text)),
  };
}

/** A page that does not respond to a press may have handled it. */
async function sent(work: Promise<void>): Promise<void> {
  await withInputTimeout(work).catch((cause: unknown) => {
    if (!(cause instanceof InputTimeout)) throw cause;
  });
}

async function isKnownKey(pressing: Promise<void>): Promise<boolean> {
  try {
    await pressing;
    return true;
  } catch (cause) {
    if (cause instanceof Error && /Unknown key/.test(cause.message)) return false;
    throw cause;
  }
}

async function withInputTimeout(work: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new InputTimeout()), responseMs);
  // The abandoned call may still fail later, when the page closes.
  work.catch(() => undefined);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
