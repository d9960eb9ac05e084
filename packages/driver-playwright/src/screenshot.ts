import type { Box, Image } from '@runwright/contract';
import type { CallLimits } from '@runwright/page-reader';
import type { BrowserContext } from 'playwright-core';
import { type Area, paintOver, pngSize } from './png.ts';
import type { Tab } from './tabs.ts';

/** No picture is taller than this many screens. */
const maximumScrolls = 30;
const shotMs = 15_000;

/**
 * A picture of the viewport, or of the page's first screens. It is taken by the debug protocol, so that nothing is
 * put onto the page for it. Fields whose value nobody may see are painted over where they stand before and after.
 */
export async function screenshot(
  context: BrowserContext,
  tab: Tab,
  scrolls: number,
  signal: AbortSignal,
): Promise<Image> {
  const limits: CallLimits = { timeoutMs: 5_000, signal };
  const session = await context.newCDPSession(tab.page);
  try {
    const before = await tab.reader.secretBoxes(limits);
    const { cssLayoutViewport: view, cssContentSize: content } = await session.send('Page.getLayoutMetrics');
    const height = Math.min(content.height, view.clientHeight * Math.min(scrolls, maximumScrolls));
    const clip = {
      x: 0,
      y: 0,
      width: view.clientWidth,
      height: Math.max(height, view.clientHeight),
      scale: 1,
    };
    const { data } = await session.send(
      'Page.captureScreenshot',
      {
        format: 'png',
        optimizeForSpeed: true,
        ...(scrolls > 0 ? { clip, captureBeyondViewport: true } : {}),
      },
      { timeout: shotMs, signal },
    );
    const after = await tab.reader.secretBoxes(limits);
    const png = Buffer.from(data, 'base64');
    const shift = scrolls > 0 ? { x: view.pageX, y: view.pageY } : { x: 0, y: 0 };
    const areas = [...before, ...after].map((box) => moved(box, shift));
    return { bytes: paintOver(png, areas), mediaType: 'image/png', ...pngSize(png) };
  } finally {
    await session.detach().catch(() => undefined);
  }
}

function moved(box: Box, by: { readonly x: number; readonly y: number }): Area {
  return { ...box, x: box.x + by.x, y: box.y + by.y };
}
