import type { Dom } from './dom.ts';

/** Names of colours and shapes. */
export function makeColours(dom: Dom) {
  const { tag, attribute } = dom;

  const isClear = (paint: string): boolean => paint === 'none' || /^rgba\(.*, 0\)$|^transparent$/.test(paint);

  const channels = (paint: string): readonly number[] => (paint.match(/[\d.]+/g) ?? []).map(Number);

  /** Returns the name of an SVG shape; an empty string for anything else. */
  const shapeOf = (element: Element): string => {
    if (!(element instanceof SVGGeometryElement)) return '';
    switch (tag(element)) {
      case 'rect':
        return 'rectangle';
      case 'polygon': {
        const corners =
          attribute(element, 'points')
            .trim()
            .split(/[\s,]+/).length / 2;
        return corners === 3 ? 'triangle' : 'polygon';
      }
      case 'path':
        return 'shape';
      default:
        return tag(element);
    }
  };

  /** The word for a computed colour. */
  const colour = (paint: string): string => {
    const [red = 0, green = 0, blue = 0] = channels(paint);
    const high = Math.max(red, green, blue);
    const low = Math.min(red, green, blue);
    if (high - low < 30) return high > 200 ? 'white' : high < 60 ? 'black' : 'grey';
    const span = high - low;
    const turn =
      high === red
        ? (green - blue) / span
        : high === green
          ? 2 + (blue - red) / span
          : 4 + (red - green) / span;
    const hue = (60 * turn + 360) % 360;
    const isDark = high < 160;
    if (hue < 15 || hue >= 345) return low > 150 ? 'pink' : 'red';
    if (hue < 42) return isDark ? 'brown' : 'orange';
    if (hue < 70) return isDark ? 'olive' : 'yellow';
    if (hue < 165) return 'green';
    if (hue < 195) return 'cyan';
    if (hue < 255) return 'blue';
    if (hue < 290) return 'purple';
    return low > 150 ? 'pink' : 'magenta';
  };

  const hex = (paint: string): string =>
    `#${channels(paint)
      .slice(0, 3)
      .map((channel) => Math.round(channel).toString(16).padStart(2, '0'))
      .join('')}`;

  /** Relative luminance: https://www.w3.org/TR/WCAG21/#dfn-relative-luminance */
  const luminance = (parts: readonly number[]): number =>
    parts
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);

  /** Tests whether text is much fainter than readable text is: under 4.5 to 1, as placeholders are. */
  const isFaint = (element: Element): boolean => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = channels(dom.style(element).color);
    let ground: readonly number[] = [255, 255, 255];
    for (let around: Element | null = element; around; around = dom.parentOf(around)) {
      const paint = dom.style(around).backgroundColor;
      if (isClear(paint)) continue;
      ground = channels(paint);
      break;
    }
    const mixed = [red, green, blue].map(
      (part, index) => part * alpha + (ground[index] ?? 255) * (1 - alpha),
    );
    const [one, other] = [luminance(mixed), luminance(ground)];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) < 4.5;
  };

  /** The background of an element that shows nothing else, such as one of a palette; an empty string for any other. */
  const swatchOf = (element: Element): string => {
    let found = '';
    for (let inner: Element | null = element; inner; inner = dom.firstElement(inner)) {
      if (inner.childElementCount > 1 || dom.rootIn(inner) !== null) return '';
      if (!/^(a|button|div|i|label|li|option|span|td)$/.test(tag(inner))) return '';
      const { backgroundColor, backgroundImage } = dom.style(inner);
      if (backgroundImage !== 'none' || drawsAround(inner)) return '';
      const isDefault = tag(inner) === 'button' && backgroundColor === 'rgb(239, 239, 239)';
      if (!isClear(backgroundColor) && !isDefault) found = backgroundColor;
    }
    return found && dom.textUnder(element).trim() === '' ? found : '';
  };

  /** Tests for generated content before or after the element, such as a sign or a part of an icon. */
  const drawsAround = (element: Element): boolean =>
    ['::before', '::after'].some((part) => {
      const { content, display } = dom.pseudoStyle(element, part);
      return content !== 'none' && content !== 'normal' && content !== '""' && display !== 'none';
    });

  return { isClear, shapeOf, colour, hex, isFaint, swatchOf };
}

export type Colours = ReturnType<typeof makeColours>;
