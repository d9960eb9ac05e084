import {
  type CallLimits,
  type FrameChannel,
  findMaskOrigin,
  type PageChannel,
  type PageHandle,
} from '@runwright/page-reader';
import { describeInputElement, type InputElement, innermostElement } from '../in-page/input-element.ts';
import type { Point } from '../port.ts';
import { showsPasswordSource } from '../shows-password-source.ts';

/** An element that an input is for. */
export interface FoundInputElement extends InputElement {
  /** Names the element in its tab, for the life of its document. */
  readonly key: string;
  /** Origin of its document, see `findMaskOrigin`. */
  readonly origin: string;
  /** The element itself. Rejects when it is gone. */
  handle(): Promise<{ readonly frame: FrameChannel; readonly handle: PageHandle }>;
}

/** Frames in frames that are looked into. */
const mostFrames = 8;

/** Finds the element at a point of the viewport, or that has the focus, also in inner frames; null when there is none, or no page answers. */
export async function findInputElement(
  channel: PageChannel,
  point: Point | null,
  limits: CallLimits,
): Promise<FoundInputElement | null> {
  let frame = await channel.main(limits);
  /** The frame, and those around it. */
  let frames = [frame];
  let inFrame = point;
  for (let depth = 0; depth < mostFrames; depth += 1) {
    const innermost = `(${innermostElement})(${JSON.stringify(inFrame)})`;
    const answer = await frame.evaluateValue(
      `(${describeInputElement})(${innermost}, ${showsPasswordSource})`,
      limits,
    );
    // The page's word in the shape that our own function gives it; an input that is taken for secret shows less, not more.
    const found = answer as InputElement | null;
    if (found === null) return null;
    if (found.frame === null) {
      const own = frame;
      return {
        ...found,
        key: `${own.frameId}/${own.documentId}/${found.number}`,
        origin: findMaskOrigin(frames),
        handle: async () => ({ frame: own, handle: await own.evaluate(innermost, limits) }),
      };
    }
    const frameId = await channel.frameOf(frame, await frame.evaluate(innermost, limits), limits);
    const inner = frameId === null ? null : await channel.inner(frameId, limits);
    if (inner === null) return null;
    inFrame = inFrame && { x: inFrame.x - found.frame.x, y: inFrame.y - found.frame.y };
    frame = inner;
    frames = [inner, ...frames];
  }
  return null;
}
