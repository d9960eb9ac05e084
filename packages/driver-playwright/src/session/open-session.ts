import { randomUUID } from 'node:crypto';
import type { BrowserSession, BrowserState, OpenOptions } from '@runwright/contract';
import { RunwrightError } from '@runwright/contract';
import type { CaptchaOptions } from '@runwright/page-actions';
import type { BrowserContext } from 'playwright-core';
import type { AdBlocker } from '../ad-block/ad-blocker.ts';
import { blockAds } from '../ad-block/block-ads.ts';
import { attachBrowser } from '../attach/attach-browser.ts';
import { browserFailed } from '../common/error.ts';
import { monotonicNow } from '../common/monotonic-clock.ts';
import { withTimeout } from '../common/with-timeout.ts';
import { type ExposedBrowser, exposeBrowser } from '../expose/expose-browser.ts';
import { type ReaderCheck, readerNotices } from '../frames/reader-check.ts';
import { checkHeaders } from '../launch/check-headers.ts';
import type { FoundBrowser } from '../launch/find-browser.ts';
import type { SessionBrowser, SessionBrowserOptions } from '../launch/session-browser.ts';
import { egressProxy } from '../network/egress-proxy.ts';
import { type BrowserRecording, keepNetwork } from '../network/network-recording.ts';
import { createBrowserFolder } from '../processes/browser-folder.ts';
import type { ProfileStore } from '../state/profiles.ts';
import { type ReadState, restoreState, stateReader } from '../state/storage.ts';
import { followStorage } from '../state/storage-changes.ts';
import { followTabs } from '../tabs/browser-tabs.ts';
import { createSession } from './session.ts';

type Session = BrowserSession<BrowserContext>;

/** Options and stores of the driver for every browser. */
export interface OpenDeps {
  /** Folder of the browsers' folders. */
  readonly browsers: string;
  readonly profiles: ProfileStore;
  readonly headless: boolean;
  /** Extensions of the browser are loaded: they can change storage where no page is open. */
  readonly hasExtensions: boolean;
  readonly closedShadow: boolean;
  readonly adBlocker: (request: Pick<OpenOptions, 'egress' | 'signal'>) => Promise<AdBlocker>;
  readonly captchas: CaptchaOptions;
}

/** Opens the browser of one session: a process, or a context of one that sessions share. */
export type OpenBrowser = (options: SessionBrowserOptions) => Promise<SessionBrowser>;

/**
 * Opens a browser and a session in it.
 *
 * @param ofDriver records or replays its network. Default: neither, unless the request asks for a recording
 */
export function openLaunchedSession(
  { path, notices }: FoundBrowser,
  given: OpenOptions,
  parts: OpenDeps,
  openBrowser: OpenBrowser,
  ofDriver?: BrowserRecording,
): Promise<Session> {
  return openWithCleanup(`Cannot start a browser from \`${path}\``, async (onEnd, end) => {
    const folder = await createBrowserFolder(parts.browsers);
    onEnd(() => folder.remove());
    const { recordNetwork } = given;
    const kept = recordNetwork && !ofDriver ? keepNetwork(folder.artifacts, recordNetwork.substitute) : null;
    const networkRecording = ofDriver ?? kept;
    const request = networkRecording ? { ...given, reveal: networkRecording.reveal(given.reveal) } : given;
    const helpers = await helpersOf(request, parts);
    if (request.state && request.profile) throw twoStates();
    const profile = request.profile ? await parts.profiles.open(request.profile) : null;
    if (profile) onEnd(() => profile.release());
    const upstream = request.proxy === undefined ? {} : { upstream: request.proxy };
    const proxy = await egressProxy({ policy: request.egress, now: monotonicNow, ...upstream });
    onEnd(() => proxy.close());
    if (networkRecording) onEnd(networkRecording.finish);
    const browser = await openBrowser({
      ...{ folder, proxy, request },
      ...(networkRecording ? { graceMs: recordingCloseMs } : {}),
    });
    onEnd(() => browser.close());
    await networkRecording?.attach(browser.context);
    let exposed: ExposedBrowser | null = null;
    if (request.expose) {
      exposed = await exposeBrowser(browser, proxy, request.expose);
      onEnd(exposed.close);
    }
    const { context, contextId, version, reader, ended } = browser;
    const state = request.state ?? profile?.state;
    if (state) await restoreState(context, state);
    const { headless, hasExtensions } = parts;
    const changes = hasExtensions
      ? null
      : await followStorage(context, state?.origins.map(({ origin }) => origin) ?? [], contextId);
    if (helpers.adBlocker) await blockAds(context, helpers.adBlocker, helpers.onAd);
    const { closedShadow } = parts;
    const { connection } = reader;
    const downloadsPath = folder.downloads;
    const tabs = await followTabs(context, monotonicNow, {
      ...request,
      downloadsPath,
      closedShadow,
      connection,
      contextId,
    });
    // A browser that was killed from outside still leaves a folder and a proxy.
    context.once('close', () => void end());
    const session = await createSession({
      id: folder.id,
      ...{ context, contextId, tabs, denials: proxy, options: request, headless, now: monotonicNow, end },
      about: aboutOf(brandOf(path), version, reader, () => [...notices, ...helpers.notices(), ...ended]),
      captchas: parts.captchas,
      recording: { folder: folder.artifacts, isOurs: null, network: kept },
      onEnd,
    });
    return withState(
      {
        ...session,
        ...(exposed ? { address: exposed.address } : {}),
        async setExtraHttpHeaders(headers) {
          checkHeaders(headers);
          await context.setExtraHTTPHeaders({ ...headers });
        },
      },
      stateReader(session, changes, !state),
      profile?.save ?? null,
    );
  });
}

