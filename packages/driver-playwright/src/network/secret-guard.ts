import type { PageEvent } from '@runwright/contract';
import type { Browser } from 'playwright-core';
import type { Secrets } from '../common/secrets.ts';
import { detachSession } from '../frames/detach-session.ts';

/** Options of a secret guard. */
export interface SecretGuardOptions {
  readonly browser: Browser;
  /** Id of the session's context in a browser that others share. Default: the browser is the session's alone. */
  readonly contextId?: string | undefined;
  readonly secrets: Pick<Secrets, 'findRefusal' | 'hasAny'>;
  readonly onRefusal: (event: Extract<PageEvent, { type: 'request_refused' }>) => void;
}

/** What the guard reads of `Fetch.requestPaused`. */
interface Paused {
  readonly requestId: string;
  readonly frameId: string;
  readonly request: PausedRequest;
}

interface PausedRequest {
  readonly url: string;
  /** With its `#`. */
  readonly urlFragment?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly postData?: string;
  readonly postDataEntries?: readonly { readonly bytes?: string }[];
}

/** So many characters of a body are searched at a time, so that a large one does not keep the process from its other work. */
const slice = 256 * 1024;
/** Slices overlap by more than the longest form of a usual secret. */
const overlap = 8 * 1024;

/**
 * Refuses requests that carry a revealed secret to a place where it may not go, until the returned function is called.
 * Requests are paused in the protocol session of the browser, which hears of redirects, of frames in other processes and of
 * the first request of a window; but not of those of documents that were open before. So it begins with the session. Address,
 * headers and body are searched. Rejects when the browser does not report its requests.
 */
export async function guardSecrets(options: SecretGuardOptions): Promise<() => Promise<void>> {
  const { browser, contextId, secrets, onRefusal } = options;
  const session = await browser.newBrowserCDPSession();

  /** Requests of a frame that belongs to another session of the browser are the business of that session. */
  const isForeign = async (frameId: string): Promise<boolean> => {
    if (contextId === undefined) return false;
    // Frames in the process of their page are no targets; they count as the session's.
    const found = await session.send('Target.getTargetInfo', { targetId: frameId }).catch(() => null);
    return found !== null && found.targetInfo.browserContextId !== contextId;
  };

  const findRefusal = async (origin: string, request: PausedRequest): Promise<string | null> => {
    const { url, urlFragment = '', headers } = request;
    const head = secrets.findRefusal([url, urlFragment, ...Object.values(headers)].join('\n'), origin);
    if (head !== null) return head;
    const body = readBody(request);
    for (let at = 0; at < body.length; at += slice) {
      if (at > 0) await new Promise((resolve) => setImmediate(resolve));
      const reason = secrets.findRefusal(body.slice(Math.max(0, at - overlap), at + slice), origin);
      if (reason !== null) return reason;
    }
    return null;
  };

  const isAllowed = async ({ request, frameId }: Paused): Promise<boolean> => {
    if (!secrets.hasAny() || !/^https?:/.test(request.url)) return true;
    const { origin } = new URL(request.url);
    const reason = await findRefusal(origin, request).catch(() => unsearched);
    if (reason === null || (await isForeign(frameId))) return true;
    onRefusal({ type: 'request_refused', origin, reason });
    return false;
  };

  const answer = async (paused: Paused): Promise<void> => {
    const { requestId } = paused;
    if (await isAllowed(paused)) await session.send('Fetch.continueRequest', { requestId });
    // The document that wanted to send it stays.
    else await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  };

  session.on('Fetch.requestPaused', (paused) => {
    // One whose page or browser has gone needs no answer.
    answer(paused).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
  return () => detachSession(session);
}

const unsearched = 'It could not be searched for secrets, so it was not sent.';

/** The bytes of a body as text. The protocol does not tell the bytes of blobs, streams and files. */
function readBody({ postDataEntries = [], postData }: PausedRequest): string {
  if (postDataEntries.length === 0) return postData ?? '';
  return Buffer.concat(postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'))).toString();
}
