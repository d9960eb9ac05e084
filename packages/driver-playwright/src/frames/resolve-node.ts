import type { CallLimits, PageHandle } from '@runwright/page-reader';
import type { CDPSession } from 'playwright-core';

/** Resolves a node by its backend number in one execution context. Rejects when it is gone or of another document. */
export async function resolveNode(
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

/** Limits as the library takes them. */
export function sendOptions({ timeoutMs, signal }: CallLimits): { timeout: number; signal: AbortSignal } {
  return { timeout: timeoutMs, signal };
}
