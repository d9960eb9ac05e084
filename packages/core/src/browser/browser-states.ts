import {
  type ArtifactStore,
  type Attempt,
  type BrowserState,
  type Clock,
  type Run,
  RunwrightError,
  type TabState,
} from '@runwright/contract';
import { createCipher } from '../crypto/cipher.ts';
import type { Journal } from '../journal/journal.ts';

/** A browser as it was after an attempt: `storage` is null when there is nothing to restore in it. */
export interface BrowserSnapshot {
  readonly storage: BrowserState | null;
  readonly tabs: readonly TabState[];
}

/** Names an attempt by its row in the journal. */
export type AttemptKey = Pick<Attempt, 'path' | 'attempt'>;

/**
 * The saved state of the browser of an open run, so that another process can continue with its login and its pages. The tabs of
 * an iteration with a tab of its own are saved under its `place`; those of the run itself under `''`.
 */
export interface BrowserStates {
  /** Cookies and storage after the last attempt that has ended; null: none are saved. */
  readonly storage: BrowserState | null;
  /** The tabs of a place after the last attempt there that has ended. */
  tabs(place: string): readonly TabState[];
  /** Stores a snapshot. It counts as soon as the attempt has ended in the journal; until then, the one before it does. */
  save(after: AttemptKey, place: string, snapshot: BrowserSnapshot): Promise<void>;
  /** Leaves the tabs of a place out of what is stored next. */
  removePlace(place: string): void;
  /** Deletes everything, once what has ended is committed; later snapshots are not stored. */
  remove(): Promise<void>;
}

/** The storage of browser states. */
interface StateStore {
  readonly artifacts: ArtifactStore;
  readonly masterKey: Uint8Array;
  readonly run: Run;
}

interface Version<T> {
  readonly after: AttemptKey;
  readonly value: T;
}

interface Stored {
  readonly storage: readonly Version<BrowserState | null>[];
  readonly places: Readonly<Record<string, readonly Version<readonly TabState[]>[]>>;
}

const nothing: Stored = { storage: [], places: {} };

/**
 * Opens the states that an earlier worker has saved. Never throws: a state that cannot be read is ignored, and `notice` says so.
 *
 * @param options `maxBytes`: of cookies and storage, and of the tabs of one place; what is larger is not saved
 */
