import { EventEmitter } from 'node:events';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** A command of the debug protocol that was sent. */
export interface SentCommand {
  readonly method: string;
  readonly parameters: unknown;
}

/** A session of the debug protocol without a browser. */
export interface FakeProtocol {
  readonly session: CDPSession;
  /** Commands in the order in which they were sent. */
  readonly sent: readonly SentCommand[];
  /** Parameters of the commands with this name. */
  sentTo(method: string): readonly unknown[];
  /** Reports an event, as the browser does. */
  emit(event: string, parameters?: unknown): void;
}

/** Answers of a fake by the name of the command. Default: an empty object for each. */
export type FakeAnswers = Readonly<Record<string, (parameters: never) => unknown>>;

/** Starts a session that records commands and answers them from a table. */
export function fakeProtocol(answers: FakeAnswers = {}): FakeProtocol {
  const events = new EventEmitter();
  const sent: SentCommand[] = [];
  const session = Object.assign(events, {
    async send(method: string, parameters?: unknown) {
      sent.push({ method, parameters });
      return (await answers[method]?.(parameters as never)) ?? {};
    },
    detach: async () => undefined,
  });
  return {
    session: session as unknown as CDPSession,
    sent,
    sentTo: (method) => sent.filter((each) => each.method === method).map(({ parameters }) => parameters),
    emit: (event, parameters) => void events.emit(event, parameters),
  };
}

/** A page of the library without a browser. */
export interface FakePage {
  readonly page: Page;
  readonly protocol: FakeProtocol;
  /** The page goes to an address. */
  navigate(url: string): void;
  /** Reports an event, as the library does. */
  emit(event: string, detail?: unknown): void;
}

/** Opens a page that closes and navigates, and whose debug session answers what is asked when a page becomes a tab. */
export function fakePage(
  url = 'about:blank',
  {
    opener = null,
    answers = {},
    ...members
  }: { readonly opener?: Page | null; readonly answers?: FakeAnswers } & Readonly<
    Record<string, unknown>
  > = {},
): FakePage {
  const events = new EventEmitter().setMaxListeners(50);
  const id = `frame${url}${Math.random()}`;
  const protocol = fakeProtocol({
    'Target.getTargetInfo': () => ({ targetInfo: { targetId: id } }),
    'Page.getFrameTree': () => ({ frameTree: { frame: { id, url: address } } }),
    ...answers,
  });
  let address = url;
  let isClosed = false;
  const frame = { url: () => address, parentFrame: () => null };
  const page = Object.assign(events, {
    url: () => address,
    isClosed: () => isClosed,
    mainFrame: () => frame,
    frames: () => [frame],
    opener: async () => opener,
    title: async () => `Title of ${address}`,
    viewportSize: () => ({ width: 800, height: 600 }),
    bringToFront: async () => undefined,
    async close() {
      if (isClosed) return;
      isClosed = true;
      events.emit('close', page);
    },
    ...members,
  }) as unknown as Page;
  return {
    page,
    protocol,
    navigate(next) {
      address = next;
      events.emit('framenavigated', frame);
    },
    emit: (event, detail) => void events.emit(event, detail),
  };
}

/** A context of the library without a browser. */
export interface FakeContext {
  readonly context: BrowserContext;
  /** The session that speaks to the whole browser. */
  readonly browser: FakeProtocol;
  /** Pages that were opened by `newPage`. */
  readonly opened: readonly FakePage[];
  /** Adds a page that a page or a person has opened, and reports it. */
  add(page: FakePage): void;
  /** Reports an event, as the library does. */
  emit(event: string, detail?: unknown): void;
}

/** Opens a context with some pages. */
export function fakeContext(pages: readonly FakePage[] = [], browser = fakeProtocol()): FakeContext {
  const events = new EventEmitter();
  const all = new Map<unknown, FakePage>(pages.map((each) => [each.page, each]));
  const opened: FakePage[] = [];
  const connection = { newBrowserCDPSession: async () => browser.session } as unknown as Browser;
  const context = Object.assign(events, {
    browser: () => connection,
    pages: () => [...all.values()].map(({ page }) => page).filter((page) => !page.isClosed()),
    newCDPSession: async (page: unknown) => {
      const known = all.get(page);
      if (!known) throw new Error('The page has no session of its own.');
      return known.protocol.session;
    },
    addInitScript: async () => undefined,
    async newPage() {
      const made = fakePage();
      opened.push(made);
      all.set(made.page, made);
      return made.page;
    },
  }) as unknown as BrowserContext;
  return {
    context,
    browser,
    opened,
    add(page) {
      all.set(page.page, page);
      events.emit('page', page.page);
    },
    emit: (event, detail) => void events.emit(event, detail),
  };
}

/** Lets what waits for promises go on. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
