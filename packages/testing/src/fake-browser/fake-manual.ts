import {
  type InputTarget,
  type LiveFrame,
  type ManualControl,
  type ManualInput,
  type PageAction,
  RunwrightError,
} from '@runwright/contract';
import type { FakeElement, FakePage } from './fake-page.ts';

/** What the control of a person works with. */
export interface FakeManualOptions {
  readonly page: () => FakePage;
  readonly values: () => Record<string, string>;
  /** Does to the page what an action of an agent does. */
  readonly act: (action: PageAction, signal: AbortSignal) => Promise<void>;
  readonly check: (signal: AbortSignal) => void;
  readonly record: (input: ManualInput) => void;
  readonly onRelease: () => void;
}

/** Side of the box of a fake element, in CSS pixels; they stand below each other. */
export const fakeElementSize = 10;

/**
 * Creates the control of a person over a fake page: a press on an element gives it the focus, a release clicks it, text goes to the field
 * with the focus.
 */
export function fakeManualControl(options: FakeManualOptions): ManualControl {
  const { page, values } = options;
  let focus: FakeElement | null = null;
  let isReleased = false;
  const elementAt = (x: number, y: number): FakeElement | null =>
    x > fakeElementSize ? null : (page().elements?.[Math.floor(y / fakeElementSize)] ?? null);
  const target = (element: FakeElement | null, types: boolean): InputTarget => {
    const kind = element?.kind === 'password' ? 'textbox' : element?.kind;
    return {
      field: element && `${page().url}#${element.id}`,
      description: element && `${kind} "${element.name}"`,
      isSecret: element ? element.kind === 'password' : types,
      ...(element?.kind === 'password' ? { isPaintedOver: true } : {}),
      url: page().url,
    };
  };
  const type = (text: string): void => {
    if (focus === null || !/^(textbox|password)$/.test(focus.kind)) return;
    values()[focus.id] = `${values()[focus.id] ?? ''}${text}`;
  };

  return {
    async send(input, { signal }) {
      options.check(signal);
      if (isReleased) throw new RunwrightError('browser_failed', 'The control of this person has ended.');
      options.record(input);
      const before = focus;
      if (input.type === 'mouse' && input.action !== 'move') {
        const pressed = elementAt(input.x, input.y);
        if (input.action === 'down') {
          focus = pressed;
          return target(pressed, false);
        }
        if (pressed && pressed === before)
          await options.act({ action_type: 'click', id: pressed.id }, signal);
        return target(pressed, false);
      }
      if (input.type === 'text') {
        const told = target(before, true);
        type(input.text);
        return told;
      }
      if (input.type === 'key') {
        const told = target(before, true);
        if (input.action === 'up') return told;
        if ([...input.key].length === 1) type(input.key);
        else if (/^Unknown/.test(input.key))
          throw new RunwrightError('invalid_input', `\`${input.key}\` is no key.`);
        else await options.act({ action_type: 'keypress', keys: [input.key] }, signal);
        return told;
      }
      if (input.type === 'open') {
        if (!/^https?:/.test(input.url))
          throw new RunwrightError('invalid_input', `\`${input.url}\` is no address.`);
        await options.act({ action_type: 'goto_url', url: input.url }, signal);
      }
      return target(null, false);
    },
    async release() {
      if (isReleased) return;
      isReleased = true;
      options.onRelease();
    },
  };
}

/** Yields a frame at first and after each change, until the signal is aborted. */
export async function* fakeScreencast(
  page: () => FakePage,
  changes: { readonly count: () => number; readonly next: () => Promise<void> },
  signal: AbortSignal,
): AsyncGenerator<LiveFrame> {
  let shown = -1;
  const aborted = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => aborted.resolve(), { once: true });
  while (!signal.aborted) {
    if (changes.count() === shown) {
      await Promise.race([changes.next(), aborted.promise]);
      continue;
    }
    shown = changes.count();
    const { url, title = '' } = page();
    // What a JPEG begins with, and the number of the frame.
    yield { jpeg: new Uint8Array([0xff, 0xd8, shown % 256]), width: 1280, height: 800, url, title };
  }
}
