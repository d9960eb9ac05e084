import { RunwrightError } from '@runwright/contract';
import { openaiModel } from '@runwright/model-openai';
import type { Finding } from '../commands/doctor.ts';
import { environmentModel, hasModel } from '../compose.ts';
import type { Environment } from '../environment.ts';

const answerTimeoutMs = 30_000;

/** Checks that the configured model responds to one call. */
export async function checkModel(environment: Environment): Promise<Finding> {
  const fix = 'set OPENAI_API_KEY, or OPENAI_BASE_URL for another endpoint, and RUNWRIGHT_MODEL for its name';
  if (!hasModel(environment)) return { ok: false, found: 'no model is configured', fix };
  const { apiKey, baseUrl } = environment.model;
  const name = environmentModel(environment);
  const model = openaiModel({ apiKey: apiKey ?? 'none', ...(baseUrl ? { baseUrl } : {}), model: name });
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
