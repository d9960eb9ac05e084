import {
  type ActionOrigin,
  type ActionResult,
  type BrowserCookie,
  type BrowserSession,
  type ManualInput,
  type OpenOptions,
  type PageAction,
  type PageDriver,
  type PageView,
  type Recording,
  RunwrightError,
  type ScreenshotRequest,
  type VisibleElement,
} from '@runwright/contract';
import { answerDialog } from './answer-dialog.ts';
import { defaultOutcome, failedOutcome } from './default-outcome.ts';
import { fakeDownloads } from './fake-downloads.ts';
import { fakeEvents } from './fake-events.ts';
import { fakeElementSize, fakeManualControl, fakeScreencast } from './fake-manual.ts';
import { fakeMatches, fakeTarget } from './fake-match.ts';
import { type FakeOutcome, type FakePage, fakeText, shownKind, shownValue } from './fake-page.ts';
import { fakePrint } from './fake-print.ts';
import { fakeUpload } from './fake-upload.ts';

/** Recorded call of an action. */
export interface FakeActionCall {
  readonly action: PageAction;
  readonly epoch: number;
  readonly origin: ActionOrigin | null;
}

/** A session of a fake browser. */
export interface FakeSession extends BrowserSession<null> {
  /** Every action in order, those that failed included. */
  readonly actions: readonly FakeActionCall[];
  /** Every request for a picture in order; the pictures are one pixel. */
  readonly screenshots: readonly Omit<ScreenshotRequest, 'signal'>[];
  /** Every input of a person in order. */
  readonly manualInputs: readonly ManualInput[];
  /** Values of the current page's fields by id, with secrets revealed. */
  readonly values: Readonly<Record<string, string>>;
  readonly url: string;
  /** Cookies, those that it was opened with first; a test may add some. */
  readonly cookies: BrowserCookie[];
  /** Sessions of the tabs that were opened beside the first, the newest last; closed ones stay. */
  readonly tabs: readonly FakeSession[];
  /** Kills the browser: `gone` is aborted and every further call throws `browser_failed`. */
  crash(): void;
}

/** Options of a fake session. */
export interface FakeSessionOptions
  extends Pick<OpenOptions, 'egress' | 'reveal' | 'record' | 'recordNetwork' | 'state'> {
  readonly tabs?: boolean;
  readonly prints?: boolean;
  readonly recordings?: readonly Recording[];
}

/** The switch of each kind of recording. */
const switches = { recording: 'video', har: 'har', browser_console_log: 'console', trace: 'trace' } as const;

const blank: FakePage = { url: 'about:blank' };

