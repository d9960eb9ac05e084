import { refusePromptsSource } from '@runwright/page-actions';
import { maxKeptBytes } from '../launch/leave-out-bodies.ts';
import type { Connection, ProtocolMessage } from './connection.ts';
import { createRequestDecider, type DecisionOptions, type PausedRequest } from './decide-request.ts';

/** Applies the policy to the requests of a remote browser. */
export interface RequestGuard {
  /**
   * True when the requests of the browser as a whole are paused, in which case those of new pages are not stopped once
   * more: true after a request for `guardCheckUrl` has shown it.
   */
  readonly isOfBrowser: boolean;
  /** Keeps prompts out of the windows that a page opens, from their first document on, and out of those that they open. */
  refusePromptsOf(targetId: string): void;
}

/** Address that the session of the browser answers with an empty page. The name is reserved: RFC 2606, section 2. */
export const guardCheckUrl = 'http://runwright-guard-check.invalid/';

/** Something that the library is attached to: a page, a frame, a worker. */
interface Target {
  readonly type: string;
  readonly targetId: string;
  /** Resolves when its requests are stopped; null when the browser's are. */
  readonly stopped: Promise<void> | null;
  /** The library has asked to be told of requests too. */
  isRouted: boolean;
  /** The library has left it; its requests are stopped all the same. */
  isLeft: boolean;
}

/**
 * Checks every request of a remote browser with the policy, also redirects. Requests are paused in the session of the
 * browser, which no page outlives or runs ahead of. Those of pages that were open already are stopped in their own
 * sessions as well, and so are all others until a request has shown that the browser's session hears of them.
 *
 * Sockets of workers and WebRTC, which no answer could stop, are taken away from the pages, and so are shared workers,
 * which the protocol does not stop at their start.
 */
export async function guardRequests(connection: Connection, options: DecisionOptions): Promise<RequestGuard> {
  const { send, sendToLibrary: tell } = connection;
  const decide = createRequestDecider(options);
  const targets = new Map<string, Target>();
  /** Ids of pages whose windows open no prompts. */
  const ours = new Set<string>();
  let isOfBrowser = false;
  const ignore = (): void => undefined;

  const answer = async (message: ProtocolMessage): Promise<void> => {
    const { sessionId = '', params } = message;
    const paused = params as unknown as PausedRequest;
    const { requestId, request, frameId } = paused;
    if (request.url === guardCheckUrl && sessionId === '') {
      isOfBrowser = true;
      return void (await send('Fetch.fulfillRequest', { requestId, responseCode: 200 }, ''));
    }
    const isMainFrame = [...targets.values()].some(
      ({ type, targetId }) => type === 'page' && targetId === frameId,
    );
    const instead = request.url === guardCheckUrl ? null : await decide(paused, isMainFrame);
    if (instead) await send(...instead, sessionId);
    else if (targets.get(sessionId)?.isRouted) tell(message);
    else await send('Fetch.continueRequest', { requestId }, sessionId);
  };

  const attached = (sessionId: string, info: Attached['targetInfo'], isOpen: boolean): void => {
    const { type, targetId, openerId } = info;
    // The library attaches to some a second time.
    const isKnown = [...targets.values()].some((target) => target.targetId === targetId);
    if (type === 'browser' || isKnown) return;
    // All at once and without waiting: some of it is answered only when the target, which is stopped, goes on.
    const steps: readonly (readonly [method: string, params: object])[] = type.endsWith('worker')
      ? [
          ['Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }],
          ['Runtime.evaluate', { expression: removeWorkerSockets }],
        ]
      : [['Page.addScriptToEvaluateOnNewDocument', { source: removeUnguardedApis }]];
    for (const [method, params] of steps) send(method, params, sessionId).catch(ignore);
    if (openerId !== undefined && ours.has(openerId)) {
      ours.add(targetId);
      const script = { source: refusePromptsSource };
      send('Page.addScriptToEvaluateOnNewDocument', script, sessionId).catch(ignore);
    }
    // A worklet has no such command: its scripts are requests of its page.
    const stopped =
      isOpen || !isOfBrowser ? send('Fetch.enable', { patterns }, sessionId).then(ignore, ignore) : null;
    targets.set(sessionId, { type, targetId, stopped, isRouted: false, isLeft: false });
  };

  connection.intercept({
    fromBrowser(message) {
      const { method, params, sessionId = '' } = message;
      const target = targets.get(sessionId);
      if (method === 'Target.attachedToTarget') {
        const { sessionId: child, targetInfo, waitingForDebugger } = params as unknown as Attached;
        attached(child, targetInfo, !waitingForDebugger);
      } else if (method === 'Target.detachedFromTarget') {
        const child = String(params?.sessionId);
        const isLeft = targets.get(child)?.isLeft === true;
        targets.delete(child);
        if (isLeft) return false;
      } else if (method === 'Fetch.requestPaused' && (sessionId === '' || target?.stopped)) {
        answer(message).catch(ignore);
        return false;
      }
      return target?.isLeft !== true;
    },
    fromLibrary(message) {
      const { id = 0, method, params, sessionId = '' } = message;
      const left = method === 'Target.detachFromTarget' ? targets.get(String(params?.sessionId)) : undefined;
      if (left?.stopped) {
        left.isLeft = true;
        tell({ id, result: {}, ...(sessionId === '' ? {} : { sessionId }) });
        return null;
      }
      if (method === 'Network.enable')
        return { ...message, params: { ...params, maxPostDataSize: maxKeptBytes } };
      const target = targets.get(sessionId);
      if (!target?.stopped) return message;
      if (method === 'Runtime.runIfWaitingForDebugger') return target.stopped.then(() => message);
      if (method !== 'Fetch.enable' && method !== 'Fetch.disable') return message;
      target.isRouted = method === 'Fetch.enable';
      return { ...message, method: 'Fetch.enable', params: { ...params, patterns } };
    },
  });
  // One that has no such command is guarded by the sessions of its pages.
  await send('Fetch.enable', { patterns }, '').catch(ignore);
  return {
    get isOfBrowser() {
      return isOfBrowser;
    },
    refusePromptsOf: (targetId) => void ours.add(targetId),
  };
}

const patterns = [{ urlPattern: '*', requestStage: 'Request' }];
const removeWorkerSockets = 'delete self.WebSocket; delete self.WebTransport; delete self.WebSocketStream; 0';
const removeUnguardedApis =
  'delete self.RTCPeerConnection; delete self.webkitRTCPeerConnection; delete self.WebTransport; delete self.WebSocketStream; delete self.SharedWorker;';

interface Attached {
  readonly sessionId: string;
  readonly targetInfo: { readonly type: string; readonly targetId: string; readonly openerId?: string };
  readonly waitingForDebugger: boolean;
}
