import type { ActionResult, BrowserSession, PageDriver } from '@runwright/contract';
import type { CallGate } from './call-gate.ts';

/** What the pages of a session ask before each call. */
export interface PageGate {
  readonly gate: CallGate;
  readonly whileWaiting: (wait: () => Promise<void>) => Promise<void>;
  /** Grows whenever a person has handed control back. */
  readonly handBacks: () => number;
}

/** Views of an agent that are newer than the last take-over; of so many the older ones are not asked about any more. */
const viewsKept = 16;

/** The session as an agent gets it: its calls wait while a person has control, and actions that were planned before are refused. */
export function gatedSession(session: BrowserSession, gate: PageGate): BrowserSession {
  const page = gatedPage(session.page, gate);
  const tab: BrowserSession['tab'] =
    session.tab && (async (options) => gatedSession(await openTab(session, options), gate));
  return new Proxy(session, {
    get(target, name) {
      if (name === 'page') return page;
      if (name === 'tab') return tab;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

function openTab(
  session: BrowserSession,
  options: { readonly signal: AbortSignal },
): Promise<BrowserSession> {
  if (!session.tab) throw new Error('a session without tabs');
  return session.tab(options);
}

function gatedPage(page: PageDriver, { gate, whileWaiting, handBacks }: PageGate): PageDriver {
  let known = handBacks();
  /** Epochs of the views since the last take-over; null: there was none. */
  let fresh: Set<number> | null = null;
  let hasSearched = false;

  const noteHandBack = (): void => {
    if (handBacks() === known) return;
    known = handBacks();
    fresh = new Set();
    hasSearched = false;
  };
  const enter = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
    gate.enter(
      () => {
        noteHandBack();
        return work();
      },
      { signal, whileWaiting },
    );
  const isStale = (epoch: number): boolean =>
    // Actions of epoch 0 are planned on no view.
    fresh !== null && fresh.size < viewsKept && epoch !== 0 && !fresh.has(epoch) && !hasSearched;

  return {
    read: (request) =>
      enter(request.signal, async () => {
        const view = await page.read(request);
        fresh?.add(view.epoch);
        return view;
      }),
    act: (action, when) =>
      enter(when.signal, async () => (isStale(when.epoch) ? staleResult(page) : page.act(action, when))),
    ...(page.findSimilar && {
      findSimilar: (target, request) =>
        enter(request.signal, async () => {
          hasSearched = true;
          return (await page.findSimilar?.(target, request)) ?? [];
        }),
    }),
    screenshot: (request) => enter(request.signal, () => page.screenshot(request)),
    ...(page.pdf && { pdf: (request) => enter(request.signal, () => printed(page, request)) }),
    html: (request) => enter(request.signal, () => page.html(request)),
    tabs: () => page.tabs(),
    events: (request) => page.events(request),
  };
}

function printed(
  page: PageDriver,
  request: Parameters<NonNullable<PageDriver['pdf']>>[0],
): Promise<Uint8Array> {
  if (!page.pdf) throw new Error('a page that cannot be printed');
  return page.pdf(request);
}

async function staleResult(page: PageDriver): Promise<ActionResult> {
  const url = (await page.tabs()).find(({ active }) => active)?.url ?? '';
  return {
    status: 'failed',
    code: 'stale_target',
    message: 'A person had control of the browser since this was planned. Plan on the newest view.',
    settle: { reason: 'none', durationMs: 0 },
    urlBefore: url,
    urlAfter: url,
    events: [],
  };
}
