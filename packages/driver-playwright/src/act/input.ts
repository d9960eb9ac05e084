import type { Page } from 'playwright-core';

/** Real input events. Each is given up when the page does not take it within five seconds. */
export interface Input {
  /** Counts as sent even when the page does not answer: what it did is judged afterwards. */
  click(
    x: number,
    y: number,
    how: { readonly button: 'left' | 'middle' | 'right'; readonly count: number },
  ): Promise<void>;
  /** A chord such as `Control+A`. */
  press(chord: string): Promise<void>;
  /** Text as single keys. */
  type(text: string): Promise<void>;
  /** Text in one input event. */
  insert(text: string): Promise<void>;
}

const answerMs = 5_000;

/** Thrown when a page is so busy that it takes no input. */
export class BusyPage extends Error {
  override readonly name = 'BusyPage';

  constructor() {
    super('the page is busy and takes no input');
  }
}

/** The input of a page. */
export function inputOf(page: Page): Input {
  return {
    async click(x, y, { button, count }) {
      await bounded(page.mouse.click(x, y, { button, clickCount: count })).catch((cause: unknown) => {
        if (!(cause instanceof BusyPage)) throw cause;
      });
    },
    press: (chord) => bounded(page.keyboard.press(chord)),
    async type(text) {
      for (const character of text) await bounded(page.keyboard.type(character));
    },
    insert: (text) => bounded(page.keyboard.insertText(text)),
  };
}

async function bounded(work: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new BusyPage()), answerMs);
  // What is given up may still fail later, when the page closes.
  work.catch(() => undefined);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
