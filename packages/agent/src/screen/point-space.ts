import type { Image } from '@runwright/contract';

/** A point of the viewport in CSS pixels. */
export interface PagePoint {
  readonly x: number;
  readonly y: number;
}

/** How a model states points: in thousandths of the image, or in pixels of the image as its server resizes it. */
export type PointSpace = 'thousandths' | 'pixels';

/**
 * Returns the point space of a model by its name. UI-TARS 1.5 and its successors and the Qwen2.5-VL models that they are made
 * from were trained on pixels; the first UI-TARS models on thousandths, which every other model is told to use.
 */
export function pointSpaceOf(modelId: string): PointSpace {
  return /ui-?tars-?(?:1\.5|2)|qwen-?2\.5-?vl/i.test(modelId) ? 'pixels' : 'thousandths';
}

/** Pixels of the patches of these models: their servers round each edge of an image to a multiple. */
const patch = 28;

/** Converts numbers such as `<point>500 20</point>` to a point of the page; null when they name none in the image. */
export function toPagePoint(text: string, space: PointSpace, image: Image): PagePoint | null {
  const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
  const [x1, y1, x2 = x1, y2 = y1] = numbers;
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || numbers.length > 4) {
    return null;
  }
  const edge = (pixels: number) => Math.max(patch, Math.round(pixels / patch) * patch);
  const [width, height] = space === 'thousandths' ? [1_000, 1_000] : [edge(image.width), edge(image.height)];
  // A box stands for its centre.
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
  return scalePoint({ x, y }, { width, height }, image);
}

/** Converts a point of an area that shows the whole image to a point of the page; null when it is outside. */
export function scalePoint(
  { x, y }: PagePoint,
  { width, height }: { readonly width: number; readonly height: number },
  { cssWidth, cssHeight }: Pick<Image, 'cssWidth' | 'cssHeight'>,
): PagePoint | null {
  if (!(x >= 0 && y >= 0 && x <= width && y <= height)) return null;
  return {
    x: Math.round(Math.min(cssWidth - 1, (x * cssWidth) / width)),
    y: Math.round(Math.min(cssHeight - 1, (y * cssHeight) / height)),
  };
}
