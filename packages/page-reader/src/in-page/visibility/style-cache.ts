import type { Dom } from '../dom/dom.ts';

/** Properties of a computed style that the reader uses. */
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

/** Elements with the same tag, class and state, below parents of one group: style sheets rarely style them differently. */
export interface StyleGroup {
  /** They have no attributes except `class`, `style` and `id`. */
  readonly isBare: boolean;
  /** They are images whose attributes only name the picture. */
  readonly isPicture: boolean;
  /** Their class names an error, a warning or the like. */
  readonly isMessage: boolean;
  /** Style of the sampled elements; null while it is unknown or when samples differ. */
  style: StyleSubset | null;
  /** Style of the sample before the last. */
  previousStyle: StyleSubset | null;
  sampleCount: number;
  children: Map<string, StyleGroup> | null;
}

/**
 * Caches computed styles per style group, for elements far from the viewport: after a few equal samples the others of the
 * group are not read. Only visible styles are cached, and the style of each listed element is read again.
 */
export function makeStyleCache(dom: Dom) {
  const { attribute } = dom;
  const messageClass = /(^|[\s_-])(error|alert|invalid|warning|danger|toast|notification)s?($|[\s_-])/i;
  /** Words are states (`open`, `true`, `button`); what has a digit or a sign is content, and differs from one to the next. */
  const stateValue = /^[a-z-]{0,16}$/i;
  /** Attributes whose values are content or drawing instructions. */
  const contentAttributes = new Set(
    'aria-label aria-describedby aria-labelledby alt title placeholder name value href src srcset for action width height viewBox xmlns d points fill stroke stroke-width stroke-linecap stroke-linejoin'.split(
      ' ',
    ),
  );
  const pictureAttributes = new Set('alt src srcset sizes width height loading decoding title'.split(' '));
  /** Number of elements of a group that are sampled. */
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
    /** Begins a read and returns the group of the document; `mayBeFar` turns caching on. */
    begin(mayBeFar: boolean): StyleGroup {
      isCaching = mayBeFar;
      return createGroup(true, false, '');
    },

    /** Returns the cached style of a group if it may be used: inline elements near the viewport are always read. */
    cachedStyle: ({ style: look }: StyleGroup, isFar: boolean): StyleSubset | null =>
      look && (isFar || look.display !== 'inline') ? look : null,

    /** Returns the style group of an element whose parent belongs to `outer`. */
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

    /** Records a style that was just read; the style is cached after enough equal samples. */
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
