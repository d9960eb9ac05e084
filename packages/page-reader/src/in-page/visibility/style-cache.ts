import type { Dom } from '../dom/dom.ts';

/** What of a computed style the walk looks at. */
export type Look = Pick<
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
export interface Kin {
  /** Their attributes say no more than how they look. */
  readonly isBare: boolean;
  /** Their attributes say no more than what picture they show. */
  readonly isPicture: boolean;
  /** They are called an error, a warning or the like. */
  readonly isMessage: boolean;
  /** How those that were looked at are shown; null when that is not known, or is different from one to the next. */
  look: Look | null;
  /** How the last but one of those that it takes looked. */
  last: Look | null;
  looked: number;
  inner: Map<string, Kin> | null;
}

/**
 * Remembers how elements look, for those of their kin that are far from the viewport: of a thousand cards the first
 * few tell. It is only ever remembered that something is shown, and is asked anew of each element that is listed. What
 * is near is always looked at itself.
 */
export function makeKinship(dom: Dom) {
  const { attribute } = dom;
  const messageClass = /(^|[\s_-])(error|alert|invalid|warning|danger|toast|notification)s?($|[\s_-])/i;
  /** Words are states (`open`, `true`, `button`); what has a digit or a sign is content, and differs from one to the next. */
  const state = /^[a-z-]{0,16}$/i;
  /** What these say is content, or how a picture is drawn. */
  const ofContent = new Set(
    'aria-label aria-describedby aria-labelledby alt title placeholder name value href src srcset for action width height viewBox xmlns d points fill stroke stroke-width stroke-linecap stroke-linejoin'.split(
      ' ',
    ),
  );
  const ofPictures = new Set('alt src srcset sizes width height loading decoding title'.split(' '));
  /** So many of one kin are looked at. */
  const enough = 3;

  const blank = (isBare: boolean, isPicture: boolean, type: string): Kin => ({
    isBare,
    isPicture,
    isMessage: messageClass.test(type),
    look: null,
    last: null,
    looked: 0,
    inner: null,
  });

  const isAsUsual = ({
    display,
    visibility,
    opacity,
    position,
    pointerEvents,
    clipPath,
    filter,
    maskImage,
  }: Look): boolean =>
    display !== 'none' &&
    visibility === 'visible' &&
    opacity === '1' &&
    (position === 'static' || position === 'relative') &&
    pointerEvents !== 'none' &&
    clipPath === 'none' &&
    filter === 'none' &&
    maskImage === 'none';

  const copyOf = (style: Look): Look => ({
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

  const isLike = (one: Look, other: Look): boolean =>
    isAsUsual(other) &&
    one.display === other.display &&
    one.position === other.position &&
    one.cursor === other.cursor &&
    one.overflowX === other.overflowX;

  let remembers = false;

  return {
    /** Begins a read; `mayBeFar` tells whether anything counts as far in it. Yields the kin of the document. */
    begin(mayBeFar: boolean): Kin {
      remembers = mayBeFar;
      return blank(true, false, '');
    },

    /** How the kin of an element looks, if it may stand for its own look: what is in a line of text near by is no box. */
    recall: ({ look }: Kin, isFar: boolean): Look | null =>
      look && (isFar || look.display !== 'inline') ? look : null,

    /** The kin of an element whose parent is of `outer`. */
    of(element: Element, name: string, outer: Kin): Kin {
      let key = name;
      let type = '';
      let isBare = true;
      let isPicture = name === 'img';
      let isAlone = false;
      for (const each of dom.attributeNames(element)) {
        if (each === 'class') {
          type = attribute(element, 'class');
          key += `.${type}`;
        } else if (dom.isLook(each)) isAlone = true;
        else {
          isBare = false;
          isPicture &&= ofPictures.has(each);
          const value = ofContent.has(each) ? '' : attribute(element, each);
          key += state.test(value) ? ` ${each}=${value}` : ` ${each}`;
        }
      }
      if (isAlone) return blank(isBare, isPicture, type);
      outer.inner ??= new Map();
      const known = outer.inner.get(key);
      if (known) return known;
      const made = blank(isBare, isPicture, type);
      outer.inner.set(key, made);
      return made;
    },

    /** How an element is shown, as it was just read; enough of these are remembered. */
    note(kin: Kin, style: Look): Look {
      if (!remembers) return style;
      kin.looked += 1;
      if (kin.looked === enough - 1 && isAsUsual(style)) kin.last = copyOf(style);
      if (kin.looked === enough && kin.last && isLike(kin.last, style)) kin.look = kin.last;
      return style;
    },
  };
}

export type Kinship = ReturnType<typeof makeKinship>;
