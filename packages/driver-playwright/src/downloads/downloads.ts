import {
  type BrowserDownload,
  type BrowserDownloads,
  type DownloadLimits,
  RunwrightError,
} from '@runwright/contract';
import type { ActionDownloads } from '@runwright/page-actions';
import type { CDPSession, Download } from 'playwright-core';
import type { EventLog } from '../common/event-log.ts';
import { removeFragment } from '../common/remove-fragment.ts';
import { downloadFolder } from './download-folder.ts';
import { cleanName, extractName } from './download-name.ts';

/** The downloads of one browser, whichever session began them. */
export interface Downloads {
  /** The share of one session. */
  forSession(log: EventLog): SessionDownloads;
  /** A document or file arrives. */
  noteResponse(response: NotedResponse): void;
}

/** A response that may become a download. */
export interface NotedResponse {
  readonly url: string;
  readonly contentType: string;
  /** It is shown inside a page. Default: as for the last response of this address. */
  readonly isEmbedded?: boolean;
}

/** A session's own downloads. */
export interface SessionDownloads extends BrowserDownloads, ActionDownloads {
  /** Takes one in that a page of the session has begun; `filename` takes the place of the suggested name. */
  add(download: Pick<Download, 'url' | 'suggestedFilename'>, filename?: string): string;
  /** Adds a file that a page has received and that cannot be had from it. The reason is a sentence. */
  addMissed(url: string, reason: string): void;
}

interface Entry {
  view: BrowserDownload;
  /** The browser's name for it; null until it has told. */
  guid: string | null;
  /** The file that holds its bytes, once it is completed. */
  file: string | null;
  readonly beganAt: number;
  readonly log: EventLog;
  /** Status that results have reported. */
  told: BrowserDownload['status'] | null;
  readonly moving: PromiseWithResolvers<void>;
  readonly ended: PromiseWithResolvers<void>;
  firstByteTimer: NodeJS.Timeout | undefined;
  timer: NodeJS.Timeout | undefined;
}

interface Progress {
  readonly totalBytes: number;
  readonly receivedBytes: number;
  readonly state: 'inProgress' | 'completed' | 'canceled';
  /** The limit for which it was canceled before a page reported it, as a sentence; null for none. */
  readonly excess?: string | null;
}

const mebibyte = 1024 * 1024;
const defaults: Required<DownloadLimits> = {
  fileBytes: 100 * mebibyte,
  files: 64,
  totalBytes: 512 * mebibyte,
  firstByteMs: 15_000,
  timeoutMs: 600_000,
};
/** Responses that are remembered. */
const maxResponses = 200;

/**
 * Follows what a browser downloads into the folder. `session` speaks to the browser itself, not to a page; `contextId` names the
 * context in a browser with several.
 */
