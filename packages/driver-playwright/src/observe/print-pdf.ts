import { type PageDriver, RunwrightError } from '@runwright/contract';
import { errorReason } from '@runwright/page-actions';
import type { CallLimits } from '@runwright/page-reader';
import type { BrowserContext } from 'playwright-core';
import { detachSession } from '../frames/detach-session.ts';
import type { Tab } from '../tabs/tabs.ts';

type Printed = Parameters<NonNullable<PageDriver['pdf']>>[0];

/** Inches, portrait: ISO 216 and ANSI/ASME Y14.1. */
const papers: Readonly<Record<Printed['format'], readonly [width: number, height: number]>> = {
  A4: [210 / 25.4, 297 / 25.4],
  Letter: [8.5, 11],
  Legal: [8.5, 14],
  Tabloid: [11, 17],
};
const printMs = 60_000;
/** Inches on every side; the footer stands in it. */
const margin = 0.4;

/**
 * Prints a tab as a PDF. Secret fields are blank meanwhile: text under a coloured area could still be
 * copied out of a PDF. Throws `browser_failed` when a browser with a window does not print.
 */
export async function printTab(
  context: Pick<BrowserContext, 'newCDPSession'>,
  tab: Pick<Tab, 'page' | 'reader'>,
  request: Printed & { readonly headless: boolean },
): Promise<Uint8Array> {
  const { format, landscape, background, footer, headless, signal } = request;
  const limits: CallLimits = { timeoutMs: 5_000, signal };
  const [paperWidth, paperHeight] = papers[format];
  const session = await context.newCDPSession(tab.page);
  const print = () =>
    session.send(
      'Page.printToPDF',
      {
        ...{ landscape, paperWidth, paperHeight },
        ...{ marginTop: margin, marginBottom: margin, marginLeft: margin, marginRight: margin },
        printBackground: background,
        displayHeaderFooter: footer !== null,
        headerTemplate: '<span></span>',
        footerTemplate: footer === null ? '<span></span>' : footerOf(footer),
        // Tags would name the values of fields.
        generateTaggedPDF: false,
        generateDocumentOutline: false,
      },
      { timeout: printMs, signal },
    );
  try {
    const { data } = await tab.reader.withSecretsHidden(print, limits);
    return Uint8Array.from(Buffer.from(data, 'base64'));
  } catch (cause) {
    if (headless || signal.aborted) throw cause;
    throw new RunwrightError(
      'browser_failed',
      `Cannot print the page: the browser, which has a window, answered \`${errorReason(cause)}\`. Not every browser prints while it has a window; use a driver with \`headless: true\`.`,
      { cause },
    );
  } finally {
    await detachSession(session);
  }
}

/** One line; what does not fit is cut off. The text is the page's address, so it is no markup. */
function footerOf(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return `<div style="font: 8px sans-serif; width: 100%; margin: 0 ${margin}in; white-space: nowrap; overflow: hidden; text-overflow: ellipsis">${escaped}</div>`;
}
