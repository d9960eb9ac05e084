import type { OpenOptions } from '@runwright/contract';
import type { BrowserContext } from 'playwright-core';
import { checkReader, type ReaderCheck } from '../frames/reader-check.ts';
import type { EgressProxy } from '../network/egress-proxy.ts';
import type { BrowserFolder } from '../processes/browser-folder.ts';
import { type ProcessOptions, startBrowserProcess } from './browser-process.ts';
import { clearPage } from './clear-page.ts';
import { emulationOptions } from './emulation.ts';
import type { ProtocolPipe } from './protocol-pipe.ts';
import { signIn } from './sign-in.ts';

/** The browser of one session: a context that is signed in at the proxy of the session, with one blank page. */
export interface SessionBrowser {
  readonly context: BrowserContext;
  /** Id of the context in the debug protocol, for commands to the whole browser. Undefined for the browser's own context. */
  readonly contextId: string | undefined;
  readonly version: string;
  /** For debug clients. Null for a browser that several sessions share. */
  readonly pipe: ProtocolPipe | null;
  readonly reader: ReaderCheck;
  /** What was ended because it used too much, in sentences. */
  readonly ended: ReadonlySet<string>;
  /** Closes what belongs to the session: its context, and the process if no other session uses it. */
  close(): Promise<void>;
}

/** Options for the browser of a session. */
export interface SessionBrowserOptions {
  readonly folder: BrowserFolder;
  readonly proxy: EgressProxy;
  /** Options that decide what pages see of the browser. */
  readonly request: OpenOptions;
  /** What has not closed by then is killed. Default 4,000 ms. */
  readonly graceMs?: number;
}

/** Starts a browser process for one session, which works in the browser's own context. */
export async function startSessionBrowser(
  options: ProcessOptions & { readonly closedShadow: boolean },
  { folder, proxy, request, graceMs }: SessionBrowserOptions,
): Promise<SessionBrowser> {
  const browser = await startBrowserProcess(options, {
    folder,
    proxyUrl: proxy.url,
    emulation: emulationOptions(request),
    ...(graceMs === undefined ? {} : { graceMs }),
  });
  const { context, version, pipe, ended, close } = browser;
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await signIn(context, page, proxy);
    const reader = await checkReader(context, page, options);
    await clearPage(context, page);
    return { context, contextId: undefined, version, pipe, reader, ended, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}
