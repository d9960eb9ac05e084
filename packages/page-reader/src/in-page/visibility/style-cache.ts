import type { Dom } from '../dom/dom.ts';

/** What of a computed style the walk looks at. */
export type StyleSubset = Pick<
  CSSStyleDeclaration,
  | 'display'
  | 'visibility'
  | 'opacity'
  | 'position'
  | 'cursor'
  | 'overflowX'
  | 'overflowY'
  | 'pointerEvents'
  | 'transform'
  | 'clip'
  | 'clipPath'
  | 'filter'
  | 'maskImage'
  | 'zIndex'
>;

/** Elements that a style sheet hardly tells apart: one tag, class and state, below parents of which that is true too. */
export interface StyleGroup {
  /** Their attributes say no more than how they look. */
  readonly isBare: boolean;
  /** Their attributes say no more than what picture they show. */
  readonly isPicture: boolean;
  /** They are called an error, a warning or the like. */
  readonly isMessage: boolean;
  /** How those that were looked at are shown; null when that is not known, or is different from one to the next. */
  style: StyleSubset | null;
  /** How the last but one of those that it takes looked. */
  previousStyle: StyleSubset | null;
  sampleCount: number;
  children: Map<string, StyleGroup> | null;
}

/**
 * Remembers how elements look, for those of their kin that are far from the viewport: of a thousand cards the first
 * few tell. It is only ever remembered that something is shown, and is asked anew of each element that is listed. What
 * is near is always looked at itself.
 */
export function makeStyleCache(dom: Dom) {
  const { attribute } = dom;
  const messageClass = /(^|[\s_-])(error|alert|invalid|warning|danger|toast|notification)s?($|[\s_-])/i;
  /** Words are states (`open`, `true`, `button`); what has a digit or a sign is content, and differs from one to the next. */
  const stateValue = /^[a-z-]{0,16}$/i;
  /** What these say is content, or how a picture is drawn. */
  const contentAttributes = new Set(
    'aria-label aria-describedby aria-labelledby alt title placeholder name value href src srcset for action width height viewBox xmlns d points fill stroke stroke-width stroke-linecap stroke-linejoin'.split(
      ' ',
    ),
  );
  const pictureAttributes = new Set('alt src srcset sizes width height loading decoding title'.split(' '));
  /** So many of one kin are looked at. */
  const requiredSamples = 3;

  const createGroup = (isBare: boolean, isPicture: boolean, type: string): StyleGroup => ({
    isBare,
    isPicture,
    isMessage: messageClass.test(type),
    style: null,
    previousStyle: null,
    sampleCount: 0,
    children: null,
  });

  const isDefaultStyle = ({
    display,
    visibility,
    opacity,
    position,
    pointerEvents,
    clipPath,
    filter,
    maskImage,
  }: StyleSubset): boolean =>
    display !== 'none' &&
    visibility === 'visible' &&
    opacity === '1' &&
    (position === 'static' || position === 'relative') &&
    pointerEvents !== 'none' &&
    clipPath === 'none' &&
    filter === 'none' &&
    maskImage === 'none';

  const copyOf = (style: StyleSubset): StyleSubset => ({
    display: style.display,
    visibility: style.visibility,
    opacity: style.opacity,
    position: style.position,
    cursor: style.cursor,
    overflowX: style.overflowX,
    overflowY: style.overflowY,
    pointerEvents: style.pointerEvents,
    transform: style.transform,
    clip: style.clip,
    clipPath: style.clipPath,
    filter: style.filter,
    maskImage: style.maskImage,
    zIndex: style.zIndex,
  });

  const isSameStyle = (one: StyleSubset, other: StyleSubset): boolean =>
    isDefaultStyle(other) &&
    one.display === other.display &&
    one.position === other.position &&
    one.cursor === other.cursor &&
    one.overflowX === other.overflowX;

  let isCaching = false;

  return {
    /** Begins a read; `mayBeFar` tells whether anything counts as far in it. Yields the kin of the document. */
    begin(mayBeFar: boolean): StyleGroup {
      isCaching = mayBeFar;
      return createGroup(true, false, '');
    },

    /** How the kin of an element looks, if it may stand for its own look: what is in a line of text near by is no box. */
    cachedStyle: ({ style: look }: StyleGroup, isFar: boolean): StyleSubset | null =>
      look && (isFar || look.display !== 'inline') ? look : null,

    /** The kin of an element whose parent is of `outer`. */
    groupOf(element: Element, name: string, outer: StyleGroup): StyleGroup {
      let key = name;
      let type = '';
      let isBare = true;
      let isPicture = name === 'img';
      let isUncacheable = false;
      for (const each of dom.attributeNames(element)) {
        if (each === 'class') {
          type = attribute(element, 'class');
          key += `.${type}`;
        } else if (dom.isStyleAttribute(each)) isUncacheable = true;
        else {
          isBare = false;
          isPicture &&= pictureAttributes.has(each);
          const value = contentAttributes.has(each) ? '' : attribute(element, each);
          key += stateValue.test(value) ? ` ${each}=${value}` : ` ${each}`;
        }
      }
      if (isUncacheable) return createGroup(isBare, isPicture, type);
      outer.children ??= new Map();
      const known = outer.children.get(key);
      if (known) return known;
      const made = createGroup(isBare, isPicture, type);
      outer.children.set(key, made);
      return made;
    },

    /** How an element is shown, as it was just read; enough of these are remembered. */
    record(styleGroup: StyleGroup, style: StyleSubset): StyleSubset {
      if (!isCaching) return style;
      styleGroup.sampleCount += 1;
      if (styleGroup.sampleCount === requiredSamples - 1 && isDefaultStyle(style))
        styleGroup.previousStyle = copyOf(style);
      if (
        styleGroup.sampleCount === requiredSamples &&
        styleGroup.previousStyle &&
        isSameStyle(styleGroup.previousStyle, style)
      )
        styleGroup.style = styleGroup.previousStyle;
      return style;
    },
  };
}

export type StyleCache = ReturnType<typeof makeStyleCache>;
