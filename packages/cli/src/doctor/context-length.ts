import { readEndpointAddress } from '@runwright/contract/model-endpoint';

/** How many tokens a prompt and its answer may have together, and what says so. */
export interface ContextLength {
  readonly tokens: number;
  /** `server`: of the model as it is served now; `model`: the most that the model can have; `name`: known of models of this name. */
  readonly source: 'server' | 'model' | 'name';
}

/** Where the model is. `baseUrl` null: the OpenAI API. */
export interface ModelPlace {
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  readonly model: string;
}

/** Published by the providers (platform.openai.com/docs/models, docs.anthropic.com). */
const knownLengths: Readonly<Record<string, number>> = {
  'gpt-5': 400_000,
  'gpt-5-mini': 400_000,
  'gpt-5-nano': 400_000,
  'gpt-4.1': 1_047_576,
  'gpt-4.1-mini': 1_047_576,
  'gpt-4.1-nano': 1_047_576,
  'gpt-4o': 128_000,
  'gpt-4o-mini': 128_000,
  o3: 200_000,
  'o4-mini': 200_000,
  'claude-opus-4': 200_000,
  'claude-sonnet-4': 200_000,
  'claude-3-5-haiku': 200_000,
};

/**
 * Finds the context length of a model: the server is asked in the ways that vLLM, OpenRouter, LM Studio, llama.cpp and Ollama
 * document, then the name is looked up. Null when nothing says it. Ask it after a call, because some servers load a model then.
 */
export async function findContextLength(
  place: ModelPlace,
  signal: AbortSignal,
): Promise<ContextLength | null> {
  if (place.baseUrl !== null) {
    const get = reader(place.baseUrl, place.apiKey, signal);
    for (const ask of [fromModelList, fromLmStudio, fromLlamaCpp, fromOllama]) {
      const found = await ask(get, place.model);
      if (found !== null) return found;
    }
  }
  const name = place.model.replace(/^.*\//, '').replace(/-\d{4}-?\d{2}-?\d{2}$/, '');
  return Object.hasOwn(knownLengths, name) ? lengthOf(knownLengths[name], 'name') : null;
}

/** Reads a path below the API (`/v1/`) or, when it begins with `/`, below the root of the server; null when it has no JSON there. */
type Read = (path: string, body?: object) => Promise<unknown>;

type Ask = (read: Read, model: string) => Promise<ContextLength | null>;

/** vLLM has `max_model_len` in its list; OpenRouter has `context_length`, and that of the provider that serves first. */
const fromModelList: Ask = async (read, model) => {
  const entry = entryOf(member(await read('models'), 'data'), 'id', [model]);
  const served = numberOf(member(entry, 'max_model_len'));
  if (served !== null) return lengthOf(served, 'server');
  const provided = numberOf(member(member(entry, 'top_provider'), 'context_length'));
  return lengthOf(provided, 'server') ?? lengthOf(member(entry, 'context_length'), 'server');
};

/** LM Studio, REST API v0: `loaded_context_length` of a model in memory, `max_context_length` of every one. */
const fromLmStudio: Ask = async (read, model) => {
  const entry = entryOf(member(await read('/api/v0/models'), 'data'), 'id', [model]);
  const loaded = lengthOf(member(entry, 'loaded_context_length'), 'server');
  return loaded ?? lengthOf(member(entry, 'max_context_length'), 'model');
};

/** llama.cpp: the context of one slot, which is what a request may use. */
const fromLlamaCpp: Ask = async (read) => {
  const settings = member(await read('/props'), 'default_generation_settings');
  return lengthOf(member(settings, 'n_ctx'), 'server');
};

/** Ollama: the context of a model in memory, else `num_ctx` of its Modelfile, else what the model was trained with. */
const fromOllama: Ask = async (read, model) => {
  const names = [model, `${model}:latest`];
  const running = entryOf(member(await read('/api/ps'), 'models'), 'model', names);
  const allocated = lengthOf(member(running, 'context_length'), 'server');
  if (allocated !== null) return allocated;
  const shown = await read('/api/show', { model });
  const parameters = member(shown, 'parameters');
  const set = typeof parameters === 'string' ? /^num_ctx\s+(\d+)/m.exec(parameters)?.[1] : undefined;
  if (set !== undefined) return lengthOf(Number(set), 'server');
  const info = member(shown, 'model_info');
  const architecture = member(info, 'general.architecture');
  return lengthOf(member(info, `${architecture}.context_length`), 'model');
};

function reader(address: string, apiKey: string | null, signal: AbortSignal): Read {
  const { baseUrl, headers } = readEndpointAddress(address);
  const api = baseUrl.replace(/\/*$/, '/');
  const root = api.replace(/\/v1\/$/, '/');
  return async (path, body) => {
    const url = path.startsWith('/') ? root + path.slice(1) : api + path;
    try {
      const response = await fetch(url, {
        signal,
        headers: {
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
          ...headers,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      });
      return response.ok ? await response.json() : null;
    } catch {
      // A server that does not have the path may answer with anything, or not at all.
      return null;
    }
  };
}

function entryOf(list: unknown, key: string, names: readonly unknown[]): unknown {
  return Array.isArray(list) ? list.find((entry) => names.includes(member(entry, key))) : undefined;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
}

function lengthOf(value: unknown, source: ContextLength['source']): ContextLength | null {
  const tokens = numberOf(value);
  return tokens === null ? null : { tokens, source };
}
