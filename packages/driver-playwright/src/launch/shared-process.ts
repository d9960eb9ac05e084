import { type EgressPolicy, RunwrightError } from '@runwright/contract';
import { monotonicNow } from '../common/monotonic-clock.ts';
import { readPageTarget } from '../frames/page-target.ts';
import { checkReader, type ReaderCheck } from '../frames/reader-check.ts';
import { egressProxy } from '../network/egress-proxy.ts';
import { createBrowserFolder } from '../processes/browser-folder.ts';
import {
  type BrowserProcess,
  closeContext,
  type ProcessOptions,
  startBrowserProcess,
} from './browser-process.ts';
import { clearPage } from './clear-page.ts';
import { emulationOptions } from './emulation.ts';
import type { SessionBrowser, SessionBrowserOptions } from './session-browser.ts';
import { signIn } from './sign-in.ts';

/** A browser process that several sessions use, each in a context of its own. */
export interface SharedProcess {
  /** Opens a context; starts the process first when none runs. */
  open(options: SessionBrowserOptions): Promise<SessionBrowser>;
  /** Ends the process, and with it the sessions that are still open. */
  close(): Promise<void>;
}

/** Options of a shared process. */
export interface SharedProcessOptions extends ProcessOptions {
  /** Folder of the browsers' folders. */
  readonly browsers: string;
  /** Reads the content of closed shadow roots. */
  readonly closedShadow: boolean;
}

interface Running extends BrowserProcess {
  readonly reader: ReaderCheck;
}

/** What the browser requests outside of the contexts of sessions goes nowhere. */
const noEgress: EgressPolicy = {
  check: () =>
    Promise.reject(new RunwrightError('egress_denied', 'Only pages of sessions may send requests.')),
};

/** Creates a shared process, which starts when the first session is opened and again after it has ended by itself. */
export function sharedProcess(options: SharedProcessOptions): SharedProcess {
  let running: Promise<Running> | null = null;

  const start = (): Promise<Running> => {
    const starting = startShared(options, () => {
      if (running === starting) running = null;
    });
    starting.catch(() => {
      if (running === starting) running = null;
    });
    return starting;
  };

  return {
    async open({ proxy, request, graceMs }) {
      running ??= start();
      const { context: own, version, reader, ended, close } = await running;
      const browser = own.browser();
      if (!browser) throw new Error('the browser has ended');
      const context = await browser.newContext({
        acceptDownloads: true,
        ...emulationOptions(request),
        proxy: { server: proxy.url, bypass: '<-loopback>' },
      });
      try {
        const page = await context.newPage();
        await signIn(context, page, proxy);
        await clearPage(context, page);
        const { browserContextId: contextId } = await readPageTarget(context, page);
        // Without it, commands to the browser would change the context of the profile.
        if (contextId === undefined) throw new Error('the browser does not name the context of a page');
        return {
          ...{ context, contextId, version, reader, ended, pipe: null },
          async close() {
            // A browser that does not close a context does not respond to the other sessions either.
            if (!(await closeContext(context, graceMs))) await close();
          },
        };
      } catch (cause) {
        if (!(await closeContext(context))) await close();
        throw cause;
      }
    },
    async close() {
      const last = running;
      running = null;
      await (await last?.catch(() => null))?.close();
    },
  };
}

/** @param onEnd called when the process has ended, for whatever reason */
async function startShared(options: SharedProcessOptions, onEnd: () => void): Promise<Running> {
  const folder = await createBrowserFolder(options.browsers);
  const proxy = await egressProxy({ policy: noEgress, now: monotonicNow });
  const release = async (): Promise<void> => {
    await proxy.close();
    await folder.remove();
  };
  const browser = await startBrowserProcess(options, { folder, proxyUrl: proxy.url }).catch(
    async (cause: unknown) => {
      await release();
      throw cause;
    },
  );
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= browser.close().then(release);
    return closing;
  };
  browser.context.once('close', () => {
    onEnd();
    void close();
  });
  try {
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    const reader = await checkReader(browser.context, page, options);
    await clearPage(browser.context, page);
    return { ...browser, reader, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}
