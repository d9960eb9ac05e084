import { RunwrightError } from '@runwright/contract';
import type { Finding } from '../commands/doctor.ts';
import type { Environment } from '../environment.ts';
import { environmentModel, environmentModels } from '../environment-models.ts';
import { type ModelProbe, probeModel } from './probe-model.ts';

const answerTimeoutMs = 30_000;

/** Checks that the configured model responds to a call, and finds out by four more small calls what it can do. */
export async function checkModel(environment: Environment): Promise<Finding> {
  const fix = 'set OPENAI_API_KEY, or OPENAI_BASE_URL for another endpoint, and RUNWRIGHT_MODEL for its name';
  const name = environmentModel(environment);
  const model = environmentModels(environment)?.choose('text', name);
  if (!model) return { ok: false, found: 'no model is configured', fix };
  try {
    const reply = await model.generate({
      purpose: 'text',
      messages: [{ role: 'user', content: 'Answer with the word ready.' }],
      limits: { outputTokens: 200, timeoutMs: answerTimeoutMs },
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const answered = `${reply.model} answered in ${(reply.durationMs / 1000).toFixed(1)} s`;
    const signal = AbortSignal.timeout(4 * answerTimeoutMs);
    const probe = await probeModel(model, { timeoutMs: answerTimeoutMs, signal });
    return { ok: true, found: `${answered}; ${probeText(probe)}` };
  } catch (error) {
    if (!RunwrightError.is(error)) throw error;
    return { ok: false, found: `${name}: ${error.message}`, fix };
  }
}

function probeText({ jsonSchema, jsonObject, images, tools }: ModelProbe): string {
  const can = (capability: boolean | null) => (capability === null ? 'unknown' : capability ? 'yes' : 'no');
  return `JSON schema: ${can(jsonSchema)}, JSON object: ${can(jsonObject)}, images: ${can(images)}, tools: ${can(tools)}`;
}
