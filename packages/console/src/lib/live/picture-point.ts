/** Place of the picture on the screen, in CSS pixels of the screen. */
export interface PicturePlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Size of the page that the picture shows, in its CSS pixels. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Point of the page. */
export interface PagePoint {
  readonly x: number;
  readonly y: number;
}

/** Converts a point of the screen to that of the page under it. Points outside the picture become the nearest one inside. */
export function pagePointOf(
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
  place: PicturePlace,
  page: PageSize,
): PagePoint {
  return {
    x: scaled(clientX - place.left, place.width, page.width),
    y: scaled(clientY - place.top, place.height, page.height),
  };
}

function scaled(offset: number, shown: number, size: number): number {
  if (shown <= 0) return 0;
  const at = Math.min(Math.max(offset / shown, 0), 1) * size;
  return Math.min(Math.round(at * 100) / 100, Math.max(0, size - 1));
}

/** Members of a `wheel` event. */
export interface WheelTurn {
  readonly deltaX: number;
  readonly deltaY: number;
  /** 0: pixels, 1: lines, 2: pages. */
  readonly deltaMode: number;
  readonly shiftKey: boolean;
}

const linePixels = 40;
const furthest = 10_000;

/** Converts the turn of a wheel to CSS pixels of the page. */
export function wheelDistance(turn: WheelTurn, page: PageSize): { readonly dx: number; readonly dy: number } {
  const unit = turn.deltaMode === 1 ? linePixels : turn.deltaMode === 2 ? page.height : 1;
  const clamp = (pixels: number) => Math.round(Math.min(Math.max(pixels * unit, -furthest), furthest));
  const [dx, dy] = [clamp(turn.deltaX), clamp(turn.deltaY)];
  // Some browsers turn the wheel to the side themselves when Shift is down.
  return turn.shiftKey && dx === 0 ? { dx: dy, dy: 0 } : { dx, dy };
}
