import type {
  CallLimits,
  FrameChannel,
  PageArgument,
  PageHandle,
  ReaderConnection,
} from '@runwright/page-reader';
import type { CDPSession } from 'playwright-core';
import { readClosedRoots } from './closed-roots.ts';
import { type FrameSession, isolatedWorldOf } from './frame-session.ts';
import { readListeners } from './protocol-listeners.ts';
import { resolveNode, sendOptions } from './resolve-node.ts';

/** Options of a frame channel besides its protocol session. */
export interface ChannelOptions {
  /** The property of documents under which the start script leaves what it knows; null when none runs. */
  readonly startKey: string | null;
  /** Type of the events between the two worlds. */
  readonly eventName: string;
  readonly connection: ReaderConnection;
  /** True when its session is that of the main frame. */
  readonly isMainThread: boolean;
  /** Resolves with true when the HTML at an address may contain declarative shadow roots. */
  readonly mayHoldRoots: (url: string) => Promise<boolean>;
}

/** The document that a frame holds now. Throws when it has none. */
export function frameChannel(
  frameSession: FrameSession,
  frameId: string,
  { startKey, eventName, connection, isMainThread, mayHoldRoots }: ChannelOptions,
): FrameChannel {
  const { session, contexts, urls } = frameSession;
  const here = contexts.get(frameId);
  if (!here) throw new Error('the frame has no document');
  const { mainWorld: page, documentId, origin } = here;
  const url = urls.get(frameId) ?? 'about:blank';

  const evaluateIn = async (
    contextId: number,
    expression: string,
    limits: CallLimits,
    returnByValue: boolean,
  ) => {
    const send = (options: ReturnType<typeof sendOptions>) =>
      session.send(
        'Runtime.evaluate',
        { expression, contextId, includeCommandLineAPI: true, objectGroup: 'runwright', returnByValue },
        options,
      );
    // What only makes an object ends by itself.
    const { result, exceptionDetails } = await (returnByValue
      ? endingScripts(session, limits, send)
      : send(sendOptions(limits)));
    if (exceptionDetails) {
      const reason = exceptionDetails.exception?.description?.slice(0, 300) ?? '';
      throw new Error(`the page did not evaluate the reader: ${reason}`);
    }
    return result;
  };
  const objectFrom = async (
    contextId: number,
    expression: string,
    limits: CallLimits,
  ): Promise<PageHandle> => {
    const { objectId } = await evaluateIn(contextId, expression, limits, false);
    if (!objectId) throw new Error('the page did not evaluate the reader: it yielded no object');
    return { objectId };
  };

  const callRaw = async (
    target: PageHandle,
    source: string,
    parameters: readonly PageArgument[],
    limits: CallLimits,
    byValue: boolean,
  ) => {
    const { result, exceptionDetails } = await endingScripts(session, limits, (options) =>
      session.send(
        'Runtime.callFunctionOn',
        {
          objectId: target.objectId,
          functionDeclaration: source,
          arguments: parameters.map(argumentOf),
          awaitPromise: true,
          returnByValue: byValue,
        },
        options,
      ),
    );
    if (exceptionDetails)
      throw new Error(
        `the page threw ${exceptionDetails.text}: ${exceptionDetails.exception?.description?.slice(0, 300) ?? ''}`,
      );
    return result;
  };

  return {
    frameId,
    documentId,
    isMainThread,
    url,
    origin,
    startKey,
    eventName,
    connection,
    async evaluate(expression, limits) {
      return objectFrom(await isolatedWorldOf(frameSession, frameId, limits), expression, limits);
    },
    async evaluateValue(expression, limits) {
      const own = await isolatedWorldOf(frameSession, frameId, limits);
      const result: { value?: unknown } = await evaluateIn(own, expression, limits, true);
      return result.value;
    },
    evaluateInPage: (expression, limits) => objectFrom(page, expression, limits),
    async nodesFromPage({ objectId }, limits) {
      const options = sendOptions(limits);
      const [own, { result }] = await Promise.all([
        isolatedWorldOf(frameSession, frameId, limits),
        session.send('Runtime.getProperties', { objectId, ownProperties: true }, options),
      ]);
      const nodes = result.flatMap(({ name, value }) =>
        /^\d+$/.test(name) && value?.objectId ? [value.objectId] : [],
      );
      return Promise.all(
        nodes.map(async (each) => {
          const { node } = await session.send('DOM.describeNode', { objectId: each }, options);
          return resolveNode(session, node.backendNodeId, own, limits);
        }),
      );
    },
    async listeners(limits) {
      const [own, { objectId }] = await Promise.all([
        isolatedWorldOf(frameSession, frameId, limits),
        objectFrom(page, 'document', limits),
      ]);
      return readListeners(session, objectId, own, limits);
    },
    async call(target, source, parameters, limits) {
      const result: { value?: unknown } = await callRaw(target, source, parameters, limits, true);
      return result.value;
    },
    async callForHandle(target, source, parameters, limits) {
      const { objectId } = await callRaw(target, source, parameters, limits, false);
      return objectId === undefined ? null : { objectId };
    },
    mayHoldClosedRoots: () => (startKey === null ? Promise.resolve(false) : mayHoldRoots(url)),
    async closedRoots(limits) {
      if (startKey === null) return [];
      const own = await isolatedWorldOf(frameSession, frameId, limits);
      const roots = await readClosedRoots(
        session,
        frameId === frameSession.rootFrameId ? null : frameId,
        limits,
      );
      return Promise.all(roots.map((root) => resolveNode(session, root, own, limits)));
    },
  };
}

/** Time in ms for a page to answer between two of its scripts. */
const betweenScriptsMs = 100;

/**
 * Ends a call that keeps the page busy for longer than its limit, so that the next call finds the page free. Scripts of
 * the page are left alone: those that run before the call begins, and those that run while it waits for a promise.
 */
async function endingScripts<Result>(
  session: CDPSession,
  limits: CallLimits,
  send: (options: { timeout: number; signal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  const ping = (timeout: number): Promise<boolean> =>
    session.send('Runtime.evaluate', { expression: '0', silent: true }, { timeout }).then(
      () => true,
      () => false,
    );
  // A page answers in the order of the calls: the first answer says that the call begins, the second that it waits or is done.
  const call = { hasBegun: false, hasReturned: false };
  void ping(limits.timeoutMs).then((answered) => {
    call.hasBegun = answered;
  });
  const answer = send(sendOptions(limits));
  void ping(limits.timeoutMs).then((answered) => {
    call.hasReturned = answered;
  });
  try {
    return await answer;
  } catch (cause) {
    const isTimeout = cause instanceof Error && /timeout/i.test(cause.message);
    if (isTimeout && call.hasBegun && !call.hasReturned) {
      void ping(betweenScriptsMs).then((isFree) => {
        if (!isFree) session.send('Runtime.terminateExecution').catch(() => undefined);
      });
    }
    throw cause;
  }
}

function argumentOf(value: PageArgument): { objectId: string } | { value: PageArgument } {
  return typeof value === 'object' &&
    value !== null &&
    'objectId' in value &&
    typeof value.objectId === 'string'
    ? { objectId: value.objectId }
    : { value };
}
