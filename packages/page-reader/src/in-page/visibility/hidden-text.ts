import type { Dom } from '../dom/dom.ts';
import type { RawBox } from '../raw-frame.ts';
import type { StyleSubset } from './style-cache.ts';

/**
 * Detects text that takes room and that nobody can see: erased by filters, masks and clip paths, in the colour of its
 * background, without size, or moved beyond the edge of the page. A page could otherwise write to a model what a person
 * does not read.
 */
export function makeHiddenText(dom: Dom) {
  /** Channels of two colours that differ by no more than this look the same. */
  const sameChannel = 6;
  /** Pixels; smaller letters are dots. */
  const smallestFont = 2;
  /** Pixels that a mask or clip path leaves where nothing is left. */
  const smallestPart = 1;
  const pictures = 'img,video,canvas,picture,svg,iframe,object,embed';
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];

  /** A computed colour in sRGB; null for one in another notation. */
  const colourOf = (text: string): Colour | null => {
    if (!/^rgba?\(/.test(text)) return null;
    const [red, green, blue, alpha = 1] = (text.match(/-?[\d.]+/g) ?? []).map(Number);
    return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue, alpha];
  };

  const isSame = (one: Colour, other: Colour): boolean =>
    [0, 1, 2].every((channel) => Math.abs((one[channel] ?? 0) - (other[channel] ?? 0)) <= sameChannel);

  /** Lengths and shares of a shape, the latter of a side of 100 px: what is far below 100 px is small either way. */
  const numbersIn = (text: string): readonly number[] => (text.match(/-?[\d.]+/g) ?? []).map(Number);

  /** Tests whether a `clip-path` leaves nothing: https://drafts.csswg.org/css-masking/#the-clip-path */
  const isCutAway = (clipPath: string): boolean => {
    const [, shape = '', inner = ''] = /^([a-z]+)\((.*)\)/.exec(clipPath) ?? [];
    if (shape === 'inset') {
      const sides = (inner.split(' round ')[0] ?? '').trim().split(/\s+/);
      const [top = '', right = top, bottom = top, left = right] = sides;
      const covers = (one: string, other: string): boolean =>
        one.endsWith('%') && other.endsWith('%') && Number.parseFloat(one) + Number.parseFloat(other) >= 100;
      return covers(top, bottom) || covers(left, right);
    }
    if (shape === 'circle' || shape === 'ellipse') return /^0(px|%)?( |$)/.test(inner);
    if (shape !== 'polygon') return false;
    const corners = inner.replace(/^(nonzero|evenodd),?/, '').split(',');
    const points = corners.map(numbersIn);
    const spread = (axis: number): number => {
      const values = points.map((point) => point[axis] ?? 0);
      return Math.max(...values) - Math.min(...values);
    };
    return spread(0) < smallestPart || spread(1) < smallestPart;
  };

  /** Tests whether all colours of a gradient are transparent; of any other picture nothing is known. */
  const isBlankMask = (image: string): boolean => {
    if (!/^((repeating-)?(linear|radial|conic)-gradient\()/.test(image)) return false;
    const colours = image.match(/rgba?\([^)]*\)/g) ?? [];
    return colours.length > 0 && colours.every((text) => colourOf(text)?.[3] === 0);
  };

  const isClearFilter = (filter: string): boolean => /(^|\s)opacity\((0(\.0\d*)?%?|0?\.00\d*)\)/.test(filter);

  let backgrounds = new WeakMap<Element, { readonly colour: Colour; readonly of: Element } | null>();

  /** The colour behind an element, and the element that has it; null where a picture or something unknown is behind. */
  const backgroundOf = (element: Element): { readonly colour: Colour; readonly of: Element } | null => {
    const known = backgrounds.get(element);
    if (known !== undefined) return known;
    const found = findBackground(element);
    backgrounds.set(element, found);
    return found;
  };

  const findBackground = (element: Element): { readonly colour: Colour; readonly of: Element } | null => {
    const { backgroundColor, backgroundImage, position, colorScheme } = dom.style(element);
    if (backgroundImage !== 'none') return null;
    const colour = colourOf(backgroundColor);
    if (colour?.[3] === 1) return { colour, of: element };
    if (colour?.[3] !== 0) return null;
    const above = dom.parentOf(element);
    // The canvas is white, but where a page is dark.
    if (!above) return /dark/.test(colorScheme) ? null : { colour: [255, 255, 255, 1], of: element };
    // What is positioned may lie on something that it does not stand in.
    return position === 'static' || position === 'relative' ? backgroundOf(above) : null;
  };

  const overlaps = (one: RawBox, other: RawBox): boolean =>
    one[0] < other[0] + other[2] &&
    one[1] < other[1] + other[3] &&
    one[0] + one[2] > other[0] &&
    one[1] + one[3] > other[1];

  /** Tests whether a picture or another colour lies between the text of an element and the background of `outer`. */
  const liesOnOther = (element: Element, outer: Element, colour: Colour): boolean => {
    const box = dom.box(element);
    const [x, y] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
    const stack = document.elementsFromPoint(x, y);
    const isOther = (each: Element): boolean => {
      if (each.matches(pictures)) return true;
      const { backgroundColor, backgroundImage } = dom.style(each);
      const own = colourOf(backgroundColor);
      return backgroundImage !== 'none' || (own !== null && own[3] > 0 && !isSame(own, colour));
    };
    const below = stack.slice(Math.max(0, stack.indexOf(element)));
    const end = below.indexOf(outer);
    if ((end < 0 ? below : below.slice(0, end)).some((each) => each !== element && isOther(each)))
      return true;
    // Out of the viewport there is no hit test.
    return (
      stack.length === 0 && [...outer.querySelectorAll(pictures)].some((each) => overlaps(dom.box(each), box))
    );
  };

  const isInBackground = (element: Element, fill: Colour): boolean => {
    const behind = backgroundOf(element);
    return behind !== null && isSame(fill, behind.colour) && !liesOnOther(element, behind.of, behind.colour);
  };

  /** Tests whether the first line of a text begins beyond the edge of what is shown. */
  const isIndentedAway = (indent: string): boolean => {
    const length = Number.parseFloat(indent);
    return indent.endsWith('%') ? Math.abs(length) >= 100 : Math.abs(length) >= 0.9 * innerWidth;
  };

  const hidesText = (element: Element): boolean => {
    const style = dom.style(element);
    if (Number.parseFloat(style.fontSize) < smallestFont) return true;
    if (style.textIndent !== '0px' && isIndentedAway(style.textIndent)) return true;
    const fill = colourOf(style.webkitTextFillColor);
    if (!fill) return false;
    const isClear = fill[3] < 0.02;
    if (!isClear && !isInBackground(element, fill)) return false;
    // A shadow, an outline or a background in the shape of the letters shows them.
    if (style.textShadow !== 'none' || Number.parseFloat(style.webkitTextStrokeWidth) > 0) return false;
    for (let each: Element | null = element; each; each = dom.parentOf(each)) {
      const around = dom.style(each);
      if (around.backgroundClip.includes('text')) return false;
      if (!around.display.startsWith('inline')) break;
    }
    return true;
  };

  let lastElement: Element | null = null;
  let lastHides = false;
  let isRightToLeft = false;

  return {
    isCutAway,
    /** Begins a read. */
    begin(): void {
      backgrounds = new WeakMap();
      lastElement = null;
      const root = document.documentElement;
      isRightToLeft = root ? dom.style(root).direction === 'rtl' : false;
    },
    /** Tests whether a style makes an element and all in it invisible, by a filter, a mask or a clip path. */
    isErased: ({ filter, maskImage, clipPath }: StyleSubset): boolean =>
      (filter !== 'none' && isClearFilter(filter)) ||
      (maskImage !== 'none' && isBlankMask(maskImage)) ||
      (clipPath !== 'none' && isCutAway(clipPath)),
    /** Tests whether nobody can see text that stands directly in an element. */
    hidesText(element: Element): boolean {
      if (element !== lastElement) {
        lastElement = element;
        lastHides = hidesText(element);
      }
      return lastHides;
    },
    /** Tests whether a box lies before the beginning of the page, where nobody can scroll to. */
    isBeyondPage: ([x, y, width, height]: RawBox): boolean =>
      y + height + scrollY <= 0 || (!isRightToLeft && x + width + scrollX <= 0),
  };
}

export type HiddenText = ReturnType<typeof makeHiddenText>;
