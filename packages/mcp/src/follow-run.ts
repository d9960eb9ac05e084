import { type Run, RunwrightError, type TimelineEvent } from '@runwright/contract';
import type { ToolContext } from './tools/tool.ts';

/** How long a call waits for its run, and what becomes of the run when the client does not wait any longer. */
export interface FollowOptions {
  readonly waitMs: number;
  /** Cancels the run when the client cancels the call. Default false: the run goes on. */
  readonly isCanceledWithCall?: boolean;
}

/**
 * Waits for the end of a run and reports its progress meanwhile. Returns the run as it is then: not final when the time
 * has passed. Throws `canceled` when the client has canceled the call.
 */
export async function followRun(
  { engine, signal, report }: ToolContext,
  { organizationId, runId }: Run,
  { waitMs, isCanceledWithCall = false }: FollowOptions,
): Promise<Run> {
  const late = AbortSignal.timeout(waitMs);
  try {
    const events = engine.runs.events(organizationId, runId, { signal: AbortSignal.any([signal, late]) });
    for await (const event of events) {
      const message = progressMessage(event);
      if (message !== null) await report(event.sequence, message);
    }
  } catch (cause) {
    if (signal.aborted) {
      if (isCanceledWithCall) await engine.runs.cancel(organizationId, runId).catch(() => undefined);
      throw new RunwrightError('canceled', `The call was canceled; its run is ${runId}.`, { cause });
    }
    if (!late.aborted) throw cause;
  }
  return engine.runs.get(organizationId, runId);
}

/** Describes an event without any text of pages; null for events that say nothing about progress. */
function progressMessage(event: TimelineEvent): string | null {
  switch (event.type) {
    case 'run-status':
    case 'run-end':
      return `run ${event.status}`;
    case 'block-start':
      return `block \`${event.label ?? event.blockType}\` started`;
    case 'block-end':
      return `block \`${event.label ?? ''}\` ${event.status}`;
    case 'step-start':
      return `step ${event.order}`;
    case 'action-start':
      return `action \`${String(event.action.action_type)}\``;
    default:
      return null;
  }
}
