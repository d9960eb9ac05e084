import type { ReadMode } from '@runwright/contract';
import type { InPageReader } from '../in-page/in-page-reader.ts';
import type { RawBox, RawFrame, RawSelector } from '../in-page/raw-frame.ts';
import type { CallLimits, FrameChannel, PageHandle } from '../page-channel.ts';
import { checkOccluders, checkSelectors } from './check-answer.ts';
import { createDocumentReader, type DocumentReader } from './document-reader.ts';

/** A frame for the life of a tab: its letter stays, documents come and go. */
export interface FrameReader {
  readonly letter: string;
  readonly channel: FrameChannel;
  /** Address of the document, as its last read has found it: the channel may still name the one before. */
  readonly url: string;
  /** Takes over the document that the frame holds now. */
  attach(channel: FrameChannel): void;
  read(mode: ReadMode, limits: CallLimits): Promise<RawFrame>;
  /** Selectors for some numbers, made now; what is gone from the document has none. */
  selectors(numbers: readonly number[], limits: CallLimits): Promise<ReadonlyMap<number, RawSelector>>;
  /** Returns the name of the occluder of an inner frame at each of some boxes; null where there is none. */
  occludersOver(
    number: number,
    boxes: readonly RawBox[],
    limits: CallLimits,
  ): Promise<readonly (string | null)[]>;
  /** The element of a number; null when it is not in the document any more. */
  element(number: number, limits: CallLimits): Promise<PageHandle | null>;
  /** The number of an element, given to it now if it had none. */
  numberOf(element: PageHandle, limits: CallLimits): Promise<number>;
  /** Calls a member of the in-page reader. */
  callReader(member: keyof InPageReader, parameter: number | object, limits: CallLimits): Promise<unknown>;
}

/** Reads one frame. The in-page reader is made once for each document and kept by its handle. */
export function createFrameReader(letter: string, first: FrameChannel): FrameReader {
  let channel = first;
  let current: DocumentReader | null = null;
  let next = 1;
  let found: { readonly documentId: string; readonly url: string } | null = null;

  const document = (limits: CallLimits): DocumentReader => {
    if (current?.documentId === channel.documentId) return current;
    const mine = createDocumentReader(channel, limits);
    current = mine;
    mine.handle.catch(() => {
      if (current === mine) current = null;
    });
    return mine;
  };
  const reader = (limits: CallLimits): Promise<PageHandle> => document(limits).handle;

  return {
    letter,
    get channel() {
      return channel;
    },
    get url() {
      return found?.documentId === channel.documentId ? found.url : channel.url;
    },
    attach(latest) {
      channel = latest;
    },
    async read(mode, limits) {
      const own = document(limits);
      const raw = await own.read(mode, next, limits);
      found = { documentId: own.documentId, url: raw.url };
      next = Math.max(next, raw.next);
      return raw;
    },
    async selectors(numbers, limits) {
      if (numbers.length === 0 || current?.documentId !== channel.documentId) return new Map();
      const answer = await channel.call(
        await reader(limits),
        'function (numbers) { return this.selectorsOf(numbers); }',
        [numbers],
        limits,
      );
      return checkSelectors(answer, numbers);
    },
    async occludersOver(number, boxes, limits) {
      const source = 'function (number, boxes) { return this.occludersOver(number, boxes); }';
      const answer = await channel.call(await reader(limits), source, [number, boxes], limits);
      return checkOccluders(answer, boxes.length);
    },
    async element(number, limits) {
      if (current?.documentId !== channel.documentId) return null;
      return await channel.callForHandle(
        await reader(limits),
        'function (number) { return this.elementOf(number); }',
        [number],
        limits,
      );
    },
    async numberOf(element, limits) {
      const number = await channel.call(
        await reader(limits),
        'function (element) { return this.numberOf(element); }',
        [element],
        limits,
      );
      if (typeof number !== 'number') throw new TypeError('The answer of the page has an invalid number.');
      next = Math.max(next, number + 1);
      return number;
    },
    callReader: async (member, parameter, limits) =>
      channel.call(
        await reader(limits),
        'function (member, parameter) { return this[member](parameter); }',
        [member, parameter],
        limits,
      ),
  };
}
