import type { BrowserSession, OpenOptions, PageDriver, PageEvent, PageView } from '@runwright/contract';
import { RunwrightError } from '@runwright/contract';
import {
  type CaptchaOptions,
  createManualControl,
  type EgressDenials,
  executeAction,
  settleTab,
  solveCaptcha,
} from '@runwright/page-actions';
import type { FindMask, ReadPageRequest } from '@runwright/page-reader';
import type { BrowserContext } from 'playwright-core';
import { createOriginFinder, findDocumentOrigin } from '../common/document-origin.ts';
import { browserGone } from '../common/error.ts';
import { createSecrets, parseOrigin, type Secrets } from '../common/secrets.ts';
import { withDisconnect } from '../common/with-disconnect.ts';
import { maskedDownloads } from '../downloads/masked-downloads.ts';
import { guardSecrets } from '../network/secret-guard.ts';
import { documentText } from '../observe/document-text.ts';
import { printTab } from '../observe/print-pdf.ts';
import { screencast } from '../observe/screencast.ts';
import { screenshot } from '../observe/screenshot.ts';
import { type Recorder, type RecorderOptions, startRecorder } from '../recording/recorder.ts';
import { loadTabs, readTabStates } from '../state/tab-states.ts';
import type { BrowserTabs } from '../tabs/browser-tabs.ts';
import { replaceCrashedTab, withCrash } from '../tabs/crash-recovery.ts';
import { cutDialog } from '../tabs/dialogs.ts';
import type { Tab, Tabs } from '../tabs/tabs.ts';
import { unblockPage } from '../tabs/unblock-page.ts';

/** Dependencies of the sessions of one browser; `end` closes the browser and everything that belongs to it. */
export interface SessionDeps {
  readonly id: string;
  readonly context: BrowserContext;
  /** Id of the context in a browser that other sessions share. */
  readonly contextId?: string | undefined;
  readonly tabs: BrowserTabs;
  readonly denials: EgressDenials;
  readonly options: OpenOptions;
  readonly about: BrowserSession['about'];
  readonly headless: boolean;
  readonly captchas: CaptchaOptions;
  readonly now: () => number;
  readonly recording: Pick<RecorderOptions, 'folder' | 'isOurs' | 'network'>;
  /** Is told what to do before the browser is closed, and when it is gone. */
  readonly onEnd: (release: () => Promise<void>) => void;
  readonly end: () => Promise<void>;
}

type Session = BrowserSession<BrowserContext>;

/** The session that a run sees: reads, acts and pictures of the active tab. */
export async function createSession(parts: SessionDeps): Promise<Session> {
  const { id, context, tabs, options, end } = parts;
  const gone = new AbortController();
  const disconnect = (): void => gone.abort(browserGone());
  context.once('close', disconnect);
  const close = async (): Promise<void> => {
    await end();
    disconnect();
  };
  // What one tab was told, another one may show.
  const secrets = createSecrets(options.reveal, options.destinationRule);
  const about = await withGuard(parts, secrets);
  const shared: Shared = { ...parts, about, secrets, recorder: recorderOf(parts, secrets) };
  return sessionOn(shared, { id, tabs: tabs.main, gone: gone.signal, close });
}

/** Begins to guard the requests of a session; the notices say when its browser does not report them. */
async function withGuard(
  { context, contextId, tabs, about, onEnd }: SessionDeps,
  secrets: Secrets,
): Promise<Session['about']> {
  const browser = context.browser();
  try {
    if (!browser) throw new Error('the context has no browser');
    onEnd(
      await guardSecrets({
        ...{ browser, context, contextId, secrets },
        onRefusal: tabs.main.addEvent,
        decideDocument: tabs.decideDocument,
      }),
    );
    return about;
  } catch {
    return {
      ...about,
      get notices() {
        return [...about.notices, unguarded];
      },
    };
  }
}

const unguarded =
  'The browser does not report its requests, so they are not searched for secrets that are on their way to another site.';

interface Shared extends SessionDeps {
  readonly secrets: Secrets;
  readonly recorder: Recorder | null;
}

function recorderOf(parts: SessionDeps, secrets: Secrets): Recorder | null {
  const { context, about, options, recording, now, onEnd } = parts;
  const wanted = options.record ?? {};
  if (!Object.values(wanted).includes(true) && recording.network === null) return null;
  const browser = { name: about.browser, version: about.version };
  const recorder = startRecorder({ context, wanted, ...recording, secrets, browser, now });
  onEnd(recorder.finish);
  return recorder;
}

