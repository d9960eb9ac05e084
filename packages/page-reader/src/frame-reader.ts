import type { ReadMode } from '@runwright/contract';
import type { CallLimits, FrameChannel, PageHandle } from './channel.ts';
import { checkFrame, checkSelectors } from './check.ts';
import type { RawFrame, RawSelector } from './in-page/raw.ts';
import { readerSource } from './source.ts';

/** A frame for the life of a tab: its letter stays, documents come and go. */
export interface FrameReader {
  readonly letter: string;
  readonly channel: FrameChannel;
  /** Takes over the document that the frame holds now. */
  use(channel: FrameChannel): void;
  read(mode: ReadMode, limits: CallLimits): Promise<RawFrame>;
  /** Selectors for some numbers, made now; what is gone from the document has none. */
  selectors(numbers: readonly number[], limits: CallLimits): Promise<ReadonlyMap<number, RawSelector>>;
  /** The element of a number; null when it is not in the document any more. */
  element(number: number, limits: CallLimits): Promise<PageHandle | null>;
  /** The number of an element, given to it now if it had none. */
  numberOf(element: PageHandle, limits: CallLimits): Promise<number>;
  /** Calls a member of the in-page reader. */
  ask(
    member: 'markSecret' | 'secretBoxes' | 'coverSecrets' | 'uncoverSecrets',
    parameter: number,
    limits: CallLimits,
  ): Promise<unknown>;
}

/** Per frame, at most this many nodes and this much time inside the page; what is beyond is left out and counted. */
export const frameLimits = { maximumNodes: 20_000, softTimeMs: 250, selectorMs: 10 } as const;

/** Reads one frame. The in-page reader is made once for each document and kept by its handle. */
export function frameReader(letter: string, first: FrameChannel): FrameReader {
  let channel = first;
  let made: { readonly documentId: string; readonly handle: Promise<PageHandle> } | null = null;
  let next = 1;

  const reader = (limits: CallLimits): Promise<PageHandle> => {
    if (made?.documentId === channel.documentId) return made.handle;
    const handle = channel.evaluate(readerSource, limits);
    const mine = { documentId: channel.documentId, handle };
    made = mine;
    handle.catch(() => {
      if (made === mine) made = null;
    });
    return handle;
  };

  return {
    letter,
    get channel() {
      return channel;
    },
    use(latest) {
      channel = latest;
    },
    async read(mode, limits) {
      const answer = await channel.call(
        await reader(limits),
        'function (request) { return this.read(request); }',
        [{ ...frameLimits, mode, from: next }],
        limits,
      );
      const raw = checkFrame(answer);
      next = Math.max(next, raw.next);
      return raw;
    },
    async selectors(numbers, limits) {
      if (numbers.length === 0 || made?.documentId !== channel.documentId) return new Map();
      const answer = await channel.call(
        await reader(limits),
        'function (numbers) { return this.selectors(numbers); }',
        [numbers],
        limits,
      );
      return checkSelectors(answer, numbers);
    },
    async element(number, limits) {
      if (made?.documentId !== channel.documentId) return null;
      return await channel.callForHandle(
        await reader(limits),
        'function (number) { return this.element(number); }',
        [number],
        limits,
      );
    },
    async numberOf(element, limits) {
      const number = await channel.call(
        await reader(limits),
        'function (element) { return this.number(element); }',
        [element],
        limits,
      );
      if (typeof number !== 'number') throw new TypeError('the page answered with a wrong number');
      next = Math.max(next, number + 1);
      return number;
    },
    ask: async (member, parameter, limits) =>
      channel.call(
        await reader(limits),
        'function (member, parameter) { return this[member](parameter); }',
        [member, parameter],
        limits,
      ),
  };
}
