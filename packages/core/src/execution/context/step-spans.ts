import {
  type ActionOrigin,
  type ActionResult,
  type ModelReply,
  type PageAction,
  RunwrightError,
  type StepEnd,
} from '@runwright/contract';
import type { ModelCallSpan } from '../../model/model-call-span.ts';
import { recordMetric } from '../../telemetry/metrics.ts';
import { beginSpan, type Context, inSpan, type OpenSpan } from '../../telemetry/trace.ts';

/** Spans inside of one block attempt: its steps, their model calls and their browser actions. Actions are measured too. */
export interface StepSpans {
  beginStep(stepId: string, order: number): void;
  endStep(end: StepEnd): void;
  /** Executes a browser action in the span of its step. */
  action<T>(action: PageAction, origin: ActionOrigin, work: () => Promise<T>): Promise<T>;
  /** Executes a model call in the span of its step. */
  readonly modelCall: ModelCallSpan;
  /** Ends the spans of steps that have not ended. */
  close(): void;
}

/** Creates the spans of an attempt, whose own span is the parent of what belongs to no step. */
export function openStepSpans(block: Context): StepSpans {
  const steps = new Map<string, OpenSpan>();
  const parentOf = (stepId: string | null | undefined) => {
    const known = stepId ? steps.get(stepId) : undefined;
    return (known ?? [...steps.values()].at(-1))?.context ?? block;
  };
  return {
    beginStep(stepId, order) {
      const attributes = { 'runwright.step.id': stepId, 'runwright.step.order': order };
      steps.set(stepId, beginSpan({ name: 'step', parent: block, attributes }));
    },
    endStep({ stepId, status, usage }) {
      const span = steps.get(stepId);
      steps.delete(stepId);
      span?.set({ 'runwright.step.status': status, ...usageAttributes(usage) });
      span?.end(status === 'failed' ? 'failed' : null);
    },
    action({ action_type: type }, { stepId, order }, work) {
      const attributes = { 'runwright.action.type': type, 'runwright.action.order': order };
      return inSpan({ name: `action ${type}`, parent: parentOf(stepId), attributes }, (span) =>
        measured(type, async () => {
          const result = await work();
          const failure = failureOf(result);
          if (failure !== null) span.end(failure);
          return result;
        }),
      );
    },
    modelCall({ model, purpose, stepId }, work) {
      const attributes = {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': model,
        'runwright.model.purpose': purpose,
      };
      const options = {
        name: `chat ${model}`,
        parent: parentOf(stepId),
        attributes,
        kind: 'client',
      } as const;
      return inSpan(options, async (span) => {
        const reply = await work();
        span.set({ 'gen_ai.response.model': reply.model, ...usageAttributes(reply.usage) });
        return reply;
      });
    },
    close() {
      for (const span of steps.values()) span.end('not ended');
      steps.clear();
    },
  };
}

function usageAttributes({ input, output }: ModelReply['usage']) {
  return { 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output };
}

/** Executes an action and records its time. */
async function measured<T>(type: PageAction['action_type'], work: () => Promise<T>): Promise<T> {
  const beganAt = performance.now();
  const record = (status: ActionResult['status'], code: string | null) =>
    recordMetric('runwright.browser.action.duration', (performance.now() - beganAt) / 1000, {
      'runwright.action.type': type,
      'runwright.action.status': status,
      'error.type': code,
    });
  try {
    const result = await work();
    record(isActionResult(result) ? result.status : 'ok', failureOf(result));
    return result;
  } catch (error) {
    record('failed', RunwrightError.is(error) ? error.code : 'error');
    throw error;
  }
}

/** The code of a failed action; its message may show what stands on a page. */
function failureOf(result: unknown): string | null {
  if (!isActionResult(result) || result.status !== 'failed') return null;
  return result.code ?? 'failed';
}

function isActionResult(value: unknown): value is Pick<ActionResult, 'status' | 'code'> {
  return typeof value === 'object' && value !== null && 'status' in value;
}
