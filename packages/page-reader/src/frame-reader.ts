import type { ReadMode } from '@runwright/contract';
import type { CallLimits, FrameChannel, PageHandle } from './channel.ts';
import { checkCovers, checkFrame, checkSelectors } from './check.ts';
import type { RawBox, RawFrame, RawSelector } from './in-page/raw.ts';
import { readerSource, witnessSource } from './source.ts';

/** A frame for the life of a tab: its letter stays, documents come and go. */
export interface FrameReader {
  readonly letter: string;
  readonly channel: FrameChannel;
  /** Takes over the document that the frame holds now. */
  use(channel: FrameChannel): void;
  read(mode: ReadMode, limits: CallLimits): Promise<RawFrame>;
  /** Selectors for some numbers, made now; what is gone from the document has none. */
  selectors(numbers: readonly number[], limits: CallLimits): Promise<ReadonlyMap<number, RawSelector>>;
  /** What of this document lies on top of an inner frame at each of some boxes: its name, or null for nothing. */
  over(number: number, boxes: readonly RawBox[], limits: CallLimits): Promise<readonly (string | null)[]>;
  /** The element of a number; null when it is not in the document any more. */
  element(number: number, limits: CallLimits): Promise<PageHandle | null>;
  /** The number of an element, given to it now if it had none. */
  numberOf(element: PageHandle, limits: CallLimits): Promise<number>;
  /** Calls a member of the in-page reader. */
  ask(
    member:
      | 'mark'
      | 'alike'
      | 'destination'
      | 'markSecret'
      | 'secretBoxes'
      | 'coverSecrets'
      | 'uncoverSecrets',
    parameter: number,
    limits: CallLimits,
  ): Promise<unknown>;
}

/** Per frame, at most this many nodes and this much time inside the page; what is beyond is left out and counted. */
export const frameLimits = { maximumNodes: 20_000, softTimeMs: 250 } as const;

/** A document with more nodes than this is not searched for closed roots: the search takes time for each node. */
const maximumSearchedNodes = 50_000;
/** The share of its time that a read may spend with the witness, on whom a page's own code can weigh. */
const witnessShare = 0.65;
/** After so many reads that failed with the witness and not without, a document is read without. */
const maximumFailures = 2;

/** What is kept of one document. */
interface Made {
  readonly documentId: string;
  readonly handle: Promise<PageHandle>;
  hasSearched: boolean;
  failures: number;
}

/** Reads one frame. The in-page reader is made once for each document and kept by its handle. */
export function frameReader(letter: string, first: FrameChannel): FrameReader {
  let channel = first;
  let current: Made | null = null;
  let next = 1;

  const make = async (limits: CallLimits): Promise<PageHandle> => {
    const mine = channel;
    const [handle, witness] = await Promise.all([
      mine.evaluate(readerSource, limits),
      // Without a witness the page reads all the same, only that nothing is known of listeners.
      mine.nodeFromPage(witnessSource(mine.startKey), limits).catch(() => null),
    ]);
    if (witness) await mine.call(handle, 'function (node) { this.listenTo(node); }', [witness], limits);
    return handle;
  };

  const document = (limits: CallLimits): Made => {
    const { documentId } = channel;
    if (current?.documentId === documentId) return current;
    const mine: Made = { documentId, handle: make(limits), hasSearched: false, failures: 0 };
    current = mine;
    mine.handle.catch(() => {
      if (current === mine) current = null;
    });
    return mine;
  };
  const reader = (limits: CallLimits): Promise<PageHandle> => document(limits).handle;

  const readOnce = async (mode: ReadMode, hears: boolean, limits: CallLimits): Promise<RawFrame> => {
    const answer = await channel.call(
      await reader(limits),
      'function (request) { return this.read(request); }',
      [{ ...frameLimits, mode, hears, from: next }],
      limits,
    );
    const raw = checkFrame(answer);
    next = Math.max(next, raw.next);
    return raw;
  };

  const readHearing = async (mode: ReadMode, limits: CallLimits): Promise<RawFrame> => {
    await reader(limits);
    const about = document(limits);
    if (about.failures >= maximumFailures) return readOnce(mode, false, limits);
    try {
      const raw = await readOnce(mode, true, { ...limits, timeoutMs: limits.timeoutMs * witnessShare });
      about.failures = 0;
      return raw;
    } catch (cause) {
      if (limits.signal.aborted || current !== about) throw cause;
      const raw = await readOnce(mode, false, limits);
      about.failures += 1;
      return raw;
    }
  };

  /** Looks for closed roots that no script has attached; true when there are some. */
  const searchRoots = async (about: Made, raw: RawFrame, limits: CallLimits): Promise<boolean> => {
    if (about.hasSearched || raw.nodes + raw.unread > maximumSearchedNodes) return false;
    if (!raw.lateAttach && !raw.unsafeHtml && !(await channel.mayHoldRoots())) return false;
    about.hasSearched = true;
    const roots = await channel.closedRoots(limits).catch(() => []);
    if (roots.length === 0) return false;
    const source = 'function (...roots) { return this.addRoots(...roots); }';
    return (await channel.call(await about.handle, source, roots, limits)) === true;
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
      const raw = await readHearing(mode, limits);
      const about = document(limits);
      return (await searchRoots(about, raw, limits).catch(() => false)) ? readHearing(mode, limits) : raw;
    },
    async selectors(numbers, limits) {
      if (numbers.length === 0 || current?.documentId !== channel.documentId) return new Map();
      const answer = await channel.call(
        await reader(limits),
        'function (numbers) { return this.selectors(numbers); }',
        [numbers],
        limits,
      );
      return checkSelectors(answer, numbers);
    },
    async over(number, boxes, limits) {
      const source = 'function (number, boxes) { return this.over(number, boxes); }';
      const answer = await channel.call(await reader(limits), source, [number, boxes], limits);
      return checkCovers(answer, boxes.length);
    },
    async element(number, limits) {
      if (current?.documentId !== channel.documentId) return null;
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
