import type { ReadMode } from '@runwright/contract';
import type { RawFrame, RawRequest } from '../in-page/raw-frame.ts';
import { probeSource, readerSource } from '../in-page-source.ts';
import type { CallLimits, FrameChannel, PageHandle } from '../page-channel.ts';
import { checkFrame } from './check-answer.ts';

/** The reader inside one document, and the probe in the page's own world. */
export interface DocumentReader {
  readonly documentId: string;
  /** The in-page reader. */
  readonly handle: Promise<PageHandle>;
  /** Reads the document; `from` is the lowest number that a new element may get. */
  read(mode: ReadMode, from: number, limits: CallLimits): Promise<RawFrame>;
}

/** Elements of one frame that a read may enter; what is beyond is left out and counted. */
export const maximumNodes = 20_000;
/** A document with more elements than this is not searched for closed roots: the search takes time for each element. */
const maximumSearched = 50_000;
/**
 * The share of its time that a read may spend with the probe, on which a page's own code can weigh. A frame of another
 * process has one time for both reads.
 */
const probeShare = { main: 0.9, other: 0.65 } as const;
/** The share of a call's time after which the reader ends by itself. */
const ownShare = 0.9;
/** After so many reads that failed with the probe and not without, a document is read without. */
const maximumFailures = 2;
const callMember = 'function (member, ...parameters) { return this[member](...parameters); }';

type Wanted = Omit<RawRequest, 'maximumMs'>;

/** Puts a reader into the document that a frame holds now. */
export function createDocumentReader(channel: FrameChannel, limits: CallLimits): DocumentReader {
  const { startKey, eventName, connection } = channel;
  const share = probeShare[channel.isMainThread ? 'main' : 'other'];
  // Sent one after the other without waiting, so that the first read takes one round trip.
  const probe = channel.evaluateInPage(probeSource(startKey, eventName), limits);
  const handle = channel.evaluate(readerSource(eventName), limits);
  // Without a probe the page is read all the same, only that nothing is known of listeners.
  probe.catch(() => undefined);
  handle.catch(() => undefined);
  let isFirst = true;
  let failures = 0;
  let hasSearched = false;

  const readAs = async (wanted: Wanted, within: CallLimits): Promise<RawFrame> => {
    const request: RawRequest = { ...wanted, maximumMs: within.timeoutMs * ownShare };
    const answer = isFirst
      ? channel.evaluateValue(
          `globalThis[${JSON.stringify(eventName)}].read(${JSON.stringify(request)})`,
          within,
        )
      : channel.call(await handle, callMember, ['read', request], within);
    isFirst = false;
    return checkFrame(await answer);
  };

  const readByProtocol = async (request: Wanted, within: CallLimits): Promise<RawFrame> => {
    const reader = await handle;
    const wanted = await channel.call(reader, callMember, ['reportRequest', request.maximumNodes], within);
    const report = await channel.call(await probe, callMember, ['report', String(wanted)], within);
    const found = await channel.listeners(within);
    const events = found.map((each) => each.events);
    const elements = found.map(({ element }) => element);
    await channel.call(reader, callMember, ['setListeners', events, ...elements], within);
    return readAs({ ...request, listeners: 'given', report: String(report) }, within);
  };

  const readWithProbe = async (request: Wanted, within: CallLimits): Promise<RawFrame> => {
    if (failures >= maximumFailures) return readAs(request, within);
    const inTime = { ...within, timeoutMs: within.timeoutMs * share };
    try {
      const raw = await (connection === 'protocol'
        ? readByProtocol(request, inTime)
        : readAs({ ...request, listeners: 'ask' }, inTime));
      failures = 0;
      return raw;
    } catch (cause) {
      if (within.signal.aborted) throw cause;
      const raw = await readAs(request, within);
      failures += 1;
      return raw;
    }
  };

  const addRoots = async (roots: readonly PageHandle[], within: CallLimits): Promise<boolean> => {
    if (roots.length === 0) return false;
    return (await channel.call(await handle, callMember, ['addRoots', ...roots], within)) === true;
  };

  /** Hands over closed roots that a script has attached; true when there are new ones. */
  const addScriptRoots = async (within: CallLimits): Promise<boolean> => {
    const source = 'function () { return this.takeRoots(); }';
    const roots = await channel.callForHandle(await probe, source, [], within);
    return roots !== null && addRoots(await channel.nodesFromPage(roots, within), within);
  };

  /** Looks for closed roots that no script has attached; true when there are some. */
  const searchRoots = async (raw: RawFrame, within: CallLimits): Promise<boolean> => {
    if (hasSearched || raw.nodes + raw.unread > maximumSearched) return false;
    if (!raw.lateAttach && !raw.unsafeHtml && !(await channel.mayHoldClosedRoots())) return false;
    hasSearched = true;
    return addRoots(await channel.closedRoots(within), within);
  };

  return {
    documentId: channel.documentId,
    handle,
    async read(mode, from, within) {
      const request: Wanted = { mode, from, maximumNodes, listeners: 'none', report: '' };
      const raw = await readWithProbe(request, within);
      const found = await Promise.all([
        raw.unknownRoots > 0 && addScriptRoots(within).catch(() => false),
        searchRoots(raw, within).catch(() => false),
      ]);
      return found.includes(true)
        ? readWithProbe({ ...request, from: Math.max(from, raw.next) }, within)
        : raw;
    },
  };
}
