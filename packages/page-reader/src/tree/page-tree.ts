import type { Box, ListingReason, VisibleElement } from '@runwright/contract';
import type { RawCell, RawNode, RawRow, RawText } from '../in-page/raw-frame.ts';
import { alignTables } from './table-grid.ts';

/** The content of a page over all its frames, boxes relative to the main frame's viewport. */
export type PageNode = PageGroup | PageItem | PageText | PageImage | PageFrame;

export interface PageGroup {
  readonly type: 'group';
  readonly role: string;
  readonly name: string;
  readonly box: Box;
  readonly top: boolean;
  readonly content: readonly PageNode[];
  /** Of a cell and a row: their place in the table as the page states it. */
  readonly cell?: RawCell;
  readonly row?: RawRow;
  /** Of a cell without content: that of the cell above which spans this row too. */
  readonly repeats?: readonly PageNode[];
}

export interface PageItem {
  readonly type: 'item';
  readonly element: VisibleElement;
  readonly hints: readonly string[];
  /** Name and value as a whole, where the element has a part of them. */
  readonly wholeName?: string;
  readonly wholeValue?: string;
}

export interface PageText {
  readonly type: 'text';
  readonly text: string;
  readonly level: number;
  /** `alert`: an error; `status`: another message. */
  readonly message: 'alert' | 'status' | null;
  readonly box: Box;
}

export interface PageImage {
  readonly type: 'image';
  readonly name: string;
  readonly source: string;
  readonly box: Box;
}

export interface PageFrame {
  readonly type: 'frame';
  readonly letter: string;
  readonly title: string;
  readonly host: string;
  readonly box: Box;
  readonly content: readonly PageNode[];
}

/** Position of a frame in the main frame's viewport, and its visible part. */
export interface FramePlace {
  readonly letter: string;
  readonly x: number;
  readonly y: number;
  /** The part of the main viewport in which the frame's content can be seen. */
  readonly window: Box;
}

const reasons = new Set<string>([
  'native',
  'role',
  'listener',
  'handler',
  'framework',
  'focusable',
  'pointer',
  'surface',
] satisfies ListingReason[]);

/**
 * Puts the raw content of one frame into its place. `frames` holds what was read of the frames inside it, by the
 * number of their element.
 */
export function placeContent(
  content: readonly RawNode[],
  place: FramePlace,
  frames: ReadonlyMap<number, PageFrame>,
): readonly PageNode[] {
  const boxOf = ({ box: [x, y, width, height] }: Pick<RawText, 'box'>): Box => ({
    x: Math.round(x + place.x),
    y: Math.round(y + place.y),
    width: Math.round(width),
    height: Math.round(height),
  });
  const put = (node: RawNode): readonly PageNode[] => {
    const box = boxOf(node);
    switch (node.type) {
      case 'group':
        return [{ ...node, box, content: node.content.flatMap(put) }];
      case 'slot': {
        const frame = frames.get(node.number);
        return frame ? [frame] : [];
      }
      case 'item': {
        const flags = node.flags.map((flag) => resolveOccluderFlag(flag, place.letter, frames));
        const isHidden = flags.includes('hidden');
        const element: VisibleElement = {
          id: `${place.letter}${node.number}`,
          kind: node.kind,
          name: shorten(node.name),
          value: node.value === null ? null : shorten(node.value),
          flags: isHidden || overlaps(box, place.window) ? flags : [...flags, 'offscreen'],
          box,
          frame: place.letter,
          why: isReason(node.why) ? node.why : 'listener',
          tag: node.tag,
          ...(node.options ? { options: node.options } : {}),
          ...(node.href === null ? {} : { href: node.href }),
        };
        const whole = {
          ...(node.name === element.name ? {} : { wholeName: node.name }),
          ...(node.value === element.value || node.value === null ? {} : { wholeValue: node.value }),
        };
        return [{ type: 'item', element, hints: node.hints, ...whole }];
      }
      default:
        return [{ ...node, box }];
    }
  };
  return alignTables(content.flatMap(put));
}

/** A name or value of at most 100 characters, as elements have it. */
function shorten(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 66)}…${text.slice(-33)}`.toWellFormed();
}

/** A flag such as `covered-by #12` with the id of the cover, which may be an inner frame. */
export function resolveOccluderFlag(
  flag: string,
  letter: string,
  frames: ReadonlyMap<number, PageFrame>,
): string {
  return flag.replace(/^covered-by #(\d+)$/, (_, number: string) => {
    const frame = frames.get(Number(number));
    return `covered-by ${frame ? `frame ${frame.letter}` : `${letter}${number}`}`;
  });
}

/** A group as a reader calls it: `list "Results"`. */
export function titleOf({ role, name }: PageGroup): string {
  return name === '' ? role : `${role} "${name.replaceAll('"', "'")}"`;
}

/** All elements of the tree, in reading order. */
export function elementsOf(content: readonly PageNode[]): readonly VisibleElement[] {
  const elements: VisibleElement[] = [];
  const visit = (node: PageNode): void => {
    if (node.type === 'item') elements.push(node.element);
    else if (node.type === 'group' || node.type === 'frame') node.content.forEach(visit);
  };
  content.forEach(visit);
  return elements;
}

/** Returns the intersection of two boxes. */
export function intersect(box: Box, by: Box): Box {
  const x = Math.max(box.x, by.x);
  const y = Math.max(box.y, by.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(box.x + box.width, by.x + by.width) - x),
    height: Math.max(0, Math.min(box.y + box.height, by.y + by.height) - y),
  };
}

/** Tests whether two boxes share more than an edge. */
export function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    one.y < other.y + other.height &&
    one.x + one.width > other.x &&
    one.y + one.height > other.y
  );
}

function isReason(text: string): text is ListingReason {
  return reasons.has(text);
}
