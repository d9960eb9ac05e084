import { type LanguageModel, type ModelPurpose, type ModelReply, RunwrightError } from '@runwright/contract';
import { recordMetric } from '../telemetry/metrics.ts';

/** Executes one request to a model and records its time, its tokens and its failure. */
export async function measureCall(
  model: LanguageModel,
  purpose: ModelPurpose,
  request: () => Promise<ModelReply>,
): Promise<ModelReply> {
  const beganAt = performance.now();
  const record = (failure: string | null) =>
    recordMetric('gen_ai.client.operation.duration', (performance.now() - beganAt) / 1000, {
      ...callAttributes(model, purpose),
      'error.type': failure,
    });
  try {
    const reply = await request();
    record(null);
    const { input, output } = reply.usage;
    // A server that does not count tokens answers zeros.
    if (input + output > 0) {
      recordTokens(model, purpose, 'input', input);
      recordTokens(model, purpose, 'output', output);
    }
    return reply;
  } catch (error) {
    record(failureOf(error));
    throw error;
  }
}

/** Records US dollars of a call; null when they are not known. */
export function recordCost(model: LanguageModel, purpose: ModelPurpose, dollars: number | null): void {
  if (dollars !== null) recordMetric('runwright.model.cost', dollars, callAttributes(model, purpose));
}

function recordTokens(
  model: LanguageModel,
  purpose: ModelPurpose,
  type: 'input' | 'output',
  count: number,
): void {
  const attributes = { ...callAttributes(model, purpose), 'gen_ai.token.type': type };
  recordMetric('gen_ai.client.token.usage', count, attributes);
}

function callAttributes({ id, provider }: LanguageModel, purpose: ModelPurpose) {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': id,
    'runwright.model.purpose': purpose,
  };
}

/** The status of the provider's answer, else the code of the error: a closed set, unlike its message. */
function failureOf(error: unknown): string {
  if (!RunwrightError.is(error)) return error instanceof Error ? error.name : 'error';
  if (error.details.timed_out === true) return 'timeout';
  const { status } = error.details;
  return typeof status === 'number' ? String(status) : error.code;
}
