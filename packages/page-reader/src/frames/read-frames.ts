import type { Box, ReadMode } from '@runwright/contract';
import type { RawBox, RawFrame, RawNode, RawSlot } from '../in-page/raw-frame.ts';
import type { CallLimits, FrameChannel, PageChannel, PageHandle } from '../page-channel.ts';
import { quote } from '../text/lines/print-item.ts';
import {
  type FramePlace,
  intersect,
  type PageFrame,
  type PageNode,
  placeContent,
} from '../tree/page-tree.ts';
import { frameLetter } from './element-id.ts';
import { findMaskOrigin } from './find-mask-origin.ts';
import { flagOccludedElements, type OcclusionCounts } from './frame-occlusion.ts';
import { createFrameReader, type FrameReader } from './frame-reader.ts';
import { type FindMask, maskFrame } from './mask-frame.ts';

/** Everything that is known about one frame for the life of its tab. */
export interface KnownFrame {
  readonly reader: FrameReader;
  /** The frame around it and the `iframe` element there; null for the main frame. */
  readonly parent: { readonly frame: KnownFrame; readonly handle: PageHandle } | null;
}

/** Content of all frames of a tab at one moment. */
export interface FramesRead {
  readonly main: KnownFrame;
  readonly raw: RawFrame;
  /** A layer on top takes the pointer from most of what is behind it, inner frames included. */
  readonly modal: boolean;
  readonly content: readonly PageNode[];
  readonly places: readonly { readonly known: KnownFrame; readonly place: FramePlace }[];
  readonly nodes: number;
  /** Characters of text that the frames did not hand over, because they are far from the viewport. */
  readonly farText: number;
  readonly unread: readonly string[];
}

/** The frames of a tab, each with its letter. */
export interface FrameTable {
  readAll(mode: ReadMode, signal: AbortSignal, findMask?: FindMask): Promise<FramesRead>;
  byLetter(letter: string): KnownFrame | undefined;
  byFrame(frameId: string): KnownFrame | undefined;
}

/**
 * Time for all that reading a frame of another process takes: 1.5 s, or on a busy machine ten times what the main document
 * took, at most 6 s. One that takes longer is passed over for a while, or until it navigates. What shares the thread of the
 * main frame waits for its turn there, and has the main frame's time.
 */
const otherProcessMs = { least: 1_500, most: 6_000, timesMain: 10 } as const;
const silenceMs = 30_000;
/** A main frame may be busy with its own scripts for longer. */
const mainFrameMs = 8_000;
const maximumDepth = 5;
const maximumFrames = 60;
/** A layer that takes the pointer from so much of what is behind it shuts it off. */
const blockedShare = 0.6;

