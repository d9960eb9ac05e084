import type { ReadMode, VisibleElement } from '@runwright/contract';
import type { FramesRead } from '../frames/read-frames.ts';
import { defaultBytesPerToken } from './budget/token-estimate.ts';
import { extractText } from './extract/extract-text.ts';
import type { FoldTable } from './fold-table.ts';
import type { Leaf } from './lines/line.ts';
import { leavesIn } from './lines/tree-queries.ts';
import type { LinkTokens } from './link-tokens.ts';
import { printChanges, type WholeView } from './print-changes.ts';
import { printHead } from './print-head.ts';
import { printLeftOut, printPage } from './print-page.ts';

/** Request for printing a view. */
export interface ViewRequest {
  readonly mode: ReadMode;
  readonly budget?: number;
  readonly bytesPerToken?: number;
  readonly expand?: readonly string[];
  readonly since?: number;
  readonly tab: string;
  readonly tabs: number;
  readonly url: string;
  readonly title: string;
  readonly documentId: string;
  readonly frames: FramesRead;
  readonly elements: readonly VisibleElement[];
  /** Elements that are not new, by id. Default: those of the last view in mode `action` of the same document. */
  readonly known?: ReadonlyMap<string, unknown>;
  /** Of the view that is made. */
  readonly epoch: number;
}

/** The text of a view and what stands in it. */
export interface ViewText {
  readonly text: string;
  readonly parts: readonly string[];
  /** The view that the text names the differences from. */
  readonly since?: number;
  readonly leftOut: readonly string[];
  /** Every element and text that prints. */
  readonly leaves: readonly (VisibleElement | Leaf)[];
}

const defaultBudget = 6_000;
/** Share of new elements above which the page counts as another one and none is marked as new. */
const mostFresh = 0.7;
const manyElements = 20;

/** Prints the views of one tab and remembers of them what the next ones are compared with. */
export function createViewPrinter(links: LinkTokens, folds: FoldTable) {
  let seen: { readonly documentId: string; readonly ids: ReadonlySet<string> } | null = null;
  let whole: (WholeView & { readonly documentId: string; readonly epoch: number }) | null = null;

  const freshness = ({ documentId, elements, known }: ViewRequest): ((id: string) => boolean) => {
    const before = known ?? (seen?.documentId === documentId ? seen.ids : null);
    if (!before) return () => false;
    const fresh = elements.filter(({ id }) => !before.has(id)).length;
    if (elements.length > manyElements && fresh > mostFresh * elements.length) return () => false;
    return (id) => !before.has(id);
  };

  const extract = (request: ViewRequest): ViewText => {
    const { frames, url, bytesPerToken = defaultBytesPerToken, budget = Number.POSITIVE_INFINITY } = request;
    const head = printHead({ ...request, ...frames.raw, content: frames.content, title: request.title, url });
    const print = { url, tokenOf: links.tokenOf };
    const { unread, content } = frames;
    return {
      ...extractText(head, content, print, { budget, bytesPerToken, unread }),
      leaves: leavesOf(content),
    };
  };

  return {
    print(request: ViewRequest): ViewText {
      if (request.mode === 'extract') return extract(request);
      const { frames, url, title, documentId, epoch, since, mode } = request;
      const { budget = defaultBudget, bytesPerToken = defaultBytesPerToken, expand = [] } = request;
      const { viewport, scroll } = frames.raw;
      const { modal, content, unread, farText } = frames;
      const page = {
        ...{ mode, url, title, viewport, scroll, modal, content, unread, budget, bytesPerToken, farText },
      };
      const make = () =>
        printPage(
          { ...page, tab: request.tab, tabs: request.tabs, isFresh: freshness(request) },
          links,
          folds,
        );
      // What is to be expanded has to have been printed folded once.
      if (expand.some((id) => !folds.get(id))) make();
      const printed = expand.length > 0 ? folds.whileExpanded(expand, make) : make();
      const leaves = printed.leaves.map((leaf) => (leaf.type === 'item' ? leaf.element : leaf));
      const { text, leftOut, head, lines } = printed;
      if (mode !== 'action') return { text, parts: [text], leftOut, leaves };

      const byId = new Map(request.elements.map((element) => [element.id, element]));
      const texts = new Set(content.flatMap(leavesIn).map((leaf) => (leaf.type === 'text' ? leaf.text : '')));
      const now: WholeView = { lines, elements: byId, texts, scroll: scroll.y };
      const isHeld = whole !== null && whole.epoch === since && whole.documentId === documentId;
      const changes = isHeld && whole ? printChanges(whole, now) : null;
      seen = { documentId, ids: new Set(byId.keys()) };
      if (!changes || since === undefined) {
        whole = { ...now, documentId, epoch };
        return { text, parts: [text], leftOut, leaves };
      }
      const tail = leftOut.length > 0 ? [printLeftOut(leftOut)] : [];
      const difference = [head, ...changes, ...tail].join('\n');
      return { text: difference, parts: [difference], since, leftOut, leaves };
    },
  };
}

function leavesOf(content: FramesRead['content']): readonly (VisibleElement | Leaf)[] {
  return content.flatMap((node) => {
    if (node.type === 'item') return [node.element];
    return node.type === 'group' || node.type === 'frame' ? leavesOf(node.content) : [node];
  });
}
