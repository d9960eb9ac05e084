import { type LanguageModel, RunwrightError } from '@runwright/contract';
import type { Finding } from '../commands/doctor.ts';
import type { Environment } from '../environment.ts';
import { environmentModel, environmentModels } from '../environment-models.ts';
import { type ContextLength, findContextLength } from './context-length.ts';
import { type ModelProbe, probeModel } from './probe-model.ts';

const answerTimeoutMs = 30_000;

const fix =
  'set OPENAI_API_KEY (or OPENAI_BASE_URL for another endpoint) or ANTHROPIC_API_KEY, and RUNWRIGHT_MODEL for the name of the model';

const dataFix =
  'use a model that answers with JSON, or serve this one with support for JSON (vLLM, llama.cpp and Ollama have it for most models)';

/**
 * Tokens that the largest calls of the agent need. A step: a page view of 6,000, its instructions, schema and history, and
 * the answer. An extraction: a part of a page of 12,000, its instructions and schema, and the answer.
 */
const needed = [
  {
    call: 'a step',
    tokens: 6_000 + 3_000 + 4_096,
    parts: 'a page view of 6,000, a prompt of 3,000, an answer of 4,096',
  },
  {
    call: 'an extraction',
    tokens: 12_000 + 1_000 + 4_096,
    parts: 'a part of a page of 12,000, a prompt of 1,000, an answer of 4,096',
  },
] as const;

/**
 * Checks that the configured model responds to a call, finds out by a few more small calls what it can do: it has to answer with data; and whether its
 * context is long enough; also that the model of the engine `cua-b` responds, when it is another one.
 */
export async function checkModel(environment: Environment): Promise<Finding> {
  const name = environmentModel(environment);
  const models = environmentModels(environment);
  const model = models?.choose('text', name);
  if (!models || !model)
    return {
      ok: false,
      found: 'no model is configured',
      fix: `${fix}; \`runwright start --demo\` needs none`,
    };
  try {
    const answered = await callModel(model);
    const signal = AbortSignal.timeout(4 * answerTimeoutMs);
    const probe = await probeModel(model, { timeoutMs: answerTimeoutMs, signal });
    const { apiKey } = environment.model;
    // Only servers with the protocol of OpenAI have places that tell the length.
    const baseUrl = model.provider === 'api.anthropic.com' ? null : environment.model.baseUrl;
    const place = { baseUrl, apiKey, model: name };
    const context = await findContextLength(place, AbortSignal.timeout(answerTimeoutMs));
    const found = `${answered}; ${probeText(probe)}, context: ${contextText(context)}`;
    if (probe.structured === false)
      return { ok: false, found: `${found}; it gives no data as an answer`, fix: dataFix };
    const finding = contextFinding(found, context);
    const computer = models.choose('cua', null, 'anthropic');
    if (!finding.ok || computer === model || computer?.can.computer !== 'anthropic') return finding;
    return await checkComputerModel(computer, found);
  } catch (error) {
    if (!RunwrightError.is(error)) throw error;
    return { ok: false, found: `${name} at ${model.provider}: ${error.message}`, fix };
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

/** Returns the finding about the model: a problem when its context is known and too short for the calls of the agent. */
export function contextFinding(found: string, context: ContextLength | null): Finding {
  const short = context && needed.find(({ tokens }) => context.tokens < tokens);
  if (!short) return { ok: true, found };
  return {
    ok: false,
    found: `${found}; ${short.call} may need ${number(short.tokens)} tokens (${short.parts}), so prompts may be cut or refused`,
    fix: 'serve the model with a longer context (vLLM --max-model-len, llama.cpp -c, Ollama num_ctx or OLLAMA_CONTEXT_LENGTH, LM Studio: context length at load), or use another model',
  };
}

function contextText(context: ContextLength | null): string {
  if (context === null) return 'unknown';
  const origin = { server: '', model: ' at most, served perhaps with fewer', name: ', by its name' }[
    context.source
  ];
  return `${number(context.tokens)} tokens${origin}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
