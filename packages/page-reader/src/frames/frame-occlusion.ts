import type { Box, VisibleElement } from '@runwright/contract';
import type { RawBox, RawSlot } from '../in-page/raw-frame.ts';
import type { CallLimits } from '../page-channel.ts';
import {
  type FramePlace,
  intersect,
  type PageFrame,
  type PageNode,
  resolveOccluderFlag,
} from '../tree/page-tree.ts';
import type { FrameReader } from './frame-reader.ts';

/** Counts of elements in view outside layers on top, and of those of them that are occluded. */
export interface OcclusionCounts {
  readonly behind: number;
  readonly covered: number;
}

/** Maximum number of elements per frame that are hit-tested. */
const maximumTested = 1_000;

/**
 * Flags what in the frames of a document is covered by something of that document; `untested` counts the controls in view
 * that were not asked about.
 */
export async function flagOccludedElements(
  reader: FrameReader,
  place: FramePlace,
  slots: readonly RawSlot[],
  frames: ReadonlyMap<number, PageFrame>,
  limits: CallLimits,
): Promise<OcclusionCounts & { readonly frames: ReadonlyMap<number, PageFrame>; readonly untested: number }> {
  let behind = 0;
  let covered = 0;
  let untested = 0;
  const marked = await Promise.all(
    slots.map(async (slot): Promise<readonly (readonly [number, PageFrame])[]> => {
      const frame = frames.get(slot.number);
      if (!frame) return [];
      const inView = inViewOf(frame);
      if (!slot.top) behind += inView.length;
      if (!slot.mayBeOccluded || inView.length === 0) return [[slot.number, frame]];
      const asked = inView.slice(0, maximumTested);
      const boxes = asked.map(
        ({ box: { x, y, width, height } }): RawBox => [x - place.x, y - place.y, width, height],
      );
      const covers = await reader.occludersOver(slot.number, boxes, limits).catch(() => null);
      untested += covers ? inView.length - asked.length : inView.length;
      if (!covers) return [[slot.number, frame]];
      const flags = new Map(
        asked.flatMap(({ element }, index) => {
          const cover = covers[index];
          return cover == null
            ? []
            : [[element.id, resolveOccluderFlag(`covered-by ${cover}`, place.letter, frames)]];
        }),
      );
      if (!slot.top) covered += flags.size;
      return [[slot.number, flags.size > 0 ? { ...frame, content: withFlags(frame.content, flags) } : frame]];
    }),
  );
  return { behind, covered, untested, frames: new Map(marked.flat()) };
}

/** Elements of a frame, and of those inside it, whose place in the main viewport is in view, and what of it is. */
function inViewOf(frame: PageFrame): readonly { readonly element: VisibleElement; readonly box: Box }[] {
  const visit = (node: PageNode, window: Box): ReturnType<typeof inViewOf> => {
    if (node.type === 'frame') return node.content.flatMap((inner) => visit(inner, node.box));
    if (node.type === 'group') return node.content.flatMap((inner) => visit(inner, window));
    if (node.type !== 'item') return [];
    const { element } = node;
    if (element.flags.some((flag) => flag === 'offscreen' || flag === 'hidden')) return [];
    const box = intersect(element.box, window);
    return box.width > 1 && box.height > 1 ? [{ element, box }] : [];
  };
  return visit(frame, frame.box);
}

function withFlags(content: readonly PageNode[], flags: ReadonlyMap<string, string>): readonly PageNode[] {
  return content.map((node) => {
    if (node.type === 'group' || node.type === 'frame')
      return { ...node, content: withFlags(node.content, flags) };
    if (node.type !== 'item') return node;
    const { element } = node;
    const flag = flags.get(element.id);
    // What is covered in its own document already says so.
    if (flag === undefined || element.flags.some((each) => each.startsWith('covered-by '))) return node;
    return { ...node, element: { ...element, flags: [...element.flags, flag] } };
  });
}