export async function followDownloads(
  session: CDPSession,
  path: string,
  {
    limits,
    now,
    contextId,
  }: {
    readonly limits: DownloadLimits | undefined;
    readonly now: () => number;
    readonly contextId?: string | undefined;
  },
): Promise<Downloads> {
  const allowed = { ...defaults, ...limits };
  const folder = downloadFolder(path);
  const entries: Entry[] = [];
  const responses = new Map<string, NotedResponse>();
  /** Downloads that the browser has reported and no page yet, and the other way round. */
  const unclaimed = new Map<string, string[]>();
  const unnamed = new Map<string, Entry[]>();
  const byGuid = new Map<string, Entry>();
  const progress = new Map<string, Progress>();

  const inContext = contextId === undefined ? {} : { browserContextId: contextId };
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    downloadPath: path,
    eventsEnabled: true,
    ...inContext,
  });
  session.on('Browser.downloadWillBegin', ({ guid, url, suggestedFilename }) => {
    const key = keyOf(url, suggestedFilename);
    const entry = unnamed.get(key)?.shift();
    if (entry) bind(entry, guid);
    else unclaimed.set(key, [...(unclaimed.get(key) ?? []), guid]);
  });
  session.on('Browser.downloadProgress', ({ guid, ...told }) => {
    const entry = byGuid.get(guid);
    if (entry) {
      advance(entry, guid, told);
      return;
    }
    if (progress.get(guid)?.excess) return;
    const excess = findExcess(guid, told);
    progress.set(guid, { ...told, excess });
    if (excess !== null) cancel(guid);
  });

  function bind(entry: Entry, guid: string): void {
    entry.guid = guid;
    byGuid.set(guid, entry);
    const told = progress.get(guid);
    progress.delete(guid);
    if (entry.view.status !== 'started') {
      cancel(guid);
      return;
    }
    if (told) advance(entry, guid, told);
  }

  /** Returns the limit that a file is beyond, as a sentence; null for none. */
  function findExcess(guid: string, { receivedBytes, totalBytes }: Progress): string | null {
    const expected = Math.max(receivedBytes, totalBytes);
    if (expected > allowed.fileBytes)
      return `A file may have at most ${megabytes(allowed.fileBytes)}, and this one is larger.`;
    let others = 0;
    // What failed was deleted.
    for (const { guid: own, view } of entries) if (own !== guid && isThere(view)) others += view.size;
    for (const [own, { state, excess, receivedBytes: bytes }] of progress)
      if (own !== guid && state !== 'canceled' && !excess) others += bytes;
    return others + expected > allowed.totalBytes
      ? `The downloads of a run may have at most ${megabytes(allowed.totalBytes)} together, and this one is beyond that.`
      : null;
  }

  function cancel(guid: string): void {
    session
      .send('Browser.cancelDownload', { guid, ...inContext })
      .catch(() => undefined)
      .then(() => folder.remove(guid))
      .catch(() => undefined);
  }

  function advance(entry: Entry, guid: string, told: Progress): void {
    const { state, receivedBytes } = told;
    if (entry.view.status !== 'started') return;
    entry.view = { ...entry.view, size: receivedBytes };
    if (receivedBytes > 0) begin(entry);
    const excess = told.excess ?? findExcess(guid, told);
    if (excess !== null) {
      fail(entry, excess);
      return;
    }
    if (state === 'completed') void complete(entry, guid);
    if (state === 'canceled') {
      end(entry, {
        status: 'canceled',
        reason: 'The browser ended it: the connection broke off, or the page took it back.',
      });
      folder.remove(guid).catch(() => undefined);
    }
  }

  function begin(entry: Entry): void {
    clearTimeout(entry.firstByteTimer);
    entry.moving.resolve();
  }

  async function complete(entry: Entry, guid: string): Promise<void> {
    try {
      const { name, size, checksum } = await folder.save(guid);
      entry.file = name;
      end(entry, { status: 'completed', size, checksum });
    } catch {
      end(entry, { status: 'failed', reason: 'The file was not where the browser said that it is.' });
    }
  }

  function fail(entry: Entry, reason: string, isLate = false): void {
    if (entry.view.status !== 'started') return;
    end(entry, { status: 'failed', reason, isLate });
    if (entry.guid !== null) cancel(entry.guid);
  }

  function end(entry: Entry, change: Partial<BrowserDownload>): void {
    if (entry.view.status !== 'started') return;
    entry.view = { ...entry.view, ...change };
    clearTimeout(entry.timer);
    begin(entry);
    entry.ended.resolve();
    report(entry);
  }

  /** Followers hear of every change, results of what has become of it until then. */
  function report(entry: Entry): void {
    entry.log.emit(eventOf(entry));
    const event = () => {
      if (entry.told === entry.view.status) return null;
      entry.told = entry.view.status;
      return eventOf(entry);
    };
    entry.log.add(event, { isQuiet: true });
  }

  /** Sets the time after which the entry fails, counted from its beginning. */
  function limit(entry: Entry, ms: number): void {
    clearTimeout(entry.timer);
    if (entry.view.status !== 'started') return;
    const late = (): void => fail(entry, `The file was not whole after ${seconds(ms)}.`, true);
    entry.timer = setTimeout(late, Math.max(0, entry.beganAt + ms - now()));
    entry.timer.unref();
  }

  function createEntry(log: EventLog, url: string, filename: string): Entry {
    const address = removeFragment(url);
    const { contentType = '', isEmbedded = false } = responses.get(address) ?? {};
    // The next download of this address may be another one.
    if (isEmbedded) responses.set(address, { url: address, contentType });
    const entry: Entry = {
      view: {
        id: `d${entries.length + 1}`,
        filename: cleanName(filename),
        url: url.length > 2_000 ? `${url.slice(0, 2_000)}…` : url,
        status: 'started',
        size: 0,
        contentType: contentType || (/^data:([\w.+-]+\/[\w.+-]+)/.exec(url)?.[1] ?? null),
        checksum: null,
        reason: null,
        isLate: false,
        ...(isEmbedded ? { isEmbedded } : {}),
      },
      guid: null,
      file: null,
      beganAt: now(),
      log,
      told: null,
      moving: Promise.withResolvers(),
      ended: Promise.withResolvers(),
      firstByteTimer: undefined,
      timer: undefined,
    };
    entries.push(entry);
    report(entry);
    return entry;
  }

  function takeFor(
    log: EventLog,
    download: Pick<Download, 'url' | 'suggestedFilename'>,
    filename?: string,
  ): Entry {
    const url = download.url();
    const suggested = download.suggestedFilename();
    const entry = createEntry(log, url, filename ?? suggested);
    if (entries.filter(({ view }) => isThere(view)).length > allowed.files) {
      fail(entry, `A run may download at most ${allowed.files} files, and this is one more.`);
    } else {
      limit(entry, allowed.timeoutMs);
      const silent = (): void => fail(entry, `No byte of it came in ${seconds(allowed.firstByteMs)}.`, true);
      entry.firstByteTimer = setTimeout(silent, allowed.firstByteMs);
      entry.firstByteTimer.unref();
    }
    const key = keyOf(url, suggested);
    const guid = unclaimed.get(key)?.shift();
    if (guid !== undefined) bind(entry, guid);
    else unnamed.set(key, [...(unnamed.get(key) ?? []), entry]);
    return entry;
  }

  return {
    noteResponse(response) {
      const address = removeFragment(response.url);
      const before = responses.get(address);
      responses.delete(address);
      responses.set(address, { ...before, ...response });
      const [oldest] = responses.keys();
      if (responses.size > maxResponses && oldest !== undefined) responses.delete(oldest);
    },
    forSession(log) {
      const own: Entry[] = [];
      let arrivals = Promise.withResolvers<void>();
      const register = (entry: Entry): void => {
        own.push(entry);
        arrivals.resolve();
        arrivals = Promise.withResolvers();
      };
      const known = (id: string): Entry => {
        const found = own.find(({ view }) => view.id === id);
        if (!found) throw new RunwrightError('not_found', `There is no download \`${id}\` in this session.`);
        return found;
      };
      return {
        count: () => own.length,
        list: () => own.map(({ view }) => view),
        add(download, filename) {
          const entry = takeFor(log, download, filename);
          register(entry);
          return entry.view.id;
        },
        addMissed(url, reason) {
          const entry = createEntry(log, url, extractName(url));
          register(entry);
          end(entry, { status: 'canceled', reason });
        },
        async waitForFirstByte(before, signal) {
          const late = AbortSignal.any([signal, AbortSignal.timeout(allowed.firstByteMs)]);
          while (own.length <= before && !late.aborted) await unlessAborted(arrivals.promise, late);
          const entry = own[before];
          if (!entry) return null;
          await unlessAborted(entry.moving.promise, signal);
          return entry.view;
        },
        async finished(id, { timeoutMs, signal }) {
          const entry = known(id);
          if (timeoutMs !== undefined) limit(entry, timeoutMs);
          await unlessAborted(entry.ended.promise, signal);
          if (entry.view.status === 'started') {
            throw new RunwrightError('canceled', 'Waiting for a download was canceled.', {
              cause: signal.reason,
            });
          }
          return entry.view;
        },
        open(id) {
          const { file, view } = known(id);
          if (file !== null) return folder.open(file);
          throw new RunwrightError(
            'not_found',
            `Cannot read the file of the download \`${id}\`: it is ${view.status}. Wait for it with \`finished\`.`,
          );
        },
      };
    },
  };
}

function eventOf({ view: { id, filename, url, status, reason } }: Entry) {
  return {
    type: 'download',
    id,
    filename,
    url,
    status,
    ...(reason === null ? {} : { reason }),
  } as const;
}

function isThere({ status }: BrowserDownload): boolean {
  return status === 'started' || status === 'completed';
}

function keyOf(url: string, suggested: string): string {
  return `${url}\n${suggested}`;
}

function seconds(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 1_000)} s`;
}

function megabytes(bytes: number): string {
  return bytes < mebibyte ? `${bytes} bytes` : `${Math.round(bytes / mebibyte)} MiB`;
}

/** The work's end, or the signal's, whichever comes first. */
async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = (): void => resolve();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  await Promise.race([work, promise]);
  signal.removeEventListener('abort', stop);
}