/** A table for one tab. `now` is in milliseconds and never goes back. */
export function createFrameTable(channel: PageChannel, now: () => number): FrameTable {
  const frames = new Map<string, KnownFrame>();
  const letters = new Map<string, KnownFrame>();
  const silent = new Map<string, { readonly documentId: string | null; readonly until: number }>();
  const elements = new WeakMap<KnownFrame, Elements>();

  const register = (frame: FrameChannel, parent: KnownFrame['parent']): KnownFrame => {
    const known = frames.get(frame.frameId);
    if (known) {
      known.reader.attach(frame);
      return known;
    }
    const letter = frameLetter(frames.size);
    const made: KnownFrame = { reader: createFrameReader(letter, frame), parent };
    frames.set(frame.frameId, made);
    letters.set(letter, made);
    return made;
  };

  /** The `iframe` element of a number: asked for once, for a number stays with its element. */
  const elementOf = (parent: KnownFrame, number: number, limits: CallLimits): Promise<PageHandle | null> => {
    const { documentId } = parent.reader.channel;
    const before = elements.get(parent);
    const known: Elements =
      before?.documentId === documentId
        ? before
        : { documentId, handles: new Map<number, Promise<PageHandle | null>>() };
    elements.set(parent, known);
    const handle = known.handles.get(number) ?? parent.reader.element(number, limits);
    known.handles.set(number, handle);
    const forget = (): boolean => known.handles.delete(number);
    handle.then((found) => found ?? forget(), forget);
    return handle;
  };

  const readAll: FrameTable['readAll'] = async (mode, signal, findMask) => {
    const unread: string[] = [];
    const places: { known: KnownFrame; place: FramePlace }[] = [];
    let nodes = 0;
    let farText = 0;
    let framesLeft = maximumFrames;
    const startedAt = now();
    let frameMs: number = otherProcessMs.least;
    const readFrame = async (
      known: KnownFrame,
      placeFor: (raw: RawFrame) => FramePlace,
      depth: number,
      limits: CallLimits,
    ): Promise<OcclusionCounts & { raw: RawFrame; content: readonly PageNode[] }> => {
      const read = await known.reader.read(mode, limits);
      const raw = findMask ? maskFrame(read, findFrameMaskOrigin(known), findMask) : read;
      if (depth === 0) {
        const { least, most, timesMain } = otherProcessMs;
        frameMs = Math.min(most, Math.max(least, timesMain * (now() - startedAt)));
      }
      const place = placeFor(raw);
      places.push({ known, place });
      nodes += raw.nodes;
      farText += raw.farText;
      if (raw.unread > 0) unread.push(`not read: ${raw.unread.toLocaleString('en')} nodes`);
      const found = slotsIn(raw.content);
      const wanted = depth < maximumDepth ? found.slice(0, framesLeft) : [];
      framesLeft -= wanted.length;
      if (found.length > wanted.length) unread.push(`${found.length - wanted.length} inner frames`);
      const inner = await Promise.all(wanted.map((slot) => readInner(known, slot, place, depth + 1)));
      const bySlot = new Map(
        wanted.flatMap(({ number }, index) => {
          const frame = inner[index];
          return frame ? [[number, frame] as const] : [];
        }),
      );
      const covers = await flagOccludedElements(known.reader, place, wanted, bySlot, limits);
      const untested = raw.untested + covers.untested;
      if (untested > 0) unread.push(`not tested for covers: ${untested.toLocaleString('en')} controls`);
      return {
        ...{ raw, content: placeContent(raw.content, place, covers.frames) },
        ...{ behind: raw.behind + covers.behind, covered: raw.covered + covers.covered },
      };
    };

    const readInner = async (
      parent: KnownFrame,
      slot: RawSlot,
      outer: FramePlace,
      depth: number,
    ): Promise<PageFrame | null> => {
      const around = sharedLimits(now, mainFrameMs, signal);
      const called = (frameId: string | null): string =>
        (frameId !== null && frames.get(frameId)?.reader.letter) ||
        (slot.title ? quote(slot.title) : 'without a title');
      const isSilent = (frameId: string | null): null => {
        signal.throwIfAborted();
        unread.push(`frame ${called(frameId)}, which did not answer`);
        return null;
      };
      let frameId: string | null;
      let handle: PageHandle | null;
      try {
        handle = await elementOf(parent, slot.number, around);
        frameId = handle && (await channel.frameOf(parent.reader.channel, handle, around));
      } catch {
        return isSilent(null);
      }
      // The element has gone since the frame around it was read.
      if (!handle || !frameId) return null;
      const silence = silent.get(frameId);
      if (silence && silence.until > now() && silence.documentId === channel.documentOf(frameId)) {
        unread.push(`frame ${called(frameId)}, which does not answer`);
        return null;
      }
      try {
        const inside = sharedLimits(now, frameMs, signal);
        const frame = await channel.inner(frameId, inside);
        if (!frame) return null;
        const known = register(frame, { frame: parent, handle });
        const { letter } = known.reader;
        const place = placeOf(letter, slot, outer);
        const { raw, content } = await readFrame(
          known,
          () => place,
          depth,
          frame.isMainThread ? sharedLimits(now, mainFrameMs, signal) : inside,
        );
        silent.delete(frameId);
        return {
          type: 'frame',
          letter,
          title: slot.title || raw.title,
          host: hostOf(frame.url),
          box: place.window,
          content,
        };
      } catch {
        silent.set(frameId, { documentId: channel.documentOf(frameId), until: now() + silenceMs });
        return isSilent(frameId);
      }
    };

    const limits: CallLimits = { timeoutMs: mainFrameMs, signal };
    const main = register(await channel.main(limits), null);
    const windowOf = ({ viewport }: RawFrame): FramePlace => ({
      letter: main.reader.letter,
      x: 0,
      y: 0,
      window: { x: 0, y: 0, ...viewport },
    });
    const { raw, content, behind, covered } = await readFrame(main, windowOf, 0, limits);
    const modal = raw.hasBlockingLayer && behind > 0 && covered >= blockedShare * behind;
    return { main, raw, modal, content, places, nodes, farText, unread };
  };

  return {
    readAll,
    byLetter: (letter) => letters.get(letter),
    byFrame: (frameId) => frames.get(frameId),
  };
}

/** The `iframe` elements of one document. */
interface Elements {
  readonly documentId: string;
  readonly handles: Map<number, Promise<PageHandle | null>>;
}

/** Limits for several calls that end together. */
function sharedLimits(now: () => number, timeoutMs: number, signal: AbortSignal): CallLimits {
  const until = now() + timeoutMs;
  return {
    signal,
    get timeoutMs() {
      return Math.max(1, until - now());
    },
  };
}

function slotsIn(content: readonly RawNode[]): readonly RawSlot[] {
  return content.flatMap((node) => {
    if (node.type === 'slot') return [node];
    return node.type === 'group' ? slotsIn(node.content) : [];
  });
}

function placeOf(letter: string, { box, seen }: RawSlot, outer: FramePlace): FramePlace {
  const inMain = ([x, y, width, height]: RawBox): Box => ({ x: outer.x + x, y: outer.y + y, width, height });
  const { x, y } = inMain(box);
  return { letter, x, y, window: intersect(inMain(box), intersect(inMain(seen), outer.window)) };
}

/** Returns the origin whose mask is the one for the texts of a frame. */
export function findFrameMaskOrigin(known: KnownFrame): string {
  return findMaskOrigin(listFramesAround(known));
}

function listFramesAround({ reader, parent }: KnownFrame): Parameters<typeof findMaskOrigin>[0] {
  const { url, channel } = reader;
  return [{ url, origin: channel.origin }, ...(parent ? listFramesAround(parent.frame) : [])];
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
