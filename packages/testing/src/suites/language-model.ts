import { type LanguageModel, type ModelRequest, RunwrightError } from '@runwright/contract';
import { expect } from 'vitest';
import { type Check, type Closable, refusal, testChecks } from './checks.ts';

/** What the provider answers each request with, in its own format. */
export type ProviderAnswer =
  /** A whole answer that is this text. */
  | { readonly kind: 'text'; readonly text: string }
  /** An error of the provider; `retryAfter`: seconds that it asks to wait. */
  | { readonly kind: 'error'; readonly status: number; readonly retryAfter?: number }
  /** Status 200 with a body that is no answer. */
  | { readonly kind: 'garbage' }
  /** Nothing, until the suite closes it. */
  | { readonly kind: 'silence' };

/** A model that is tested, and its provider on this machine. */
export interface TestedModel extends Closable {
  readonly model: LanguageModel;
  /** The key that the driver was given. */
  readonly apiKey: string;
  /** Bodies of the requests that the provider has got, as text. */
  requests(): readonly string[];
}

/** Opens a model whose provider answers so. */
export type OpenModel = (answer: ProviderAnswer) => Promise<TestedModel>;

/**
 * What every language model promises. Call it at the top of a driver's test file.
 *
 * @param name names the driver in the report
 * @param open opens a model at a provider of the test; the suite closes it
 */
export function testLanguageModel(name: string, open: OpenModel): void {
  testChecks(`${name} as a language model`, modelChecks, () => openModels(open));
}

/** What the checks are given: each opens the provider that it needs. */
export interface ModelOpener extends Closable {
  readonly open: OpenModel;
}

/** Opens models that are all closed together. */
export async function openModels(open: OpenModel): Promise<ModelOpener> {
  const opened: TestedModel[] = [];
  return {
    async open(answer) {
      const tested = await open(answer);
      opened.push(tested);
      return tested;
    },
    async close() {
      for (const tested of opened) await tested.close?.();
    },
  };
}

const requestOf = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  purpose: 'text',
  messages: [
    { role: 'system', content: 'Be brief, says the system.' },
    { role: 'user', content: 'Say hello, asks the user.' },
  ],
  limits: { outputTokens: 200, timeoutMs: 20_000 },
  signal: new AbortController().signal,
  ...more,
});

const hello: ProviderAnswer = { kind: 'text', text: 'hello' };
const schema = {
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
  additionalProperties: false,
};

/** The error of a call, which has to be `model_failed` and must not tell the key. */
async function failure({ model, apiKey }: TestedModel, request = requestOf()): Promise<RunwrightError> {
  const error = await refusal(model.generate(request), 'a failing call');
  if (!RunwrightError.is(error)) return expect.fail(`expected \`model_failed\`, got: ${String(error)}`);
  expect(error.code).toBe('model_failed');
  expect(`${error.message} ${JSON.stringify(error.details)}`).not.toContain(apiKey);
  return error;
}

const failsWith = (status: number, retryable: boolean): Check<ModelOpener> => ({
  name: `status ${status} is \`model_failed\` with the status, ${retryable ? '' : 'not '}to be repeated, after one request`,
  async run({ open }) {
    const tested = await open({ kind: 'error', status });
    const error = await failure(tested);
    expect(error.retryable).toBe(retryable);
    expect(error.details).toMatchObject({ status });
    expect(tested.requests()).toHaveLength(1);
  },
});

