import type { ReaderConnection } from '@runwright/page-reader';
import { createPageReader } from '@runwright/page-reader';
import type { BrowserContext, Page } from 'playwright-core';
import { monotonicNow } from '../common/monotonic-clock.ts';
import { pageFrames } from './frames.ts';

/** Result of the self-check of the page reader in one browser. */
export interface ReaderCheck {
  /** `events` when the fast connection read everything, else `protocol`: slower, by documented calls alone. */
  readonly connection: ReaderConnection;
  /** Parts of the check page that the fast connection did not read. */
  readonly missed: readonly string[];
  /** Of these, those that the protocol did not read either: on pages with such things they are missing from views. */
  readonly unread: readonly string[];
}

/** Time for each of the two connections, in ms. */
const checkMs = 10_000;

/** Parts of the check page, by the text under which an element is listed, and whether they need closed shadow roots. */
const parts: Readonly<Record<string, { readonly label: string; readonly isClosed?: boolean }>> = {
  plain: { label: 'listeners' },
  open: { label: 'listeners in open shadow roots' },
  closed: { label: 'closed shadow roots that a script attaches', isClosed: true },
  declared: { label: 'closed shadow roots in HTML', isClosed: true },
  handled: { label: 'handlers of frameworks' },
  area: { label: 'areas of pictures' },
};

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
/** One element for each way in which the reader learns of something, which only this way shows. */
const checkPage = `<!doctype html><title>check</title>
<div id="plain">plain</div><div id="a"></div><div id="b"></div><div id="handled">handled</div>
<div><template shadowrootmode="closed"><button>declared</button></template></div>
<img usemap="#map" width="20" height="20" src="${pixel}"><map name="map"><area href="#" alt="area" coords="0,0,20,20"></map>
<script>
const listen = (element) => element.addEventListener('click', () => {});
const attach = (id, mode) => {
  const root = document.getElementById(id).attachShadow({ mode });
  root.innerHTML = '<div>' + mode + '</div>';
  listen(root.firstChild);
};
listen(document.getElementById('plain'));
attach('a', 'open');
attach('b', 'closed');
document.getElementById('handled').__reactProps$check = { onClick() {} };
</script>`;
const checkUrl = `data:text/html,${encodeURIComponent(checkPage)}`;

/**
 * Reads a page with one of each trap to prove that the fast connection of the page reader works in this browser, and
 * chooses the connection. The page shows the check page afterwards.
 *
 * @param page a page that nobody uses yet
 */
export async function checkReader(
  context: BrowserContext,
  page: Page,
  { closedShadow }: { readonly closedShadow: boolean },
): Promise<ReaderCheck> {
  const wanted = Object.entries(parts).filter(([, { isClosed }]) => closedShadow || !isClosed);
  const missedBy = async (connection: ReaderConnection): Promise<readonly string[]> => {
    const found = await textsBy(connection, context, page, closedShadow).catch(() => new Set<string>());
    return wanted.filter(([text]) => !found.has(text)).map(([, { label }]) => label);
  };
  const missed = await missedBy('events');
  const unread = missed.length === 0 ? [] : await missedBy('protocol');
  return { connection: missed.length === 0 ? 'events' : 'protocol', missed, unread };
}

/** Returns the notices of a check; empty when everything was read. */
export function readerNotices({ missed, unread }: ReaderCheck): readonly string[] {
  if (missed.length === 0) return [];
  const slow = `The page reader uses the debug protocol alone in this browser, which takes longer: its self-check did not find ${missed.join(', ')}.`;
  if (unread.length === 0) return [slow];
  return [
    slow,
    `The page reader cannot read ${unread.join(', ')} in this browser. Use another version of it.`,
  ];
}

async function textsBy(
  connection: ReaderConnection,
  context: BrowserContext,
  page: Page,
  closedShadow: boolean,
): Promise<ReadonlySet<string>> {
  const signal = AbortSignal.timeout(checkMs);
  const frames = await pageFrames(context, page, () => undefined, { closedShadow, connection });
  try {
    await page.goto(checkUrl, { timeout: checkMs });
    const { elements } = await createPageReader(frames, monotonicNow).peek(signal);
    return new Set(elements.map(({ name }) => name));
  } finally {
    await frames.end();
  }
}
