import type {
  Box,
  PageView,
  ReadMode,
  RecordedTarget,
  TargetMatch,
  VisibleElement,
} from '@runwright/contract';
import { cleanText } from './clean-text.ts';
import {
  type ElementLocator,
  type FormDestination,
  parseFormDestination,
  parseLocator,
  parseSimilarElements,
  type SimilarElement,
} from './element-identity.ts';
import { parseElementId } from './frames/element-id.ts';
import type { FindMask } from './frames/mask-frame.ts';
import { matchTargets } from './frames/match-targets.ts';
import {
  createFrameTable,
  type FramesRead,
  findFrameMaskOrigin,
  type KnownFrame,
} from './frames/read-frames.ts';
import { artifactsOf } from './page-artifacts.ts';
import type { CallLimits, FrameChannel, PageChannel, PageHandle } from './page-channel.ts';
import { estimateTokens } from './text/budget/token-estimate.ts';
import { type FoundText, findText } from './text/find-text.ts';
import { createFoldTable } from './text/fold-table.ts';
import { createLinkTokens } from './text/link-tokens.ts';
import { createViewPrinter } from './text/view-printer.ts';
import { elementsOf, type PageNode } from './tree/page-tree.ts';

/** Options of one read, and facts about the open tabs for its text. */
export interface ReadPageRequest {
  readonly mode: ReadMode;
  /** Tokens; default 6,000, at most 20,000. Without it, mode `extract` has no limit. */
  readonly budget?: number;
  /** Bytes of UTF-8 that one token of the model is; default 3.6. */
  readonly bytesPerToken?: number;
  /** Ids of folds that print whole in this view only. */
  readonly expand?: readonly string[];
  /** Epoch of the view that the caller still holds whole. */
  readonly since?: number;
  /** Epoch of the view that new elements are told from. Default: the newest view in mode `action`. */
  readonly newSince?: number;
  readonly tab: string;
  /** Number of open tabs. */
  readonly tabs: number;
  /** Masks the texts of each frame by its origin, before anything is made of them. Default: they stay as they are. */
  readonly findMask?: FindMask;
  readonly signal: AbortSignal;
}

/** An element of the page, found again by its id. */
export interface FoundElement {
  readonly id: string;
  readonly frame: FrameChannel;
  readonly handle: PageHandle;
  /** `iframe` elements from the one around this element up to the main frame. */
  readonly around: readonly { readonly frame: FrameChannel; readonly handle: PageHandle }[];
}

/** Reads one tab for as long as it lives, and knows its elements by id. */
export interface PageReader {
  /** Rejects when the main frame cannot be reached; inner frames that do not answer are left out and counted. */
  read(request: ReadPageRequest): Promise<PageView>;
  /**
   * Reads elements and text without making a view: what is new stays new for the next one.
   *
   * @param findMask masks the texts of each frame by its origin. Default: they stay as they are.
   */
  peek(
    signal: AbortSignal,
    findMask?: FindMask,
  ): Promise<{ readonly elements: readonly VisibleElement[]; readonly text: string }>;
  /** The element of an id; null when it is gone. */
  find(id: string, limits: CallLimits): Promise<FoundElement | null>;
  /** Returns an element as the last view had it; undefined when it was not in it. */
  lastSeen(id: string): VisibleElement | undefined;
  /** The id of an element that a frame handed over, such as the cover of another one. */
  idOf(frame: FrameChannel, element: PageHandle, limits: CallLimits): Promise<string | null>;
  /** Returns an element as the view of an epoch had it, for the last few views; undefined when it was not in it. */
  seenInView(epoch: number, id: string): VisibleElement | undefined;
  /** Returns fingerprint and selectors of an element; null when nothing is known of it. */
  locatorOf(id: string, limits: CallLimits): Promise<ElementLocator | null>;
  /** Elements of the last look that are like one that may be gone, in the same frame, best first. */
  similarTo(id: string, limits: CallLimits): Promise<readonly SimilarElement[]>;
  /**
   * Elements of the page as it is now that may be the one of an earlier page, best first; makes no view.
   *
   * @param findMask returns the mask through which texts of an origin are compared with those of the target. Default: they are compared as
   * they are
   */
  findTargets(
    target: RecordedTarget,
    limits: CallLimits,
    findMask?: FindMask,
  ): Promise<readonly TargetMatch[]>;
  /** Returns the action of the form around an element: in the last view and now. */
  destination(id: string, limits: CallLimits): Promise<FormDestination>;
  /** Prints the value of a field, and of the boxes of a code that it belongs to, as `set` or `empty` from now on. */
  markSecret(id: string, limits: CallLimits): Promise<void>;
  /** Boxes, relative to the main viewport, of fields whose value nobody may see. */
  secretBoxes(limits: CallLimits): Promise<readonly Box[]>;
  /**
   * Carries `work` out while fields whose value nobody may see are blank, then gives them their look back. Rejects,
   * without the work, when a frame that answers cannot blank its own.
   */
  withSecretsHidden<Result>(work: () => Promise<Result>, limits: CallLimits): Promise<Result>;
  /**
   * Prints the next part of what the views of this document have folded under an id: a group, landmark, select or frame,
   * such as `g2`, `a13` or `b`. It stays expanded until the document changes. Reads nothing; the next view shows it.
   *
   * @returns whether there is such a thing, and a sentence for the model about what comes or why nothing does
   */
  expand(id: string): { readonly found: boolean; readonly message: string };
  /**
   * Looks for a text in the whole page, beyond what a view shows; reads the page anew without making a view. The message
   * tells up to `places` (default 8) of the places where it stands, with their headings and the ids there, which can be
   * acted on at once. What `findMask` masks matches nothing. Rejects when the main frame cannot be reached.
   */
  findText(
    text: string,
    limits: { readonly signal: AbortSignal; readonly places?: number; readonly findMask?: FindMask },
  ): Promise<FoundText>;
  /** The address behind a link token such as `{L3}`. */
  address(token: string): string | undefined;
}

