import type { Page } from 'playwright-core';

/** A key that is held down while the pointer is used. */
export type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift';

/** How a pointer button is pressed. */
export interface Clicking {
  readonly button: 'left' | 'middle' | 'right';
  readonly count: number;
  readonly modifiers?: readonly Modifier[];
}

/** A point in CSS pixels of the main viewport. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Real input events. Each is given up when the page does not take it within five seconds. */
export interface Input {
  /** Counts as sent even when the page does not answer: what it did is judged afterwards. */
  click(x: number, y: number, how: Clicking): Promise<void>;
  /** Moves the pointer in so many steps; default 1. */
  move(to: Point, steps?: number): Promise<void>;
  /** Presses or releases the left button where the pointer is. */
  left(direction: 'down' | 'up'): Promise<void>;
  /** Turns the wheel where the pointer is, by CSS pixels. */
  wheel(x: number, y: number): Promise<void>;
  /** A chord such as `Control+A`. */
  press(chord: string): Promise<void>;
  /** Presses or releases one key. */
  key(direction: 'down' | 'up', key: string): Promise<void>;
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
export function inputOf({ mouse, keyboard }: Page): Input {
  return {
    async click(x, y, { button, count, modifiers = [] }) {
      try {
        for (const modifier of modifiers) await bounded(keyboard.down(modifier));
        await sent(mouse.click(x, y, { button, clickCount: count }));
      } finally {
        for (const modifier of modifiers) await sent(keyboard.up(modifier));
      }
    },
    move: ({ x, y }, steps = 1) => bounded(mouse.move(x, y, { steps })),
    left: (direction) => sent(direction === 'down' ? mouse.down() : mouse.up()),
    wheel: (x, y) => bounded(mouse.wheel(x, y)),
    press: (chord) => bounded(keyboard.press(chord)),
    key: (direction, key) => bounded(direction === 'down' ? keyboard.down(key) : keyboard.up(key)),
    async type(text) {
      for (const character of text) await bounded(keyboard.type(character));
    },
    insert: (text) => bounded(keyboard.insertText(text)),
  };
}

/** A page that does not answer to a press may well have taken it. */
async function sent(work: Promise<void>): Promise<void> {
  await bounded(work).catch((cause: unknown) => {
    if (!(cause instanceof BusyPage)) throw cause;
  });
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
