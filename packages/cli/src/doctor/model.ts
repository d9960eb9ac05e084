import { RunwrightError } from '@runwright/contract';
import type { Finding } from '../commands/doctor.ts';
import type { Environment } from '../environment.ts';
import { environmentModel, environmentModels } from '../environment-models.ts';

const answerTimeoutMs = 30_000;

/** Checks that the configured model responds to one call. */
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
    return { ok: true, found: `${reply.model} answered in ${(reply.durationMs / 1000).toFixed(1)} s` };
  } catch (error) {
    if (!RunwrightError.is(error)) throw error;
    return { ok: false, found: `${name}: ${error.message}`, fix };
  }
}
