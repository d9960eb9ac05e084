import {
  type BlockContext,
  errorMessage,
  RunwrightError,
  type Thought,
  type Usage,
} from '@runwright/contract';
import { stepOwner } from './step.ts';

/** Recorder of thoughts: a step, or the task when no step is open. */
export interface ThoughtRecorder {
  /** Step that the thought belongs to. Default: none. */
  readonly stepId?: string;
  recordThought(thought: Omit<Thought, 'type'>): Promise<void>;
}

/** Returns the recorder of thoughts that belong to no step. */
export function taskThoughts({ log }: Pick<BlockContext, 'log'>): ThoughtRecorder {
  return {
    async recordThought(thought) {
      await log.record({ type: 'thought', ...thought });
    },
  };
}

/** Ids that the model call of a thought names, so that its artifacts belong to the thought. */
export type ThoughtCall = Pick<ThoughtRecorder, 'stepId'> & { readonly thoughtId: string };

/** What a model's answer says, as the timeline shows it. */
export type Conclusion = Pick<Thought, 'thoughtType' | 'scenario'> &
  Partial<Pick<Thought, 'observation' | 'thought' | 'answer' | 'output'>>;

/**
 * Lets a model conclude something and records the thought. A call without a usable answer is a thought too, because its
 * artifacts name it; its error is thrown.
 *
 * @param kind type and scenario of the thought when there is no answer
 */
export async function think<T>(
  { log, signal }: Pick<BlockContext, 'log' | 'signal'>,
  recorder: ThoughtRecorder,
  kind: Pick<Thought, 'thoughtType' | 'scenario'>,
  call: (ids: ThoughtCall) => Promise<{ readonly value: T; readonly usage: Usage }>,
  conclude: (
    value: T,
  ) => Omit<Conclusion, 'thoughtType' | 'scenario'> & Partial<Pick<Thought, 'thoughtType'>>,
): Promise<T> {
  const thoughtId = log.makeThoughtId();
  const ids = { thoughtId, ...stepOwner(recorder) };
  const empty = { ...kind, thoughtId, observation: null, thought: null, answer: null, output: null };
  const answer = await call(ids).catch(async (error: unknown) => {
    const isOver = signal.aborted || (RunwrightError.is(error) && error.code === 'lease_lost');
    const reason = errorMessage(error);
    if (!isOver) await recorder.recordThought({ ...empty, thought: reason, usage: null });
    throw error;
  });
  await recorder.recordThought({ ...empty, ...conclude(answer.value), usage: answer.usage });
  return answer.value;
}