export async function openBrowserStates(
  options: StateStore & {
    readonly journal: Pick<Journal, 'history' | 'commit'>;
    readonly maxBytes: number;
    readonly notice: (sentence: string) => Promise<void>;
    readonly signal: AbortSignal;
  },
): Promise<BrowserStates> {
  const { artifacts, run, journal, maxBytes } = options;
  const key = keyOf(run);
  const cipher = createCipher(options.masterKey, 'runwright browser states', 'browser state');
  const { signal: always } = new AbortController();
  const told = new Set<string>();
  let stored = nothing;
  let isStored = false;
  let isRemoved = false;
  let tail: Promise<unknown> = Promise.resolve();
  // A run that has not begun has no browser yet.
  if (run.startedAt !== null) await read();

  return {
    get storage() {
      return newest(stored.storage)?.value ?? null;
    },
    tabs: (place) => newest(stored.places[place] ?? [])?.value ?? [],
    save: (after, place, snapshot) => oneByOne(() => keep(after, place, snapshot)),
    removePlace(place) {
      const { [place]: _gone, ...places } = stored.places;
      stored = { ...stored, places };
    },
    remove: () =>
      oneByOne(async () => {
        isRemoved = true;
        stored = nothing;
        if (!isStored) return;
        // Without the states no block may be left to be executed again.
        await journal.commit();
        await artifacts.remove(key, { signal: always });
        isStored = false;
      }),
  };

  async function read(): Promise<void> {
    try {
      const bytes = await artifacts.get(key, { signal: options.signal });
      isStored = bytes !== null;
      if (bytes === null) return;
      const found: Stored = JSON.parse(cipher.decrypt(new TextDecoder().decode(bytes), run.runId));
      stored = pruned(found);
    } catch (error) {
      isStored = true;
      if (options.signal.aborted) return;
      const reason = RunwrightError.is(error) ? error.message : 'it is damaged.';
      await tell(
        `The saved state of the browser cannot be read: ${reason} The run continues with an empty browser.`,
      );
    }
  }

  async function keep(after: AttemptKey, place: string, { storage, tabs }: BrowserSnapshot): Promise<void> {
    if (isRemoved || options.signal.aborted) return;
    // What has ended is committed before older versions are dropped for it.
    const current = pruned(stored);
    await journal.commit();
    stored = {
      storage: [...current.storage, { after, value: await fittingStorage(storage) }],
      places: {
        ...current.places,
        [place]: [...(current.places[place] ?? []), { after, value: await fittingTabs(tabs) }],
      },
    };
    const text = cipher.encrypt(JSON.stringify(stored), run.runId);
    isStored = true;
    await artifacts.put(key, new TextEncoder().encode(text), { signal: options.signal });
  }

  async function fittingStorage(storage: BrowserState | null): Promise<BrowserState | null> {
    if (storage === null || sizeOf(storage) <= maxBytes) return storage;
    const cookies: BrowserState = { cookies: storage.cookies, origins: [] };
    const rest = sizeOf(cookies) <= maxBytes ? cookies : null;
    await tell(
      `Cookies and storage of the browser have ${sizeOf(storage)} bytes, more than the ${maxBytes} that are kept: after a restart of the service the run goes on ${rest ? 'with its cookies alone' : 'without them'}.`,
    );
    return rest;
  }

  async function fittingTabs(tabs: readonly TabState[]): Promise<readonly TabState[]> {
    if (sizeOf(tabs) <= maxBytes) return tabs;
    const addresses = tabs.map(({ url, active }): TabState => ({ url, active }));
    const rest = sizeOf(addresses) <= maxBytes ? addresses : [];
    await tell(
      `The tabs and their session storage have ${sizeOf(tabs)} bytes, more than the ${maxBytes} that are kept: after a restart of the service the run goes on with ${rest.length > 0 ? 'their addresses alone' : 'a blank page'}.`,
    );
    return rest;
  }

  /** Drops versions that are older than the newest one whose attempt has ended. */
  function pruned(all: Stored): Stored {
    const places = Object.entries(all.places).map(
      ([place, versions]) => [place, fromNewest(versions)] as const,
    );
    return { storage: fromNewest(all.storage), places: Object.fromEntries(places) };
  }

  function fromNewest<T>(versions: readonly Version<T>[]): readonly Version<T>[] {
    return versions.slice(Math.max(0, versions.findLastIndex(hasEnded)));
  }

  function newest<T>(versions: readonly Version<T>[]): Version<T> | null {
    return versions.findLast(hasEnded) ?? null;
  }

  function hasEnded({ after }: Version<unknown>): boolean {
    const row = journal.history(after.path).find(({ attempt }) => attempt === after.attempt);
    return row !== undefined && row.finishedAt !== null && row.status !== 'lost';
  }

  async function tell(sentence: string): Promise<void> {
    const kind = sentence.slice(0, 20);
    if (told.has(kind)) return;
    told.add(kind);
    await options.notice(sentence).catch(() => undefined);
  }

  function oneByOne(work: () => Promise<void>): Promise<void> {
    const done = tail.then(work);
    tail = done.catch(() => undefined);
    return done;
  }
}

/** Deletes the saved state of the browser of a run that was ended by somebody without its journal. Never throws. */
export async function removeBrowserStates(
  { artifacts }: Pick<StateStore, 'artifacts'>,
  run: Run,
): Promise<void> {
  const { signal } = new AbortController();
  await artifacts.remove(keyOf(run), { signal }).catch(() => undefined);
}

/**
 * Reads a browser after an attempt. Null when it does not answer within 15 s, is gone, or the run has `ended` here.
 *
 * @param page the session whose tabs are meant; `whole`: that of the browser, which has its cookies and storage
 */
export async function takeSnapshot(
  {
    page,
    whole,
  }: { readonly page: Pick<Snapshotted, 'tabStates'>; readonly whole: Pick<Snapshotted, 'state'> },
  clock: Pick<Clock, 'sleep'>,
  ended: AbortSignal,
): Promise<BrowserSnapshot | null> {
  const limit = new AbortController();
  const rest = new AbortController();
  const signal = AbortSignal.any([limit.signal, ended]);
  const reading = async (): Promise<BrowserSnapshot> => {
    const [storage, tabs] = await Promise.all([
      whole.state?.({ signal, incremental: true }),
      page.tabStates?.({ signal }),
    ]);
    return { storage: storage ?? null, tabs: tabs ?? [] };
  };
  const late = clock.sleep(snapshotMs, { signal: AbortSignal.any([rest.signal, ended]) }).then(
    () => null,
    () => null,
  );
  const snapshot = await Promise.race([reading().catch(() => null), late]);
  rest.abort();
  if (snapshot === null) limit.abort();
  return snapshot;
}

/** Time to read the state of a browser. */
const snapshotMs = 15_000;

interface Snapshotted {
  state?(options: { readonly signal: AbortSignal; readonly incremental: true }): Promise<BrowserState>;
  tabStates?(options: { readonly signal: AbortSignal }): Promise<readonly TabState[]>;
}

function keyOf({ organizationId, runId }: Run): string {
  return `${organizationId}/${runId}/browser-state`;
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