/** Attaches to a browser and opens a session in it. */
export function openAttachedSession(
  address: string,
  request: OpenOptions,
  parts: OpenDeps,
): Promise<Session> {
  return openWithCleanup(`Cannot attach to a browser at \`${nameOf(address)}\``, async (onEnd, end) => {
    const helpers = await helpersOf(request, parts);
    const folder = await createBrowserFolder(parts.browsers);
    onEnd(() => folder.remove());
    const attached = await attachBrowser(address, request, {
      artifacts: folder.artifacts,
      downloads: folder.downloads,
      closedShadow: parts.closedShadow,
      adBlocker: helpers.adBlocker,
      onAd: helpers.onAd,
      now: monotonicNow,
      onEnd,
    });
    const { context, tabs, denials, version, reader, notices } = attached;
    context.once('close', () => void end());
    const session = await createSession({
      id: randomUUID(),
      ...{ context, tabs, denials, options: request, headless: true, now: monotonicNow, end },
      about: aboutOf('chromium', version, reader, () => [...notices, ...helpers.notices()]),
      captchas: parts.captchas,
      recording: {
        folder: folder.artifacts,
        isOurs: (page) => page !== null && tabs.ours().includes(page),
        network: null,
      },
      onEnd,
    });
    return withState(session, stateReader(session, null, false), null);
  });
}

/** Time in ms for a browser to close and to write the recording of its network. */
const recordingCloseMs = 25_000;

/** Time for each part of a session to be released: longer than any of them takes by its own limits. */
const releaseMs = 30_000;

/** Releases everything when `work` fails and when the session is closed: the last first, each once. */
async function openWithCleanup(
  wanted: string,
  work: (onEnd: (release: () => Promise<void>) => void, end: () => Promise<void>) => Promise<Session>,
): Promise<Session> {
  const resources: (() => Promise<void>)[] = [];
  let ending: Promise<void> | null = null;
  const end = (): Promise<void> => {
    ending ??= (async () => {
      // One that fails or does not end does not keep the others; the folder goes last, with all processes on it.
      for (const release of resources.toReversed()) await withTimeout(releaseMs, release(), undefined);
    })();
    return ending;
  };
  try {
    return await work((release) => resources.push(release), end);
  } catch (cause) {
    await end();
    throw browserFailed(wanted, cause);
  }
}

/** Creates the extensions of a session, and their notices. */
async function helpersOf(request: OpenOptions, { adBlocker, captchas }: OpenDeps) {
  const { extensions = [] } = request;
  let blocked = 0;
  const blocker = extensions.includes('ad-blocker') ? await adBlocker(request) : null;
  const isUnsolved = extensions.includes('captcha-solver') && captchas.solver === null;
  const fixed = [
    ...(isUnsolved ? ['A captcha solver was asked for, and none is configured.'] : []),
    ...(blocker?.notices ?? []),
  ];
  return {
    adBlocker: blocker,
    onAd: () => {
      blocked += 1;
    },
    notices: (): readonly string[] =>
      blocked === 0 ? fixed : [...fixed, `The ad blocker has kept away ${blocked} requests.`],
  };
}

function aboutOf(
  browser: string,
  version: string,
  reader: ReaderCheck,
  notices: () => readonly string[],
): Session['about'] {
  const { connection, missed } = reader;
  return {
    browser,
    version,
    reader: { connection, missed },
    get notices() {
      return [...readerNotices(reader), ...notices()];
    },
  };
}

function withState(
  session: Session,
  state: ReadState,
  save: ((state: BrowserState) => Promise<void>) | null,
): Session {
  return {
    ...session,
    state,
    ...(save ? { saveProfile: async ({ signal }) => save(await state({ signal })) } : {}),
  };
}

function twoStates(): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    'Cannot open a browser with a state and with a profile. Leave one of them out.',
  );
}

function brandOf(path: string): string {
  if (/edge/i.test(path)) return 'edge';
  return /google-chrome|Google Chrome|chrome(\.exe)?$/i.test(path) ? 'chrome' : 'chromium';
}

/** An address without what may sign somebody in: user, path and query. */
function nameOf(address: string): string {
  if (!URL.canParse(address)) return 'an invalid address';
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}
