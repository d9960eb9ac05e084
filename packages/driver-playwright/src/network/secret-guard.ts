import type { PageEvent } from '@runwright/contract';
import type { Browser, BrowserContext } from 'playwright-core';
import type { Secrets } from '../common/secrets.ts';
import { detachSession } from '../frames/detach-session.ts';
import { leftOutPart } from '../launch/leave-out-bodies.ts';
import { createSenderFinder } from './find-sender.ts';
import {
  continuePaused,
  type InterceptedResponse,
  type PausedMessage,
  type ResponseDisposition,
  readResponse,
} from './intercept-responses.ts';

/** Options of a secret guard. */
export interface SecretGuardOptions {
  readonly browser: Browser;
  readonly context: BrowserContext;
  /** Id of the session's context in a browser that others share. Default: the browser is the session's alone. */
  readonly contextId?: string | undefined;
  readonly secrets: Pick<Secrets, 'findRefusal' | 'mayReceiveAll' | 'hasAny'>;
  readonly onRefusal: (event: Extract<PageEvent, { type: 'request_refused' }>) => void;
  /** Decides about the documents that arrive, also those of a window that is not a page of the library yet. */
  readonly decideDocument: (response: InterceptedResponse) => Promise<ResponseDisposition>;
}

/** What the guard reads of `Fetch.requestPaused`. */
interface Paused extends PausedMessage {
  readonly resourceType: string;
  readonly request: PausedRequest;
  /** Of a request that failed instead of a response. */
  readonly responseErrorReason?: string;
}

interface PausedRequest {
  readonly method: string;
  readonly url: string;
  /** With its `#`. */
  readonly urlFragment?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly postData?: string;
  readonly postDataEntries?: readonly { readonly bytes?: string }[];
}

/**
 * Refuses requests that carry a revealed secret to a place where it may not go, and lets documents arrive as decided, until the
 * returned function is called.
 * Requests are paused in the protocol session of the browser, which hears of redirects, of frames in other processes and of
 * the first request of a window; but not of those of documents that were open before. So it begins with the session. Address,
 * headers and body are searched; a value that can be guessed is refused only to documents of an origin that has it. A body that is too
 * long to be searched goes only where every value may go. Rejects when the browser does not report its requests.
 */
export async function guardSecrets(options: SecretGuardOptions): Promise<() => Promise<void>> {
  const { browser, context, contextId, secrets, onRefusal, decideDocument } = options;
  const session = await browser.newBrowserCDPSession();
  const findSender = createSenderFinder(context, session);

  /** Requests of a frame that belongs to another session of the browser are the business of that session. */
  const isForeign = async (frameId: string): Promise<boolean> => {
    if (contextId === undefined) return false;
    // Frames in the process of their page are no targets; they count as the session's.
    const found = await session.send('Target.getTargetInfo', { targetId: frameId }).catch(() => null);
    return found !== null && found.targetInfo.browserContextId !== contextId;
  };

  const findRefusal = async (origin: string, paused: Paused): Promise<string | null> => {
    const { method, url, urlFragment = '', headers } = paused.request;
    const head = Buffer.from([method, url, urlFragment, ...Object.entries(headers).flat()].join('\n'));
    const body = readBody(paused.request);
    if (body === null && !secrets.mayReceiveAll(origin)) return tooLong;
    return secrets.findRefusal(body ? [head, body] : [head], origin, () => findSender(paused));
  };

  const isAllowed = async (paused: Paused): Promise<boolean> => {
    const { request, frameId } = paused;
    if (!secrets.hasAny() || !/^https?:/.test(request.url)) return true;
    const { origin } = new URL(request.url);
    const reason = await findRefusal(origin, paused).catch(() => unsearched);
    if (reason === null || (await isForeign(frameId))) return true;
    onRefusal({ type: 'request_refused', origin, reason });
    return false;
  };

  const decide = async (paused: Paused): Promise<ResponseDisposition> => {
    const response = readResponse(paused);
    if (response) return decideDocument(response).catch(() => 'pass');
    // The document that wanted to send a refused request stays.
    return paused.responseErrorReason !== undefined || (await isAllowed(paused)) ? 'pass' : 'refuse';
  };

  session.on('Fetch.requestPaused', (paused) => {
    decide(paused)
      .then((disposition) => continuePaused(session, paused, disposition))
      // One whose page or browser has gone needs no answer.
      .catch(() => undefined);
  });
  await session.send('Fetch.enable', {
    patterns: [
      { urlPattern: '*', requestStage: 'Request' },
      { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' },
    ],
  });
  return () => detachSession(session);
}

const unsearched = 'It could not be searched for secrets, so it was not sent.';
const tooLong =
  'Its body is too long to be searched for secrets, and not every secret of this run may go there, so it was not sent.';

/**
 * Returns the bytes of a body; null when it was left out because it is long, see `createBodyFilter`. The protocol does not tell
 * those of blobs, streams and files.
 */
function readBody({ postDataEntries = [], postData = '' }: PausedRequest): Buffer | null {
  if (postDataEntries.length === 0) return Buffer.from(postData);
  if (postDataEntries.some(({ bytes }) => bytes === leftOutPart)) return null;
  return Buffer.concat(postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64')));
}
