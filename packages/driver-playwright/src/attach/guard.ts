import { type EgressPolicy, RunwrightError } from '@runwright/contract';
import type { AdBlocker } from '../ad-block/ad-blocker.ts';
import type { DenialLog } from '../denials.ts';
import type { Connection, ProtocolEvent } from './connection.ts';

/** What the guard asks. */
export interface GuardOptions {
  readonly egress: EgressPolicy;
  readonly denials: DenialLog;
  readonly adBlocker: AdBlocker | null;
  readonly onAd: () => void;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** How long an answer of the policy holds for further requests to the same host. */
const memoryMs = 5_000;
/** Schemes by which a page shows what is in it or in the browser already. */
const atHome = /^(data|blob|about|filesystem|chrome|chrome-extension|chrome-untrusted|edge|devtools):/;

/**
 * Puts the policy before every request of a remote browser: whatever it opens is stopped before its first request, and
 * every request waits for the answer, redirects too. Sockets of workers and WebRTC, which no answer could stop, are
 * taken away from the pages.
 */
export async function guardRequests(connection: Connection, options: GuardOptions): Promise<void> {
  const { send } = connection;
  const known = new Map<string, { readonly at: number; readonly answer: Promise<string | null> }>();
  /** The main frames of pages, by session. */
  const pages = new Map<string, string>();
  const ignore = (): void => undefined;

  /** The sentence of the policy; null when the address is allowed. */
  const refusalOf = (url: string): Promise<string | null> => {
    if (atHome.test(url)) return Promise.resolve(null);
    const key = URL.canParse(url) ? `${new URL(url).protocol}//${new URL(url).host}` : url;
    const kept = known.get(key);
    if (kept && options.now() - kept.at < memoryMs) return kept.answer;
    const answer = options.egress.check(url, { signal: options.signal }).then(
      () => null,
      (cause: unknown) => options.denials.note(url, cause),
    );
    if (known.size > 1_000) known.clear();
    known.set(key, { at: options.now(), answer });
    return answer;
  };

  const decide = async ({ params, sessionId }: ProtocolEvent): Promise<void> => {
    const { requestId, request, resourceType, frameId } = params as unknown as Paused;
    const refusal = await refusalOf(request.url);
    const isInner = resourceType === 'Document' && frameId !== pages.get(sessionId);
    const type = isInner ? 'subdocument' : resourceType;
    const from = request.headers.Referer ?? request.url;
    if (refusal !== null) {
      options.denials.note(request.url, new RunwrightError('egress_denied', refusal));
      await send(
        'Fetch.fulfillRequest',
        {
          requestId,
          responseCode: 403,
          responseHeaders: [{ name: 'content-type', value: 'text/plain; charset=utf-8' }],
          body: Buffer.from(refusal).toString('base64'),
        },
        sessionId,
      );
    } else if (options.adBlocker?.blocks({ url: request.url, from, type })) {
      options.onAd();
      await send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }, sessionId);
    } else await send('Fetch.continueRequest', { requestId }, sessionId);
  };

  /** All at once and without waiting: what is stopped answers some of it only when it goes on. */
  const watch = (sessionId: string, type: string): void => {
    const isWorker = type.endsWith('worker');
    const steps: readonly (readonly [method: string, params: object])[] = [
      ['Target.setAutoAttach', autoAttach],
      ['Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] }],
      ...(isWorker
        ? [['Runtime.evaluate', { expression: withoutSockets }] as const]
        : [
            ['Page.enable', {}] as const,
            ['Page.addScriptToEvaluateOnNewDocument', { source: withoutPeers }] as const,
          ]),
      ['Runtime.runIfWaitingForDebugger', {}],
    ];
    for (const [method, params] of steps) send(method, params, sessionId).catch(ignore);
  };

  connection.onEvent((event) => {
    if (event.method === 'Fetch.requestPaused') decide(event).catch(ignore);
    if (event.method === 'Target.detachedFromTarget') pages.delete(String(event.params.sessionId));
    if (event.method !== 'Target.attachedToTarget') return;
    const { sessionId, targetInfo } = event.params as unknown as Attached;
    if (targetInfo.type === 'page') pages.set(sessionId, targetInfo.targetId);
    watch(sessionId, targetInfo.type);
  });
  await send('Target.setAutoAttach', autoAttach);
}

const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
const withoutSockets = 'delete self.WebSocket; delete self.WebTransport; delete self.WebSocketStream; 0';
const withoutPeers =
  'delete self.RTCPeerConnection; delete self.webkitRTCPeerConnection; delete self.WebTransport; delete self.WebSocketStream;';

interface Paused {
  readonly requestId: string;
  readonly resourceType: string;
  readonly frameId?: string;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
}

interface Attached {
  readonly sessionId: string;
  readonly targetInfo: { readonly type: string; readonly targetId: string };
}
