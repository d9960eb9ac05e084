import {
  type ArtifactDraft,
  addUsage,
  type BlockContext,
  errorMessage,
  type Json,
  type JsonObject,
  noUsage,
  RunwrightError,
  type SavedArtifact,
  type Thought,
  type Usage,
} from '@runwright/contract';

/** Running agent step: its token usage, timeline records and artifacts. */
export interface Step {
  /** Absent for model calls of a planner, which belong to no step. */
  readonly stepId?: string;
  /** Counts from 0 within the block, or within its subtask. */
  readonly order: number;
  readonly usage: Usage;
  /** Adds the tokens of a model call. */
  addUsage(usage: Usage): void;
  /** Records a thought on the timeline and adds its token usage to the step. */
  recordThought(thought: Omit<Thought, 'type'>): Promise<void>;
  /** Records an action that the browser driver did not execute. */
  recordAction(
    order: number,
    action: JsonObject & { readonly reason?: Json },
    status: 'completed' | 'failed' | 'skipped',
    response: string | null,
  ): Promise<void>;
  /** Creates and saves an artifact in the background; {@link end} waits for it. */
  saveInBackground(draft: ArtifactDraft | (() => Promise<ArtifactDraft>)): void;
  /** Creates and saves an artifact now; null, with a warning in the log, when that fails. */
  saveArtifact(make: () => Promise<ArtifactDraft>): Promise<SavedArtifact | null>;
  /** Ends the step; a second call does nothing. */
  end(status: 'completed' | 'failed'): Promise<void>;
}

/**
 * Starts a step and records it on the timeline.
 *
 * @param subtaskId id of the subtask that the step belongs to; none for a step of the task itself
 */
export async function beginStep(context: BlockContext, order: number, subtaskId?: string): Promise<Step> {
  const owner = subtaskId === undefined ? {} : { subtaskId };
  const stepId = await context.log.record({ type: 'step-start', order, ...owner });
  return createStep(context, order, stepId);
}

/** Returns the id of the step that a call or a record belongs to, for a spread; nothing when it belongs to none. */
export function stepOwner({ stepId }: { readonly stepId?: string | undefined }): {
  readonly stepId?: string;
} {
  return stepId === undefined ? {} : { stepId };
}

/** Returns a recorder with the interface of a step for model calls that belong to none; they are not charged as a step. */
export function outsideSteps(context: BlockContext): Step {
  return createStep(context, 0);
}

function createStep(context: BlockContext, order: number, stepId?: string): Step {
  const owner = stepOwner({ stepId });
  const pending: Promise<unknown>[] = [];
  let usage = noUsage;
  let open = true;

  const store = async (make: () => Promise<ArtifactDraft> | ArtifactDraft): Promise<SavedArtifact | null> => {
    try {
      return await context.artifact({ ...owner, ...(await make()) });
    } catch (error) {
      if (context.signal.aborted || (RunwrightError.is(error) && error.code === 'lease_lost')) throw error;
      context.log.warn('cannot save an artifact of the step', { reason: errorMessage(error) });
      return null;
    }
  };

  return {
    ...owner,
    order,
    get usage() {
      return usage;
    },
    addUsage(more) {
      usage = addUsage(usage, more);
    },
    async recordThought(thought) {
      if (thought.usage) usage = addUsage(usage, thought.usage);
      await context.log.record({ type: 'thought', ...thought });
    },
    async recordAction(actionOrder, action, status, response) {
      const reasoning = typeof action.reason === 'string' ? action.reason : null;
      await context.log.record({
        type: 'action',
        stepId: stepId ?? null,
        order: actionOrder,
        action,
        status,
        reasoning,
        response,
      });
    },
    saveInBackground(draft) {
      const stored = store(typeof draft === 'function' ? draft : () => draft);
      // `end` handles the rejection; until then it must not count as unhandled.
      stored.catch(() => {});
      pending.push(stored);
    },
    saveArtifact: store,
    async end(status) {
      if (!open) return;
      open = false;
      await Promise.all(pending);
      if (stepId !== undefined) await context.log.record({ type: 'step-end', stepId, status, usage });
    },
  };
}