/** Opens a session on a blank page. */
export function fakeSession(
  id: string,
  pages: readonly FakePage[],
  options: FakeSessionOptions,
): FakeSession {
  const gone = new AbortController();
  const opened: FakeSession[] = [];
  const actions: FakeActionCall[] = [];
  const screenshots: Omit<ScreenshotRequest, 'signal'>[] = [];
  const manualInputs: ManualInput[] = [];
  let changes = 0;
  let changed = Promise.withResolvers<void>();
  const noteChange = (): void => {
    changes += 1;
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const cookies = [...(options.state?.cookies ?? [])];
  const downloads = fakeDownloads();
  const feed = fakeEvents(gone.signal);
  let page = blank;
  let values: Record<string, string> = {};
  let epoch = 0;

  const show = (url: string): boolean => {
    const next = pages.find((candidate) => candidate.url === withoutFragment(url));
    if (next === undefined) return false;
    page = next;
    noteChange();
    values = Object.fromEntries(
      (next.elements ?? []).flatMap((element) =>
        element.value === undefined ? [] : [[element.id, element.value]],
      ),
    );
    return true;
  };

  const check = (signal: AbortSignal) => {
    if (signal.aborted) {
      throw new RunwrightError('canceled', 'The call to the browser was canceled.', { cause: signal.reason });
    }
    if (gone.signal.aborted) {
      throw new RunwrightError('browser_failed', 'The fake browser is gone. Open another one.');
    }
  };

  const driver: PageDriver = {
    async read({ mode, signal }) {
      check(signal);
      epoch += 1;
      return viewOf(page, values, mode, epoch);
    },
    async act(action, { epoch: planned, origin, decideDialog, file, signal }) {
      check(signal);
      actions.push({ action, epoch: planned, origin: origin ?? null });
      const urlBefore = page.url;
      const target = page.elements?.find((element) => 'id' in action && element.id === action.id);
      const intended =
        action.action_type === 'upload_file' ? await fakeUpload(action, file) : await decide(action, signal);
      const { outcome, asked } = await answerDialog(action, intended, decideDialog, signal);
      Object.assign(values, outcome.values);
      noteChange();
      const arrived = outcome.goTo === undefined || show(outcome.goTo);
      const brought = (outcome.downloads ?? []).map((file) => downloads.bring(file, urlBefore));
      const lost = arrived
        ? {}
        : failedOutcome('navigation_failed', `No page at \`${outcome.goTo}\`.`).result;
      const result = {
        status: 'ok',
        message: 'Done.',
        ...(target && { target: fakeTarget(target) }),
        dispatch: action.action_type === 'goto_url' ? 'navigation' : 'pointer',
        settle: { reason: outcome.goTo === undefined ? 'quiet' : 'navigation', durationMs: 0 },
        urlBefore,
        urlAfter: page.url,
        ...(outcome.goTo !== undefined && page.httpStatus !== undefined && { httpStatus: page.httpStatus }),
        ...outcome.result,
        events: [...asked, ...(outcome.result?.events ?? []), ...brought],
        ...lost,
      } satisfies ActionResult;
      for (const event of result.events) feed.tell(event);
      if (result.urlAfter !== urlBefore) feed.tell({ type: 'navigation', url: result.urlAfter, tab: 't1' });
      return result;
    },
    async findSimilar(target, { signal }) {
      check(signal);
      return fakeMatches(page, target);
    },
    async screenshot({ signal, ...how }) {
      check(signal);
      screenshots.push(how);
      return {
        bytes: onePixel,
        mediaType: 'image/png',
        width: 1,
        height: 1,
        cssWidth: 1_280,
        cssHeight: 800,
      };
    },
    ...(options.prints === true ? { pdf: (request) => print(request) } : {}),
    async html({ signal }) {
      check(signal);
      return page.html ?? `<!doctype html><title>${page.title ?? ''}</title>`;
    },
    async tabs() {
      return [{ tab: 't1', url: page.url, title: page.title ?? '', active: true }];
    },
    events: ({ signal }) => feed.follow(signal),
  };

  const print: NonNullable<PageDriver['pdf']> = async (request) => {
    check(request.signal);
    const [, ...lines] = fakeText(page, values, 'verify', epoch).split('\n');
    return fakePrint([page.title ?? '', ...lines], request);
  };

  const decide = async (action: PageAction, signal: AbortSignal): Promise<FakeOutcome> => {
    try {
      const origin = page.url === blank.url ? 'null' : new URL(page.url).origin;
      const typed =
        action.action_type === 'input_text'
          ? { ...action, text: options.reveal(action.text, origin) }
          : action.action_type === 'verification_code'
            ? { ...action, code: options.reveal(action.code, origin) }
            : action;
      const outcome = page.onAction?.(typed, { url: page.url, values }) ?? defaultOutcome(page, typed);
      if (outcome.goTo !== undefined) await options.egress.check(outcome.goTo, { signal });
      return outcome;
    } catch (error) {
      if (!RunwrightError.is(error)) throw error;
      if (error.code === 'egress_denied') {
        const isUnresolved = error.details.unresolved === true;
        return failedOutcome(isUnresolved ? 'navigation_failed' : 'blocked_destination', error.message);
      }
      if (error.code === 'secret_unavailable') return failedOutcome('secret_refused', error.message);
      throw error;
    }
  };

  const close = async () => {
    await Promise.all(opened.map((tab) => tab.close()));
    gone.abort();
  };
  const openTab: NonNullable<FakeSession['tab']> = async ({ signal }) => {
    check(signal);
    const tab = fakeSession(`${id}/t${opened.length + 2}`, pages, options);
    opened.push(tab);
    return tab;
  };
  return {
    id,
    native: null,
    page: driver,
    about: { browser: 'fake', version: '1', notices: [] },
    gone: gone.signal,
    downloads,
    async state({ signal }) {
      check(signal);
      return { cookies: [...cookies], origins: options.state?.origins ?? [] };
    },
    async tabStates({ signal }) {
      check(signal);
      return [{ url: page.url, active: true }];
    },
    async loadTabs(tabs, { signal }) {
      check(signal);
      return tabs.filter(({ url }) => show(url)).length;
    },
    cookies,
    actions,
    screenshots,
    get values() {
      return values;
    },
    get url() {
      return page.url;
    },
    tabs: opened,
    manualInputs,
    screencast: ({ signal }) =>
      fakeScreencast(
        () => page,
        { count: () => changes, next: () => changed.promise },
        AbortSignal.any([signal, gone.signal]),
      ),
    manualControl: () =>
      fakeManualControl({
        page: () => page,
        values: () => values,
        check,
        record(input) {
          manualInputs.push(input);
          noteChange();
        },
        async act(action, signal) {
          const outcome = await decide(action, signal);
          Object.assign(values, outcome.values);
          if (outcome.goTo !== undefined) show(outcome.goTo);
          noteChange();
        },
        onRelease: noteChange,
      }),
    ...(options.tabs === false ? {} : { tab: openTab }),
    ...(options.recordings
      ? {
          recordings: async () =>
            options.recordings?.filter(({ type }) =>
              type === 'cassette_network'
                ? options.recordNetwork !== undefined
                : options.record?.[switches[type]] === true,
            ) ?? [],
        }
      : {}),
    crash() {
      for (const tab of opened) tab.crash();
      gone.abort();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function viewOf(
  page: FakePage,
  values: Readonly<Record<string, string>>,
  mode: 'action' | 'extract' | 'verify',
  epoch: number,
): PageView {
  const text =
    page.url === blank.url
      ? `page "" about:blank  tab t1 of 1  v${epoch}`
      : fakeText(page, values, mode, epoch);
  const tree = (page.elements ?? []).map(
    (element, index): VisibleElement => ({
      id: element.id,
      kind: shownKind(element),
      name: element.name,
      value: shownValue(element, values[element.id]),
      flags: element.flags ?? [],
      box: { x: 0, y: index * fakeElementSize, width: fakeElementSize, height: fakeElementSize },
      frame: 'a',
      why: 'native',
      tag: element.kind,
      ...(element.href !== undefined && { href: element.href }),
    }),
  );
  return {
    epoch,
    tab: 't1',
    url: page.url,
    title: page.title ?? '',
    text,
    parts:
      mode === 'extract' && page.parts
        ? page.parts.map((lines) => fakeText({ ...page, text: lines }, values, mode, epoch))
        : [text],
    links: page.links ?? {},
    stats: {
      nodes: tree.length,
      listed: tree.length,
      readMs: 0,
      tokens: Math.ceil(text.length / 4),
      empty: page.url === blank.url,
      leftOut: [],
    },
    elements: () => tree,
    artifacts: async () => ({
      tree,
      trimmed: tree,
      css: Object.fromEntries(tree.map(({ id }) => [id, `#${id}`])),
      xpath: Object.fromEntries(tree.map(({ id }) => [id, `//*[@id="${id}"]`])),
      frames: Object.fromEntries(tree.map(({ id }) => [id, { frame: 'a', url: page.url, chain: [] }])),
    }),
  };
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

/** The smallest PNG there is: one transparent pixel. */
const onePixel: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
