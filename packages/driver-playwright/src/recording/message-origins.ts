import type { BrowserContext, Frame, Page } from 'playwright-core';
import { copyBeginning } from '../common/copy-beginning.ts';
import { withTimeout } from '../common/with-timeout.ts';

/** Knows the origins of the documents that write to the console. */
export interface MessageOrigins {
  /** Follows a page, also for messages that it has written before. */
  follow(page: Page): void;
  /** Resolves when the messages of the pages that are followed are known. */
  ready(): Promise<void>;
  /** Returns the origins of the documents that have written a message at a time; empty when they are unknown. */
  findByTime(timestamp: number): readonly string[];
  /** Returns the origins of the documents in which an error with this description was thrown; empty when they are unknown. */
  findByError(description: string): readonly string[];
}

/** More messages than a console log has lines. */
const maxMessages = 100_000;
/** Time for a page to tell its messages; a page in an endless loop never does. */
const enableMs = 2_000;

/**
 * Follows messages in the debug protocol, which names the document of each. An address does not say it: a script can be of
 * another site than its document, and a document without an address has the origin of another one.
 */
export function followMessageOrigins(context: BrowserContext): MessageOrigins {
  const found = new Map<string, Set<string>>();
  const followed = new WeakSet<Page | Frame>();
  const coming = new Set<Promise<void>>();

  const note = (key: string, origin: string | undefined): void => {
    if (origin === undefined || (found.size >= maxMessages && !found.has(key))) return;
    found.set(key, (found.get(key) ?? new Set()).add(origin));
  };
  const open = async (target: Page | Frame): Promise<void> => {
    // A frame in the process of its page has no session of its own; its messages come in that of the page.
    const session = await context.newCDPSession(target).catch(() => null);
    if (!session) return void followed.delete(target);
    session.once('close', () => followed.delete(target));
    const origins = new Map<number, string>();
    session.on('Runtime.executionContextCreated', ({ context: { id, origin } }) => origins.set(id, origin));
    session.on('Runtime.consoleAPICalled', ({ timestamp, executionContextId }) =>
      note(`${timestamp}`, origins.get(executionContextId)),
    );
    session.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, executionContextId = -1 } }) =>
      note(describe(exception?.description || String(exception?.value)), origins.get(executionContextId)),
    );
    await session.send('Runtime.enable').catch(() => undefined);
  };
  const followTarget = (target: Page | Frame): void => {
    if (followed.has(target)) return;
    followed.add(target);
    const work = withTimeout(enableMs, open(target), undefined).finally(() => coming.delete(work));
    coming.add(work);
  };

  return {
    follow(page) {
      if (followed.has(page)) return;
      followTarget(page);
      for (const frame of page.frames()) if (frame !== page.mainFrame()) followTarget(frame);
      page.on('framenavigated', (frame) => frame !== page.mainFrame() && followTarget(frame));
    },
    async ready() {
      await Promise.all(coming);
    },
    findByTime: (timestamp) => [...(found.get(`${timestamp}`) ?? [])],
    findByError: (description) => [...(found.get(describe(description)) ?? [])],
  };
}

/** A key that is no time. */
function describe(error: string): string {
  return `error ${copyBeginning(error, 1_000)}`;
}
