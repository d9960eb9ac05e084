import type { BrowserContext } from 'playwright-core';

/** Tracks origins whose storage may have changed, in a browser with one session. */
export interface StorageChanges {
  /** Returns a number larger than those of all changes so far, and than all that it has returned. */
  mark(): number;
  /** Origins that had a document or a worker and were not forgotten since, each with the number of its last change. */
  readonly changed: ReadonlyMap<string, number>;
  /**
   * When the server of a watched origin has asked the browser to delete storage; 0: never. What was read before that is
   * out of date. Waits for headers that are still to come.
   */
  clearedAt(): Promise<number>;
  /** Looks at the responses of an origin's server from now on, until the origin is noted. */
  watch(origin: string): void;
  /** Notes an origin by an address in it. */
  note(url: string): void;
  /** Notes the origins whose workers run now, and everything that the browser has announced so far. */
  noteWorkers(): Promise<void>;
  /** Says that what an origin stores is known and that nothing of it can change that. */
  forget(origin: string): void;
}

/**
 * Follows documents and workers. Documents that exist already are not noted. The page that the library opens to read
 * storage is not noted either: its documents have no scripts.
 *
 * @param stored origins that have something stored already; they are watched
 * @param contextId id of the context in a browser with several. Default: everything in the browser is followed
 */
export async function followStorage(
  context: BrowserContext,
  stored: readonly string[],
  contextId?: string,
): Promise<StorageChanges> {
  const changed = new Map<string, number>();
  const watched = new Set(stored);
  /** The library has all headers of a response a little later than the response. */
  const asked = new Set<Promise<void>>();
  let sequence = 0;
  let clearedAt = 0;
  const next = (): number => {
    sequence += 1;
    return sequence;
  };
  const note = (url: string): void => {
    const origin = URL.canParse(url) ? new URL(url).origin : '';
    if (!/^https?:/.test(origin)) return;
    changed.set(origin, next());
    watched.delete(origin);
  };
  context.on('framenavigated', (frame) => note(frame.url()));
  context.on('page', (page) => {
    for (const frame of page.frames()) note(frame.url());
  });
  context.on('response', (response) => {
    if (watched.size === 0 || !watched.has(new URL(response.url()).origin)) return;
    const clear = (): void => {
      clearedAt = next();
    };
    const asking = response.allHeaders().then((headers) => 'clear-site-data' in headers && clear(), clear);
    const done = asking.then(() => void asked.delete(done));
    asked.add(done);
  });
  const browser = context.browser();
  if (!browser) throw new Error('the browser cannot be spoken to beside its pages');
  const session = await browser.newBrowserCDPSession();
  const isOurs = ({ browserContextId }: Target): boolean =>
    contextId === undefined || browserContextId === contextId;
  const noteTarget = ({ targetInfo }: { readonly targetInfo: Target }): void => {
    if (!isOurs(targetInfo)) return;
    if (!isPage(targetInfo) || isWindow(targetInfo)) note(targetInfo.url);
  };
  session.on('Target.targetCreated', noteTarget);
  session.on('Target.targetInfoChanged', noteTarget);
  await session.send('Target.setDiscoverTargets', { discover: true });
  return {
    mark: next,
    changed,
    async clearedAt() {
      await Promise.all(asked);
      return clearedAt;
    },
    watch: (origin) => void watched.add(origin),
    note,
    async noteWorkers() {
      const { targetInfos } = await session.send('Target.getTargets');
      for (const target of targetInfos.filter(isOurs))
        if (!isPage(target) && target.type !== 'iframe') note(target.url);
    },
    forget: (origin) => void changed.delete(origin),
  };
}

/** Target information of the protocol for a page or a worker. */
interface Target {
  readonly type: string;
  readonly url: string;
  readonly subtype?: string;
  readonly openerId?: string;
  readonly openerFrameId?: string;
  readonly browserContextId?: string;
}

/** Returns true for a page. A prerendered one is none: it can store something without being shown. */
function isPage({ type, subtype }: Target): boolean {
  return type === 'page' && subtype !== 'prerender';
}

/** A window may go through documents before the library tells of it. */
function isWindow({ openerId, openerFrameId }: Target): boolean {
  return openerId !== undefined || openerFrameId !== undefined;
}
