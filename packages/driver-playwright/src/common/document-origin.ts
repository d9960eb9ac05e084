import type { Frame, Page } from 'playwright-core';
import { parseOrigin } from './secrets.ts';

/**
 * Returns the origin of the document in a frame; a document without an address of its own, such as `about:blank`, has that of
 * the document around it, or of the one that opened its window.
 */
export async function findDocumentOrigin(frame: Frame): Promise<string> {
  const url = frame.url();
  if (hasAddress(url)) return parseOrigin(url);
  const parent = frame.parentFrame();
  return parent ? findDocumentOrigin(parent) : findOpenerOrigin(frame.page());
}

/** Creates a function that returns the origin of the document that a page shows now. */
export async function createOriginFinder(page: Page): Promise<() => string> {
  const inherited = await findOpenerOrigin(page);
  return () => (hasAddress(page.url()) ? parseOrigin(page.url()) : inherited);
}

async function findOpenerOrigin(page: Page): Promise<string> {
  const opener = await page.opener();
  return opener ? findDocumentOrigin(opener.mainFrame()) : 'null';
}

function hasAddress(url: string): boolean {
  return url !== '' && !url.startsWith('about:');
}