/** Adds what could not be recorded to the notices. */
function withLost(about: Session['about'], recorder: Pick<Recorder, 'lost'>): Session['about'] {
  return {
    ...about,
    get notices() {
      return [...about.notices, ...recorder.lost];
    },
  };
}

/** A session's own share of the browser. */
interface Share {
  readonly id: string;
  readonly tabs: Tabs;
  readonly gone: AbortSignal;
  readonly close: () => Promise<void>;
}

function sessionOn(shared: Shared, { id, tabs, gone, close }: Share): Session {
  const { context, denials, options, about, headless, captchas, now, secrets, recorder } = shared;
  const video = recorder?.video() ?? null;
  let lastEpoch = 0;
  /** A person had control since the last read. */
  let isHandedBack = false;
  let lastRead: Tab | null = null;
  let children = 0;

  const guarded = withDisconnect(gone);
  const withTab = <Result>(
    wanted: string,
    signal: AbortSignal,
    work: (tab: Tab, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> =>
    guarded(wanted, signal, async (ended) => {
      const tab = await tabs.active();
      video?.follow(tab);
      return withCrash(tab, ended, (running) => work(tab, running));
    });

  const read: PageDriver['read'] = (request) =>
    withTab('Cannot read the page', request.signal, async (tab, signal) => {
      const { since, newSince, ...others } = request;
      // Every tab counts its views for itself.
      const isSameTab = lastRead === tab;
      const compared = {
        ...(since !== undefined && isSameTab ? { since } : {}),
        ...(newSince !== undefined && isSameTab ? { newSince } : {}),
      };
      const { findMask } = secrets;
      const wanted = { ...others, ...compared, tab: tab.name, tabs: tabs.count(), findMask, signal };
      lastRead = tab;
      let view = await readWhole(tab, wanted, now);
      if (view.stats.empty && /^https?:/.test(view.url)) {
        await settleTab(tab, now, signal);
        view = await readWhole(tab, wanted, now);
      }
      lastEpoch = view.epoch;
      isHandedBack = false;
      const { elements, artifacts, ...rest } = view;
      return {
        ...secrets.maskAll(rest),
        elements: () => secrets.maskAll(elements()),
        artifacts: async () => secrets.maskAll(await artifacts()),
      };
    });

  const openTab: NonNullable<Session['tab']> = async ({ signal }) => {
    let isWanted = true;
    const wanted = 'Cannot open a tab';
    const opening = guarded(wanted, signal, async () => {
      const share = await shared.tabs.open();
      if (!isWanted) await share.close();
      return share;
    });
    const own = await opening.finally(() => {
      isWanted = false;
    });
    children += 1;
    const closed = new AbortController();
    return sessionOn(shared, {
      id: `${id}/${children}`,
      tabs: own,
      gone: AbortSignal.any([gone, closed.signal]),
      async close() {
        closed.abort(new RunwrightError('browser_failed', 'The tab is closed.'));
        await own.close();
      },
    });
  };

  const ownTabs = () => {
    const ours = shared.tabs.ours();
    return tabs.all().filter(({ tab }) => ours.includes(tab.page));
  };

  const findAnyMask: FindMask = (origin) => (text) => secrets.mask(text, [origin]);

  /** Only the document of the page can open dialogs, and those of its origin. */
  const findEventOrigins = async ({ type }: PageEvent): Promise<readonly string[]> => {
    const shown = type === 'dialog' ? tabs.all().find(({ active }) => active) : undefined;
    return shown ? [await findDocumentOrigin(shown.tab.page.mainFrame())] : [];
  };

  const session: Session = {
    id,
    native: context,
    about: recorder ? withLost(about, recorder) : about,
    gone,
    downloads: maskedDownloads(tabs.downloads, secrets, gone),
    page: {
      read,
      async act(wanted, when) {
        const what = 'Cannot execute the action';
        secrets.noteWritten(wanted);
        const action = await guarded(what, when.signal, () => replaceCrashedTab(tabs, wanted));
        return withTab(what, when.signal, async (tab, signal) => {
          // What elements are now is not known from the views before.
          if (isHandedBack) await tab.reader.peek(signal, secrets.findMask);
          if (action.action_type === 'solve_captcha') {
            const solveOptions = { ...captchas, tab, page: session.page, secrets, now, signal };
            return solveCaptcha(solveOptions, action);
          }
          const { epoch } = when;
          const isCurrent = epoch >= lastEpoch && !isHandedBack;
          const { egress } = options;
          const { decideDialog, file } = when;
          const findOrigin = await createOriginFinder(tab.page);
          /** Functions that end what the action types one character after the other. */
          const typed: (() => void)[] = [];
          const executeOptions = {
            tab,
            tabs,
            epoch,
            isCurrent,
            secrets: {
              ...secrets,
              typesApart: (text: string) => void typed.push(secrets.typesApart(text)),
              maskAll: <Value>(value: Value) => secrets.maskAll(value, [findOrigin()]),
            },
            egress,
            denials,
            decideDialog,
            openFile: file,
            now,
            signal,
          };
          const result = await executeAction(executeOptions, action).finally(() => {
            for (const end of typed) end();
          });
          return { ...result, events: result.events.map(cutDialog) };
        });
      },
      findSimilar: (target, request) =>
        withTab('Cannot find an element', request.signal, async (tab, signal) =>
          tab.reader.findTargets(
            target,
            { timeoutMs: findMs, signal },
            secrets.hasAny() ? findAnyMask : undefined,
          ),
        ),
      screenshot: (request) =>
        withTab('Cannot take a screenshot', request.signal, async (tab, signal) => {
          await unblockPage(tab);
          return screenshot(context, tab, { ...request, signal });
        }),
      pdf: ({ footer, signal, ...how }) =>
        withTab('Cannot print the page', signal, async (tab, ended) => {
          await unblockPage(tab);
          const shown = footer === null ? null : secrets.mask(footer);
          return printTab(context, tab, { ...how, footer: shown, headless, signal: ended });
        }),
      html: ({ signal }) =>
        withTab('Cannot read the document', signal, async (tab, ended) => {
          await unblockPage(tab);
          return secrets.mask(await documentText(tab, ended), [
            await findDocumentOrigin(tab.page.mainFrame()),
          ]);
        }),
      tabs: async () => (await tabs.list()).map((tab) => secrets.maskAll(tab, [parseOrigin(tab.url)])),
      async *events({ signal }) {
        for await (const event of tabs.followEvents(AbortSignal.any([signal, gone])))
          yield cutDialog(secrets.maskAll(event, await findEventOrigins(event)));
      },
    },
    tab: openTab,
    screencast: ({ signal }) =>
      screencast({
        ...{ context, tabs, mask: secrets.mask, hasSecrets: secrets.hasAny },
        ended: AbortSignal.any([signal, gone]),
      }),
    manualControl: () =>
      createManualControl({
        tabs,
        secrets,
        egress: options.egress,
        onRelease() {
          isHandedBack = true;
        },
      }),
    tabStates: ({ signal }) =>
      guarded('Cannot read the tabs', signal, () => readTabStates(context, ownTabs(), signal)),
    loadTabs: (states, { signal }) =>
      guarded('Cannot load the tabs', signal, () => loadTabs({ tabs, page: session.page }, states, signal)),
    ...(recorder ? { recordings: () => recorder.recordings } : {}),
    close,
    [Symbol.asyncDispose]: close,
  };
  return session;
}

/** Milliseconds of one call that compares the elements of a frame with a recorded one. */
const findMs = 5_000;
/** Most attempts on a page that does not respond, and on one that keeps loading documents. */
const mostSilences = 3;
const mostDocuments = 30;

/** Reads a page; when its document is replaced meanwhile, reads the next one. */
async function readWhole(tab: Tab, wanted: ReadPageRequest, now: () => number): Promise<PageView> {
  for (let silences = 0, documents = 0; ; ) {
    try {
      return await tab.reader.read(wanted);
    } catch (cause) {
      const isSilent = isTimeout(cause);
      if (isSilent) silences += 1;
      else documents += 1;
      const isLast = silences === mostSilences || documents === mostDocuments;
      if (isLast || wanted.signal.aborted || tab.page.isClosed() || tab.hasCrashed()) throw cause;
      // By now a script of the page has run for longer than anything does that comes to an end.
      if (isSilent) await tab.guard.interrupt();
      if (isSilent || documents === 1) await settleTab(tab, now, wanted.signal);
    }
  }
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && /timeout|timed out/i.test(`${cause.name} ${cause.message}`);
}