/** The promises of {@link LanguageModel}. */
export const modelChecks: readonly Check<ModelOpener>[] = [
  {
    name: 'it says what it is and what it can',
    async run({ open }) {
      const { model } = await open(hello);
      expect(model.specVersion).toBe('v1');
      expect(model.id).not.toBe('');
      expect(model.provider).not.toBe('');
      expect([true, false, 'strict']).toContain(model.can.jsonSchema);
      expect(['auto', 'marked', 'none']).toContain(model.can.promptCache);
      for (const can of [model.can.images, model.can.jsonObject, model.can.tools])
        expect(typeof can).toBe('boolean');
    },
  },
  {
    name: 'one call is one request with every message, and the answer is its text',
    async run({ open }) {
      const tested = await open(hello);
      const reply = await tested.model.generate(requestOf());
      expect(reply.parts.filter(({ type }) => type === 'text')).toEqual([{ type: 'text', text: 'hello' }]);
      expect(reply.stop).toBe('end');
      expect(reply.model).not.toBe('');
      expect(tested.requests()).toHaveLength(1);
      expect(tested.requests()[0]).toContain('Be brief, says the system.');
      expect(tested.requests()[0]).toContain('Say hello, asks the user.');
    },
  },
  {
    name: 'an answer has its tokens: the cached ones among the input, the thoughts among the output',
    async run({ open }) {
      const { usage, durationMs } = await (await open(hello)).model.generate(requestOf());
      for (const count of [usage.input, usage.cached, usage.cacheWrite, usage.output, usage.reasoning]) {
        expect(Number.isInteger(count) && count >= 0, `${count} is no number of tokens`).toBe(true);
      }
      expect(usage.input).toBeGreaterThan(0);
      expect(usage.output).toBeGreaterThan(0);
      expect(usage.cached).toBeLessThanOrEqual(usage.input);
      expect(usage.reasoning).toBeLessThanOrEqual(usage.output);
      expect(durationMs).toBeGreaterThanOrEqual(0);
    },
  },
  {
    name: 'the bodies of request and answer are told, without the key',
    async run({ open }) {
      const { model, apiKey } = await open(hello);
      const { wire } = await model.generate(requestOf());
      expect(JSON.stringify(wire.request)).toContain('Say hello, asks the user.');
      expect(JSON.stringify(wire.response)).toContain('hello');
      expect(JSON.stringify(wire)).not.toContain(apiKey);
    },
  },
  {
    name: 'an answer in JSON comes as the text that the provider wrote, in each mode that it can',
    async run({ open }) {
      const text = '{"word":"hello"}';
      const { model } = await open({ kind: 'text', text });
      const modes = [
        ...(model.can.jsonSchema === false ? [] : (['json_schema'] as const)),
        ...(model.can.jsonObject ? (['json_object'] as const) : []),
        'text' as const,
      ];
      for (const mode of modes) {
        const { parts } = await model.generate(requestOf({ output: { name: 'word', schema, mode } }));
        expect(parts.filter((part) => part.type === 'text')).toEqual([{ type: 'text', text }]);
      }
    },
  },
  {
    name: 'an image reaches the provider unchanged',
    async run({ open }) {
      const tested = await open(hello);
      if (!tested.model.can.images) return;
      const image = { type: 'image', mediaType: 'image/png', data: 'aGVsbG8gaW1hZ2U=' } as const;
      const content = [{ type: 'text', text: 'What is it?' } as const, image];
      await tested.model.generate(requestOf({ messages: [{ role: 'user', content }] }));
      expect(tested.requests()[0]).toContain('aGVsbG8gaW1hZ2U=');
    },
  },
  failsWith(400, false),
  failsWith(401, false),
  failsWith(408, true),
  failsWith(429, true),
  failsWith(500, true),
  failsWith(503, true),
  {
    name: 'the wait that the provider asks for is told in milliseconds',
    async run({ open }) {
      const error = await failure(await open({ kind: 'error', status: 429, retryAfter: 3 }));
      expect(error.details).toMatchObject({ retry_after_ms: 3_000 });
    },
  },
  {
    name: 'an answer that is none fails',
    async run({ open }) {
      await failure(await open({ kind: 'garbage' }));
    },
  },
  {
    name: 'a provider that is away is `model_failed`, to be repeated',
    async run({ open }) {
      const tested = await open(hello);
      await tested.close?.();
      expect((await failure(tested)).retryable).toBe(true);
    },
  },
  {
    name: 'a provider that says nothing fails when the time is over, and the error says so',
    async run({ open }) {
      const tested = await open({ kind: 'silence' });
      const error = await failure(tested, requestOf({ limits: { outputTokens: 200, timeoutMs: 50 } }));
      expect(error.details).toMatchObject({ timed_out: true });
    },
  },
  {
    name: 'a call whose signal is aborted ends at once, and is not to be repeated',
    async run({ open }) {
      const { model } = await open({ kind: 'silence' });
      const stop = new AbortController();
      const call = refusal(model.generate(requestOf({ signal: stop.signal })), 'an aborted call');
      stop.abort();
      const error = await call;
      expect(RunwrightError.is(error) && error.retryable).toBe(false);
      await refusal(model.generate(requestOf({ signal: AbortSignal.abort() })), 'a call that never begins');
    },
  },
];
