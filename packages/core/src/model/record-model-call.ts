import {
  type Clock,
  errorMessage,
  type LanguageModel,
  type ModelCallEvent,
  type ModelPurpose,
  type TextRequest,
} from '@runwright/contract';

/** Options of {@link recordModelCall}. */
export interface CallRecordOptions {
  readonly purpose: ModelPurpose;
  readonly model: Pick<LanguageModel, 'id'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly mask: <T>(value: T) => T;
  /** Is told about each call that has ended. Default: nobody is. */
  readonly called?: (call: ModelCallEvent) => void;
}

/** A request to a model that is under way; one of its calls tells how it ended. */
export interface OpenModelCall {
  completed(answer: Pick<ModelCallEvent, 'usage' | 'requestArtifactId' | 'responseArtifactId'>): void;
  failed(error: unknown): void;
}

/** Begins the record of a request to a model, whose prompt is kept. */
export function recordModelCall(
  { purpose, model, clock, mask, called = () => undefined }: CallRecordOptions,
  { stepId, thoughtId }: Pick<TextRequest, 'stepId' | 'thoughtId'>,
  promptArtifactId: string | null,
): OpenModelCall {
  const beganAt = clock.now();
  const place = {
    type: 'model-call',
    purpose,
    model: model.id,
    stepId: stepId ?? null,
    thoughtId: thoughtId ?? null,
    promptArtifactId,
  } as const;
  const record = (end: Omit<ModelCallEvent, keyof typeof place | 'durationMs'>) =>
    called({ ...place, ...end, durationMs: clock.now() - beganAt });
  return {
    completed: (answer) => record({ status: 'completed', error: null, ...answer }),
    failed: (error) =>
      record({
        status: 'failed',
        error: mask(errorMessage(error)),
        usage: null,
        requestArtifactId: null,
        responseArtifactId: null,
      }),
  };
}
