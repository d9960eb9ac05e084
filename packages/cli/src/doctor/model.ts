import { type LanguageModel, RunwrightError } from '@runwright/contract';
import type { Finding } from '../commands/doctor.ts';
import type { Environment } from '../environment.ts';
import { environmentModel, environmentModels } from '../environment-models.ts';
import { type ModelProbe, probeModel } from './probe-model.ts';

const answerTimeoutMs = 30_000;

const fix =
  'set OPENAI_API_KEY (or OPENAI_BASE_URL for another endpoint) or ANTHROPIC_API_KEY, and RUNWRIGHT_MODEL for the name of the model';

/**
 * Checks that the configured model responds to a call, and finds out by four more small calls what it can do; also that the
 * model of the engine `cua-b` responds, when it is another one.
 */
export async function checkModel(environment: Environment): Promise<Finding> {
  const name = environmentModel(environment);
  const models = environmentModels(environment);
  const model = models?.choose('text', name);
  if (!models || !model) return { ok: false, found: 'no model is configured', fix };
  try {
    const answered = await callModel(model);
    const signal = AbortSignal.timeout(4 * answerTimeoutMs);
    const probe = await probeModel(model, { timeoutMs: answerTimeoutMs, signal });
    const found = `${answered}; ${probeText(probe)}`;
    const computer = models.choose('cua', null, 'anthropic');
    if (computer === model || computer?.can.computer !== 'anthropic') return { ok: true, found };
    return await checkComputerModel(computer, found);
  } catch (error) {
    if (!RunwrightError.is(error)) throw error;
    return { ok: false, found: `${name}: ${error.message}`, fix };
  }
}

async function checkComputerModel(model: LanguageModel, found: string): Promise<Finding> {
  try {
    return { ok: true, found: `${found}; for cua-b ${await callModel(model)}` };
  } catch (error) {
    if (!RunwrightError.is(error)) throw error;
    return {
      ok: false,
      found: `${found}; for cua-b ${model.id}: ${error.message}`,
      fix: 'correct ANTHROPIC_API_KEY and RUNWRIGHT_MODEL_CUA, or remove the key',
    };
  }
}

async function callModel(model: LanguageModel): Promise<string> {
  const reply = await model.generate({
    purpose: 'text',
    messages: [{ role: 'user', content: 'Answer with the word ready.' }],
    limits: { outputTokens: 200, timeoutMs: answerTimeoutMs },
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  return `${reply.model} answered in ${(reply.durationMs / 1000).toFixed(1)} s`;
}

function probeText({ jsonSchema, jsonObject, images, tools }: ModelProbe): string {
  const can = (capability: boolean | null) => (capability === null ? 'unknown' : capability ? 'yes' : 'no');
  return `JSON schema: ${can(jsonSchema)}, JSON object: ${can(jsonObject)}, images: ${can(images)}, tools: ${can(tools)}`;
}
