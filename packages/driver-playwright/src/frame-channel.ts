import type { CallLimits, FrameChannel, PageArgument, PageHandle } from '@runwright/page-reader';
import type { CDPSession } from 'playwright-core';
import { closedRootsIn } from './closed-roots.ts';
import { ownContext, type Realm } from './frame-realm.ts';

/** What a channel needs to know beyond the protocol session. */
export interface ChannelOptions {
  /** The property of documents under which the start script leaves what it knows; null when none runs. */
  readonly startKey: string | null;
  /** Whether the HTML behind an address may hold shadow roots. */
  readonly mayHoldRoots: (url: string) => Promise<boolean>;
}

/** The document that a frame holds now. Throws when it has none. */
export function frameChannel(
  realm: Realm,
  frameId: string,
  { startKey, mayHoldRoots }: ChannelOptions,
): FrameChannel {
  const { session, contexts, urls } = realm;
  const here = contexts.get(frameId);
  if (!here) throw new Error('the frame has no document');
  const { page, documentId } = here;
  const url = urls.get(frameId) ?? 'about:blank';

  const evaluateIn = async (contextId: number, expression: string, limits: CallLimits) => {
    const { result, exceptionDetails } = await session.send(
      'Runtime.evaluate',
      { expression, contextId, includeCommandLineAPI: true, objectGroup: 'runwright' },
      sendOptions(limits),
    );
    if (exceptionDetails || !result.objectId) {
      const reason = exceptionDetails?.exception?.description?.slice(0, 300) ?? '';
      throw new Error(`the page did not take the reader: ${reason}`);
    }
    return { objectId: result.objectId };
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
    url,
    startKey,
    async evaluate(expression, limits) {
      return evaluateIn(await ownContext(realm, frameId, limits), expression, limits);
    },
    async nodeFromPage(expression, limits) {
      const [own, { objectId }] = await Promise.all([
        ownContext(realm, frameId, limits),
        evaluateIn(page, expression, limits),
      ]);
      const { node } = await session.send('DOM.describeNode', { objectId }, sendOptions(limits));
      return resolveIn(session, node.backendNodeId, own, limits);
    },
    async call(target, source, parameters, limits) {
      const result: { value?: unknown } = await callRaw(target, source, parameters, limits, true);
      return result.value;
    },
    async callForHandle(target, source, parameters, limits) {
      const { objectId } = await callRaw(target, source, parameters, limits, false);
      return objectId === undefined ? null : { objectId };
    },
    mayHoldRoots: () => (startKey === null ? Promise.resolve(false) : mayHoldRoots(url)),
    async closedRoots(limits) {
      if (startKey === null) return [];
      const own = await ownContext(realm, frameId, limits);
      const roots = await closedRootsIn(session, frameId === realm.rootFrameId ? null : frameId, limits);
      return Promise.all(roots.map((root) => resolveIn(session, root, own, limits)));
    },
  };
}

async function resolveIn(
  session: CDPSession,
  backendNodeId: number,
  executionContextId: number,
  limits: CallLimits,
): Promise<PageHandle> {
  const { object } = await session.send(
    'DOM.resolveNode',
    { backendNodeId, executionContextId, objectGroup: 'runwright' },
    sendOptions(limits),
  );
  if (!object.objectId) throw new Error('the node is gone');
  return { objectId: object.objectId };
}

/**
 * A call that has begun and keeps the page busy is ended, so that the next one finds it free. One that has not begun
 * waits for scripts of the page, and those are left alone.
 */
async function endingScripts<Result>(
  session: CDPSession,
  limits: CallLimits,
  send: (options: { timeout: number; signal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  let hasBegun = false;
  const ping = (timeout: number): Promise<boolean> =>
    session.send('Runtime.evaluate', { expression: '0', silent: true }, { timeout }).then(
      () => true,
      () => false,
    );
  void ping(limits.timeoutMs).then((answered) => {
    hasBegun ||= answered;
  });
  try {
    return await send(sendOptions(limits));
  } catch (cause) {
    if (hasBegun && cause instanceof Error && /timeout/i.test(cause.message)) {
      void ping(100).then((isFree) => {
        if (!isFree) session.send('Runtime.terminateExecution').catch(() => undefined);
      });
    }
    throw cause;
  }
}

/** Limits as the library takes them. */
export function sendOptions({ timeoutMs, signal }: CallLimits): { timeout: number; signal: AbortSignal } {
  return { timeout: timeoutMs, signal };
}

function argumentOf(value: PageArgument): { objectId: string } | { value: PageArgument } {
  return typeof value === 'object' &&
    value !== null &&
    'objectId' in value &&
    typeof value.objectId === 'string'
    ? { objectId: value.objectId }
    : { value };
}
