import { errorReason, saveDocumentSource } from '@runwright/page-actions';
import type { BrowserContext, CDPSession, Frame, Page, Request } from 'playwright-core';
import type { NotedResponse } from '../downloads/downloads.ts';
import { decideDocument, interceptResponses } from '../network/intercept-responses.ts';

/** Ends scripts, loading and sign-in prompts that would block a page. */
export interface PageGuard {
  /** Ends the script that runs in the page, even one that waits for a dialog. */
  interrupt(): Promise<void>;
  /** Resolves with true when the page runs scripts within the time. */
  isResponsive(ms: number): Promise<boolean>;
  /** Returns true from the request of a document until its response; the page does not respond to calls meanwhile. */
  isAwaitingResponse(): boolean;
  /** Stops loading, so that the page responds to calls again. */
  stopLoading(): Promise<void>;
  /** Number of documents that the main frame has loaded; a step of the history within one is none. */
  loadedDocuments(): number;
  /** Number of navigations that scripts of the page have requested. */
  requestedNavigations(): number;
  /** Reports the PDFs that the page shows already, as `onShownPdf` does. */
  findPdfs(): Promise<void>;
  /** Opens `about:blank`, with the scripts of the page disabled so that they cannot navigate elsewhere. */
  openBlank(): Promise<void>;
}

/** A PDF that the browser shows in a viewer of its own. */
export interface ShownPdf {
  readonly url: string;
  /** Inside a page, and not in its place. */
  readonly isEmbedded: boolean;
  /** Downloads it from its own address. */
  save(): Promise<void>;
}

/** Callbacks of a page guard. */
export interface PageGuardOptions {
  /** A document or file arrives. */
  readonly onResponse: (response: NotedResponse) => void;
  /** A PDF is shown that came without a response which could be made a download: of a `blob:`, or from a service worker. */
  readonly onShownPdf: (pdf: ShownPdf) => void;
  /** Another document is there; a step of the history within one is none. */
  readonly onDocument: () => void;
}

/** Kinds whose requests would wait for a name and a password, and the page with them. */
const kinds = ['Document', 'XHR', 'Fetch', 'Script', 'Stylesheet'] as const;

const sendMs = 2_000;
const leaveMs = 15_000;
/** Shown PDFs of a page that are reported; as many as a run may have files. */
const maxPdfs = 64;

/**
 * Answers requests for a name and a password with no, so that the page gets the server's 401, and makes downloads of PDFs, also
 * of those in frames.
 */
export async function guardPage(
  context: BrowserContext,
  page: Page,
  { onResponse, onShownPdf, onDocument }: PageGuardOptions,
): Promise<PageGuard> {
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const patterns = [
    ...kinds.map((resourceType) => ({ urlPattern: '*', resourceType, requestStage: 'Request' as const })),
    { urlPattern: '*', resourceType: 'Document' as const, requestStage: 'Response' as const },
  ];
  await interceptResponses(session, patterns, (response) => {
    const { url, frameId, contentType } = response;
    const disposition = decideDocument(response);
    const isMade = disposition === 'download';
    onResponse({ url, contentType, ...(isMade ? { isEmbedded: frameId !== targetInfo.targetId } : {}) });
    return disposition;
  });
  let loaded = 0;
  const noted = new Set<string>();
  const notePdf = ({ id, parentId, loaderId, url, mimeType }: FrameState): void => {
    if (mimeType !== 'application/pdf' || noted.has(loaderId) || noted.size === maxPdfs) return;
    noted.add(loaderId);
    onShownPdf({ url, isEmbedded: parentId !== undefined, save: () => saveDocument(session, id) });
  };
  session.on('Page.frameNavigated', ({ frame }) => {
    notePdf(frame);
    if (frame.parentId !== undefined) return;
    loaded += 1;
    onDocument();
  });
  let requested = 0;
  session.on('Page.frameRequestedNavigation', () => {
    requested += 1;
  });
  await session.send('Page.enable');
  let waiting: Request | null = null;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && frameOf(request) === page.mainFrame()) waiting = request;
  });
  const answered = (request: Request): void => {
    if (request === waiting) waiting = null;
  };
  page.on('response', (response) => answered(response.request()));
  page.on('requestfailed', answered);
  return {
    interrupt: () => send(session, 'Runtime.terminateExecution'),
    isResponsive: (ms) =>
      session.send('Runtime.evaluate', { expression: '0', silent: true }, { timeout: ms }).then(
        () => true,
        (cause: unknown) => !/timeout/i.test(errorReason(cause)),
      ),
    isAwaitingResponse: () => waiting !== null,
    async stopLoading() {
      waiting = null;
      await send(session, 'Page.stopLoading');
    },
    loadedDocuments: () => loaded,
    requestedNavigations: () => requested,
    async findPdfs() {
      const { frameTree } = await session.send('Page.getFrameTree');
      for (const frame of listFrames(frameTree)) notePdf(frame);
    },
    async openBlank() {
      const options = { timeout: sendMs };
      const switchScripts = (value: boolean): Promise<unknown> =>
        session.send('Emulation.setScriptExecutionDisabled', { value }, options).catch(() => undefined);
      await switchScripts(true);
      await page.goto('about:blank', { timeout: leaveMs }).catch(() => undefined);
      await switchScripts(false);
    },
  };
}

/** What is read of a frame. */
interface FrameState {
  readonly id: string;
  readonly parentId?: string;
  readonly loaderId: string;
  readonly url: string;
  readonly mimeType: string;
}

interface FrameTree {
  readonly frame: FrameState;
  readonly childFrames?: readonly FrameTree[];
}

function listFrames({ frame, childFrames = [] }: FrameTree): readonly FrameState[] {
  return [frame, ...childFrames.flatMap(listFrames)];
}

async function saveDocument(session: CDPSession, frameId: string): Promise<void> {
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', { frameId });
  await session.send('Runtime.evaluate', { expression: saveDocumentSource, contextId, userGesture: true });
}

async function send(
  session: CDPSession,
  method: 'Runtime.terminateExecution' | 'Page.stopLoading',
): Promise<void> {
  // A page may be stuck in such a way that it takes not even these.
  await session.send(method, undefined, { timeout: sendMs }).catch(() => undefined);
}

/** Requests of workers, and of pages that are not there yet, have no frame. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}
