import {
  type ArtifactDraft,
  type ArtifactRef,
  addUsage,
  type BlockContext,
  type Json,
  type JsonObject,
  noUsage,
  RunwrightError,
  type Thought,
  type Usage,
} from '@runwright/contract';

/** One turn of the agent while it runs: what it used and what is kept of it. */
export interface Step {
  readonly stepId: string;
  /** Counts from 0 within the block. */
  readonly order: number;
  readonly usage: Usage;
  /** Adds the tokens of a model call. */
  spend(usage: Usage): void;
  /** Records something that a model concluded, with its tokens, which count for the step too. */
  think(thought: Omit<Thought, 'type'>): Promise<void>;
  /** Records a move that touched no page. */
  note(
    order: number,
    move: JsonObject & { readonly reason?: Json },
    status: 'completed' | 'failed' | 'skipped',
    response: string | null,
  ): Promise<void>;
  /** Stores material of the step in the background; {@link end} waits for it, and for its making. */
  keep(draft: ArtifactDraft | (() => Promise<ArtifactDraft>)): void;
  /** Stores material at once; null when it could not be had, which is no reason to give up the task. */
  keepNow(make: () => Promise<ArtifactDraft>): Promise<ArtifactRef | null>;
  /** Ends the step; a second call does nothing. */
  end(status: 'completed' | 'failed'): Promise<void>;
}

/** Begins a step and says so on the timeline. */
export async function beginStep(context: BlockContext, order: number): Promise<Step> {
  const stepId = await context.log.record({ type: 'step-start', order });
  const pending: Promise<unknown>[] = [];
  let usage = noUsage;
  let open = true;

  const store = async (make: () => Promise<ArtifactDraft> | ArtifactDraft): Promise<ArtifactRef | null> => {
    try {
      return await context.artifact({ stepId, ...(await make()) });
    } catch (error) {
      if (context.signal.aborted || (RunwrightError.is(error) && error.code === 'lease_lost')) throw error;
      context.log.warn('an artifact of the step was not kept', { reason: message(error) });
      return null;
    }
  };

  return {
    stepId,
    order,
    get usage() {
      return usage;
    },
    spend(more) {
      usage = addUsage(usage, more);
    },
    async think(thought) {
      if (thought.usage) usage = addUsage(usage, thought.usage);
      await context.log.record({ type: 'thought', ...thought });
    },
    async note(actionOrder, move, status, response) {
      const reasoning = typeof move.reason === 'string' ? move.reason : null;
      await context.log.record({
        type: 'action',
        stepId,
        order: actionOrder,
        action: move,
        status,
        reasoning,
        response,
      });
    },
    keep(draft) {
      const stored = store(typeof draft === 'function' ? draft : () => draft);
      // The rejection is looked at by `end`; until then it must not count as unhandled.
      stored.catch(() => {});
      pending.push(stored);
    },
    keepNow: store,
    async end(status) {
      if (!open) return;
      open = false;
      await Promise.all(pending);
      await context.log.record({ type: 'step-end', stepId, status, usage });
    },
  };
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
