import { type LanguageModel, type ModelRequest, RunwrightError, withoutThoughts } from '@runwright/contract';

/** What a model was seen to do; null: the call failed for another reason, so it is not known. */
export interface ModelProbe {
  /** Answers with data, in one of these two ways or else as JSON in plain text: the agent needs that of every answer. */
  readonly structured: boolean | null;
  /** Answers in a JSON schema that the request gives. */
  readonly jsonSchema: boolean | null;
  /** Answers with any JSON object. */
  readonly jsonObject: boolean | null;
  /** Names the colour of an image. */
  readonly images: boolean | null;
  /** Calls a function. */
  readonly tools: boolean | null;
}

/**
 * Makes one small call for each capability, and one more for data in plain text if both ways to answer with data are missing,
 * and compares the answers with what only a model that has it can answer.
 */
export async function probeModel(
  model: LanguageModel,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<ModelProbe> {
  const call = (request: Pick<ModelRequest, 'messages' | 'output' | 'tools'>) =>
    model.generate({ purpose: 'text', limits: { outputTokens: 300, timeoutMs }, signal, ...request });
  const output = (mode: 'json_schema' | 'json_object') =>
    attempt(async () => {
      const { parts } = await call({ messages: [ask], output: { name: 'probe', schema, mode } });
      return hasWord(textOf(parts));
    });
  const jsonSchema = await output('json_schema');
  const jsonObject = await output('json_object');
  const text = async () => hasWord(withoutProse(textOf((await call({ messages: [ask] })).parts)));
  return {
    structured: jsonSchema || jsonObject ? true : await attempt(text),
    jsonSchema,
    jsonObject,
    images: await attempt(async () => {
      const parts = [
        { type: 'text', text: 'Answer with the colour of this image, one word.' },
        image,
      ] as const;
      const reply = await call({ messages: [{ role: 'user', content: [...parts] }] });
      return /\bred\b/i.test(textOf(reply.parts));
    }),
    tools: await attempt(async () => {
      const { parts } = await call({
        messages: [{ role: 'user', content: 'Call the function `report` with the word `ready`.' }],
        tools: [{ name: 'report', description: 'Reports a word.', input: schema }],
      });
      return parts.some((part) => part.type === 'tool-call' && part.name === 'report');
    }),
  };
}

const schema = {
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
  additionalProperties: false,
} as const;
const ask = {
  role: 'user',
  content: 'Answer with one JSON object: {"word": "ready"}. Nothing else.',
} as const;
/** 32 x 32 red pixels. */
const image = {
  type: 'image',
  mediaType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC',
} as const;

/** A request that the provider refuses tells that the model cannot do it; a failure in passing tells nothing. */
async function attempt(probe: () => Promise<boolean>): Promise<boolean | null> {
  try {
    return await probe();
  } catch (error) {
    if (!RunwrightError.is(error)) throw error;
    const { status, unsupported } = error.details;
    if (unsupported === true) return false;
    return typeof status === 'number' && status >= 400 && status < 500 && !error.retryable ? false : null;
  }
}

function textOf(parts: Awaited<ReturnType<LanguageModel['generate']>>['parts']): string {
  return withoutThoughts(parts.map((part) => (part.type === 'text' ? part.text : '')).join(''));
}

/** The JSON object in a text: some models put it into a code block, or say something before it. */
function withoutProse(text: string): string {
  return text.slice(Math.max(0, text.indexOf('{')), text.lastIndexOf('}') + 1);
}

function hasWord(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'word' in value && typeof value.word === 'string';
  } catch {
    return false;
  }
}