/** Number of views that are remembered: an agent reads the page after each of up to 12 actions planned on one view. */
const viewsKept = 16;
/** Number of matches of an earlier element, besides those that a selector finds. */
const mostMatches = 6;

/**
 * A reader for one tab.
 *
 * @param channel the tab's frames
 * @param now milliseconds that never go back, such as `performance.now`
 */
export function createPageReader(channel: PageChannel, now: () => number): PageReader {
  const table = createFrameTable(channel, now);
  const links = createLinkTokens();
  const folds = createFoldTable();
  const views = createViewPrinter(links, folds);
  let epoch = 0;
  let places: FramesRead['places'] = [];
  let lastSeen: ReadonlyMap<string, VisibleElement> = new Map();
  const seenBy = new Map<
    number,
    { readonly documentId: string; readonly elements: ReadonlyMap<string, VisibleElement> }
  >();

  const readFrames = async (mode: ReadMode, signal: AbortSignal, findMask?: FindMask) => {
    const frames = await table.readAll(mode, signal, findMask);
    const elements = elementsOf(frames.content);
    places = frames.places;
    lastSeen = new Map(elements.map((element) => [element.id, element]));
    return { frames, elements };
  };

  const askAbout = async (
    member: 'locatorOf' | 'similarTo' | 'destinationOf',
    id: string,
    limits: CallLimits,
  ): Promise<unknown> => {
    const place = parseElementId(id);
    const known = place && table.byLetter(place.letter);
    return known ? known.reader.callReader(member, place.number, limits) : null;
  };

  return {
    async read(request) {
      const startedAt = now();
      const { mode, tab } = request;
      // What was asked for may be far away, and far text stays in the page in mode `action`.
      const isExpanded = folds.open() > 0 || (request.expand?.length ?? 0) > 0;
      const { frames, elements } = await readFrames(
        isExpanded && mode === 'action' ? 'verify' : mode,
        request.signal,
        request.findMask,
      );
      const { content, main } = frames;
      const { documentId } = main.reader.channel;
      const { url } = frames.raw;
      const title = cleanText(frames.raw.title).trim();
      folds.begin(documentId);
      const shown = request.newSince === undefined ? undefined : seenBy.get(request.newSince);
      const printed = views.print({
        ...{ ...request, url, title, frames, documentId, elements, epoch: epoch + 1 },
        ...(shown?.documentId === documentId ? { known: shown.elements } : {}),
      });
      epoch += 1;
      seenBy.set(epoch, { documentId, elements: lastSeen });
      seenBy.delete(epoch - viewsKept);
      const { text, parts, since, leftOut, leaves } = printed;
      const stats = {
        nodes: frames.nodes,
        listed: elements.length,
        readMs: now() - startedAt,
        tokens: estimateTokens(text, request.bytesPerToken),
        empty: elements.length === 0 && textLength(content) + frames.farText < 20,
        ...(frames.raw.lateAttach ? { lateAttach: true } : {}),
        leftOut,
      };
      return {
        ...{ epoch, tab, url, title, text, parts, stats, ...(since === undefined ? {} : { since }) },
        links: links.within(text),
        elements: () => elements,
        artifacts: () => artifactsOf(content, new Set(leaves), table),
      };
    },

    async peek(signal, findMask) {
      const { frames, elements } = await readFrames('verify', signal, findMask);
      return { elements, text: textOf(frames.content) };
    },

    async find(id, limits) {
      const place = parseElementId(id);
      const known = place && table.byLetter(place.letter);
      if (!place || !known) return null;
      const handle = await known.reader.element(place.number, limits).catch(() => null);
      if (!handle) return null;
      return {
        id: `${place.letter}${place.number}`,
        frame: known.reader.channel,
        handle,
        around: around(known),
      };
    },

    lastSeen: (id) => lastSeen.get(id.replace(/^\*/, '')),

    seenInView: (wanted, id) => seenBy.get(wanted)?.elements.get(id.replace(/^\*/, '')),
    locatorOf: async (id, limits) => parseLocator(await askAbout('locatorOf', id, limits)),
    similarTo: async (id, limits) =>
      parseSimilarElements(await askAbout('similarTo', id, limits), parseElementId(id)?.letter ?? ''),
    async findTargets({ frame, row = null, ...target }, limits, findMask) {
      await readFrames('action', limits.signal, findMask);
      const known = places.map((place) => place.known);
      const inFrame = known.filter(({ reader }) => frame !== undefined && isSamePage(reader.url, frame));
      // The address may be another one today. What another host shows in a frame is never meant.
      const wanted = hostOf(frame ?? known[0]?.reader.url ?? '');
      const nearest = known.filter(({ reader }, index) => index === 0 || hostOf(reader.url) === wanted);
      const answers = await Promise.all(
        (inFrame.length > 0 ? inFrame : nearest).map((each) => {
          const mask = findMask?.(findFrameMaskOrigin(each)) ?? null;
          return matchTargets(each.reader, { ...target, row }, mask, limits).catch(() => []);
        }),
      );
      return answers
        .flat()
        .sort((one, other) => other.score - one.score)
        .filter(({ selectors }, index) => index < mostMatches || selectors.length > 0);
    },

    destination: async (id, limits) => parseFormDestination(await askAbout('destinationOf', id, limits)),

    async idOf(frame, element, limits) {
      const known = table.byFrame(frame.frameId);
      return known ? `${known.reader.letter}${await known.reader.numberOf(element, limits)}` : null;
    },

    async markSecret(id, limits) {
      const place = parseElementId(id);
      const known = place && table.byLetter(place.letter);
      if (known) await known.reader.callReader('markSecret', place.number, limits);
    },

    async secretBoxes(limits) {
      const boxes = await Promise.all(
        places.map(async ({ known, place }) => {
          const answer = await known.reader.callReader('secretBoxes', 0, limits).catch(() => '[]');
          return boxesIn(answer).map((box) => ({ ...box, x: box.x + place.x, y: box.y + place.y }));
        }),
      );
      return boxes.flat();
    },

    async withSecretsHidden(work, limits) {
      // Frames and documents may have come since the last view.
      await readFrames('action', limits.signal);
      const covered = places;
      try {
        await Promise.all(covered.map(({ known }) => known.reader.callReader('hideSecrets', 0, limits)));
        return await work();
      } finally {
        // Also for a caller who has given up.
        const after: CallLimits = { ...limits, signal: new AbortController().signal };
        await Promise.all(
          covered.map(({ known }) =>
            known.reader.callReader('restoreSecrets', 0, after).catch(() => undefined),
          ),
        );
      }
    },

    expand(id) {
      const known = folds.expand(id.replace(/^\*/, ''));
      const element = lastSeen.get(id.replace(/^\*/, ''));
      if (known.found || !element) return known;
      return {
        found: false,
        message: `${element.id} is a ${element.kind} with nothing folded in it. If it opens something, click it.`,
      };
    },

    async findText(text, { signal, places = 8, findMask }) {
      const { main, content } = (await readFrames('verify', signal, findMask)).frames;
      const { url } = main.reader;
      const print = { mode: 'action', url, nameLimit: 100, isFresh: () => false } as const;
      return findText(content, text, places, { ...print, tokenOf: links.tokenOf });
    },

    address: links.addressOf,
  };
}

