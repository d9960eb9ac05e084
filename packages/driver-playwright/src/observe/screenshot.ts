import type { Image, ScreenshotRequest } from '@runwright/contract';
import type { CallLimits } from '@runwright/page-reader';
import type { BrowserContext, CDPSession } from 'playwright-core';
import { detachSession } from '../frames/detach-session.ts';
import type { Mark } from '../pictures/draw-marks.ts';
import { jpegSize } from '../pictures/jpeg.ts';
import { movementAreas } from '../pictures/movement-areas.ts';
import { pngSize } from '../pictures/png.ts';
import { type Area, scaleAreas } from '../pictures/redact.ts';
import { redactPicture } from '../pictures/redact-picture.ts';
import type { Tab } from '../tabs/tabs.ts';
import { captureInTurn } from './capture-in-turn.ts';
import { elementMarks } from './element-marks.ts';
import { hasOpenLayer } from './open-layer.ts';
import { secretBoxes } from './secret-boxes.ts';

/** Most screens of a picture. */
const maximumScrolls = 30;
/** How much larger than on the screen a cut-out part is drawn at most. */
const largestZoom = 4;
const shotMs = 15_000;
/** Text stays readable, at a third of the size of a PNG. */
const jpegQuality = 80;

/**
 * Takes a picture of the viewport, or of the first screens of the page, by one call of the debug protocol: nothing is put
 * onto the page for it, it is not scrolled, and what is fixed to the viewport shows once. Fields whose value nobody may
 * see are painted over where they stand before and after, and on the way between; marks are drawn on the picture after that.
 */
export function screenshot(
  context: Pick<BrowserContext, 'newCDPSession'>,
  tab: Tab,
  request: ScreenshotRequest,
): Promise<Image> {
  return captureInTurn(tab.page, request.signal, () => capture(context, tab, request));
}

async function capture(
  context: Pick<BrowserContext, 'newCDPSession'>,
  tab: Tab,
  { scrolls = 0, maxEdge, clip: wanted, format = 'png', marks: marked = [], signal }: ScreenshotRequest,
): Promise<Image> {
  const limits: CallLimits = { timeoutMs: 5_000, signal };
  const session = await context.newCDPSession(tab.page);
  try {
    const before = await secretBoxes(tab, limits, true);
    const isWhole = scrolls !== 0 && !wanted && !(await isCovered(tab, limits));
    const part = await partOf(session, isWhole ? scrolls : 0, limits);
    const { clip, shift, density, screen } = wanted ? cutOut(part, wanted) : part;
    const marks = elementMarks(tab.reader, marked, screen).map(({ label, area }) => ({
      label,
      area: shifted(area, shift),
    }));
    const edge = Math.max(clip.width, clip.height) * density;
    const scale = maxEdge === undefined ? 1 : Math.min(wanted ? largestZoom : 1, maxEdge / edge);
    // A clip makes the browser lay the page out for it, which the page may notice.
    const isPart = isWhole || wanted !== undefined || scale < 1;
    const { data } = await session.send(
      'Page.captureScreenshot',
      {
        format,
        ...(format === 'jpeg' ? { quality: jpegQuality } : {}),
        optimizeForSpeed: true,
        ...(isPart ? { clip: { ...clip, scale }, captureBeyondViewport: isWhole } : {}),
      },
      { timeout: shotMs, signal },
    );
    const after = await secretBoxes(tab, limits, false);
    const areas = movementAreas(before, after).map((box) => shifted(box, shift));
    return await painted(Buffer.from(data, 'base64'), { format, areas, marks, clip });
  } finally {
    await detachSession(session);
  }
}

/** The part of the page that is shown, the size of the viewport and how it lies in that part; CSS pixels. */
interface ShownPart {
  readonly clip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly shift: { readonly x: number; readonly y: number };
  /** Pixels of the device for each. */
  readonly density: number;
  readonly screen: { readonly width: number; readonly height: number };
}

async function partOf(
  session: CDPSession,
  scrolls: number | 'all',
  { timeoutMs, signal }: CallLimits,
): Promise<ShownPart> {
  const metrics = await session.send('Page.getLayoutMetrics', undefined, { timeout: timeoutMs, signal });
  const { cssLayoutViewport: view, cssContentSize: content } = metrics;
  // The older figures are in pixels of the device.
  const density = metrics.layoutViewport.clientWidth / view.clientWidth || 1;
  const { clientWidth: width, clientHeight, pageX, pageY } = view;
  const screen = { width, height: clientHeight };
  if (scrolls === 0) {
    const clip = { x: pageX, y: pageY, width, height: clientHeight };
    return { clip, shift: { x: 0, y: 0 }, density, screen };
  }
  const screens = scrolls === 'all' ? maximumScrolls : Math.min(scrolls, maximumScrolls);
  const height = Math.max(clientHeight, Math.min(content.height, clientHeight * screens));
  return { clip: { x: 0, y: 0, width, height }, shift: { x: pageX, y: pageY }, density, screen };
}

function shifted(box: Area, by: { readonly x: number; readonly y: number }): Area {
  return { ...box, x: box.x + by.x, y: box.y + by.y };
}

/** Cuts an area of the viewport out of its part of the page; an area outside of it becomes one pixel at its edge. */
function cutOut(part: ShownPart, { x, y, width, height }: NonNullable<ScreenshotRequest['clip']>): ShownPart {
  const { clip: view, density, screen } = part;
  const left = Math.min(Math.max(0, x), view.width - 1);
  const top = Math.min(Math.max(0, y), view.height - 1);
  const clip = {
    x: view.x + left,
    y: view.y + top,
    width: Math.max(1, Math.min(x + width, view.width) - left),
    height: Math.max(1, Math.min(y + height, view.height) - top),
  };
  return { clip, shift: { x: -left, y: -top }, density, screen };
}

async function isCovered({ channel }: Pick<Tab, 'channel'>, limits: CallLimits): Promise<boolean> {
  const main = await channel.main(limits);
  const here = await main.evaluate('({})', limits);
  return (await main.call(here, `${hasOpenLayer}`, [], limits)) === true;
}

async function painted(
  picture: Uint8Array,
  how: {
    readonly format: 'png' | 'jpeg';
    readonly areas: readonly Area[];
    readonly marks: readonly Mark[];
    readonly clip: { readonly width: number; readonly height: number };
  },
): Promise<Image> {
  const { format, areas, marks, clip } = how;
  const size = format === 'png' ? pngSize(picture) : jpegSize(picture);
  const scale = size.width / clip.width;
  const bytes = await redactPicture({
    picture,
    areas: scaleAreas(areas, scale),
    marks: marks.flatMap(({ label, area }) =>
      scaleAreas([area], scale).map((scaled) => ({ label, area: scaled })),
    ),
    ...{ format, quality: jpegQuality },
  });
  return { bytes, mediaType: `image/${format}`, ...size, cssWidth: clip.width, cssHeight: clip.height };
}
