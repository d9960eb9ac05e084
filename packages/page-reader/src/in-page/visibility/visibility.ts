import type { RawBox } from '../raw-frame.ts';
import type { StyleSubset } from './style-cache.ts';

/** Visibility that an element inherits from its ancestors. */
export interface InheritedVisibility {
  readonly opacity: number;
  /** Clipping box of content; null when there is none. */
  readonly clip: RawBox | null;
  /** Clipping box of absolutely positioned content. */
  readonly absoluteClip: RawBox | null;
  /** Scrollport around the content; null when there is none. */
  readonly scrollport: RawBox | null;
  readonly cursor: string;
}

/** Computes which elements a person can see. */
export function makeVisibility() {
  const cut = (box: RawBox, clip: RawBox | null): RawBox => {
    if (!clip) return box;
    const left = Math.max(box[0], clip[0]);
    const top = Math.max(box[1], clip[1]);
    const right = Math.min(box[0] + box[2], clip[0] + clip[2]);
    const bottom = Math.min(box[1] + box[3], clip[1] + clip[3]);
    return [left, top, Math.max(0, right - left), Math.max(0, bottom - top)];
  };

  const clipFor = (inherited: InheritedVisibility, position: string): RawBox | null => {
    if (position === 'fixed') return null;
    return position === 'absolute' ? inherited.absoluteClip : inherited.clip;
  };

  /** Tests whether a style hides content by clipping it away, as the usual screen-reader-only classes do. */
  const isClippedAway = (style: StyleSubset): boolean =>
    /^rect\((0px|1px)(, (0px|1px)){3}\)$/.test(style.clip) || isCutAway(style.clipPath);

  const isCutAway = (clipPath: string): boolean =>
    clipPath !== 'none' && /^(inset\((50%|100%)|circle\(0(px|%)?( |\)))/.test(clipPath);

  const isScrolling = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

  const isClipping = (overflow: string): boolean => overflow !== 'visible';

  const isBig = (box: RawBox): boolean => box[2] > 1 && box[3] > 1;

  return {
    initial: {
      opacity: 1,
      clip: null,
      absoluteClip: null,
      scrollport: null,
      cursor: 'auto',
    } satisfies InheritedVisibility,

    /** The part of the box that is left after clipping. */
    shownBox: (box: RawBox, inherited: InheritedVisibility, position: string): RawBox =>
      cut(box, clipFor(inherited, position)),

    isBig,
    cut,

    isClippedAway,
    isCutAway,

    /** Returns the visibility that the children of an element inherit. */
    inherit(
      inherited: InheritedVisibility,
      style: StyleSubset,
      box: RawBox,
      { position, opacity, cursor }: { position: string; opacity: number; cursor: string },
    ): InheritedVisibility {
      const { overflowX } = style;
      // Where one is visible, the other one does not scroll: https://drafts.csswg.org/css-overflow-3/#overflow-properties
      const overflowY = overflowX === 'visible' ? overflowX : style.overflowY;
      const outer = clipFor(inherited, position);
      const around = position === 'fixed' ? null : inherited.scrollport;
      const scrolls = (isScrolling(overflowX) || isScrolling(overflowY)) && isBig(box);
      const clips = !scrolls && (isClipping(overflowX) || isClipping(overflowY));
      // Whatever is in a scroll region can be scrolled into sight, also from beyond what clips the region.
      const clip = scrolls ? null : clips ? cut(box, outer) : outer;
      const window = scrolls ? cut(box, around) : around;
      const holds = clip === inherited.absoluteClip || position !== 'static' || style.transform !== 'none';
      return {
        opacity,
        clip,
        absoluteClip: holds ? clip : inherited.absoluteClip,
        scrollport: window,
        cursor,
      };
    },
  };
}

export type Visibility = ReturnType<typeof makeVisibility>;