function around(known: KnownFrame): FoundElement['around'] {
  const { parent } = known;
  if (!parent) return [];
  return [{ frame: parent.frame.reader.channel, handle: parent.handle }, ...around(parent.frame)];
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}

function isSamePage(url: string, other: string): boolean {
  const page = (address: string) => address.replace(/[?#].*$/s, '');
  return page(url) === page(other);
}

function textOf(content: readonly PageNode[]): string {
  return content
    .map((node) => {
      if (node.type === 'text') return node.text;
      if (node.type === 'item') return `${node.element.name} ${node.element.value ?? ''}`;
      if (node.type === 'image') return node.name;
      return node.type === 'group' ? `${node.name} ${textOf(node.content)}` : textOf(node.content);
    })
    .join(' ');
}

function textLength(content: readonly PageNode[]): number {
  return content.reduce((sum, node) => {
    if (node.type === 'text') return sum + node.text.length;
    return node.type === 'group' || node.type === 'frame' ? sum + textLength(node.content) : sum;
  }, 0);
}

function boxesIn(answer: unknown): readonly Box[] {
  const list: unknown = typeof answer === 'string' ? JSON.parse(answer) : [];
  if (!Array.isArray(list)) return [];
  return list.flatMap((sides: unknown) => {
    if (!Array.isArray(sides)) return [];
    const [x, y, width, height] = sides.map(Number);
    return [{ x: x || 0, y: y || 0, width: width || 0, height: height || 0 }];
  });
}
