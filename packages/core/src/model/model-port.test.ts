import {
  type ArtifactDraft,
  cutAnswerUsage,
  type ModelReply,
  noUsage,
  RunwrightError,
  type TSchema,
  Type,
  type Usage,
} from '@runwright/contract';
import { manualClock, type ScriptedModelOptions, scriptedModel } from '@runwright/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createRunBudget, type ModelUse } from './model-budget.ts';
import { createModelPort, type ModelPortOptions } from './model-port.ts';

const schema = Type.Object({ name: Type.String(), price: Type.Optional(Type.Number()) });
const usage: Usage = { ...noUsage, input: 100, output: 10, cost: null };
const reply = (text: string, more: Partial<ModelReply> = {}) => ({
  parts: [{ type: 'text' as const, text }],
  usage,
  ...more,
});

const scene = (script: ScriptedModelOptions, more: Partial<ModelPortOptions> = {}) => {
  const model = scriptedModel(script);
  const clock = manualClock();
  const kept: ArtifactDraft[] = [];
  const port = createModelPort({
    purpose: 'extract',
    model,
    clock,
    random: () => 1,
    signal: new AbortController().signal,
    mask: (value) => value,
    systemPrompt: null,
    timeoutMs: 60_000,
    keep: async (artifact) => void kept.push(artifact),
    ...more,
  });
  const ask = <S extends TSchema>(shape: S, extra: object = {}) =>
    port.generate({
      messages: [{ role: 'user', content: 'What does it cost?' }],
      schema: shape,
      signal: new AbortController().signal,
      ...extra,
    });
  return { model, clock, kept, port, ask };
};
const failure = (attempt: Promise<unknown>): Promise<RunwrightError> =>
  attempt.then(
    () => Promise.reject(new Error('it did not fail')),
    (error) => error,
  );

describe('a model that takes schemas in strict form only', () => {
  const can = { jsonSchema: 'strict', jsonObject: false } as const;
  const modes = (model: { readonly requests: readonly { readonly output?: { readonly mode: string } }[] }) =>
    model.requests.map(({ output }) => output?.mode);

  it('gets a schema that can be said in it', async () => {
    const { model, ask } = scene({ answers: [{ name: 'Lamp', price: null }], can });
    await ask(schema);
    expect(modes(model)).toEqual(['json_schema']);
  });

  it('is told another one, and the short form of one, in words', async () => {
    const open = Type.Record(Type.String(), Type.Number());
    const { model, ask } = scene({ answers: [{ a: 1 }, { name: 'Lamp' }], can });
    await ask(open);
    await ask(schema, { shortSchema: Type.Object({ name: Type.String() }) });
    expect(modes(model)).toEqual(['text', 'text']);
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('fit this JSON Schema');
  });
});

describe('an answer', () => {
  it('is kept with its placeholders filled when it has some, and only then', async () => {
    const rendered = (answer: unknown) =>
      JSON.stringify(answer).includes('{{secret') ? { name: '*****' } : null;
    const { kept, ask } = scene({ answers: [{ name: '{{secret.a.b}}' }, { name: 'Lamp' }] }, { rendered });
    await ask(schema, { stepId: 'stp_1', thoughtId: 'th_1' });
    await ask(schema);
    const artifacts = kept.filter(({ type }) => type === 'llm_response_rendered');
    expect(artifacts).toMatchObject([
      { contentType: 'application/json', stepId: 'stp_1', thoughtId: 'th_1' },
    ]);
    expect(JSON.parse(String(artifacts[0]?.content))).toEqual({ name: '*****' });
  });

  it('has passed the schema and its type is the type of the schema', async () => {
    const { ask } = scene({ answers: [{ name: 'Lamp', price: '3.5' }] });
    const { value } = await ask(schema);
    expectTypeOf(value).toEqualTypeOf<{ name: string; price?: number }>();
    expect(value).toEqual({ name: 'Lamp', price: 3.5 });
  });

  it('is asked for in strict form, in which optional means null', async () => {
    const { ask, model } = scene({ answers: [{ name: 'Lamp', price: null }] });
    expect((await ask(schema, { name: 'product' })).value).toEqual({ name: 'Lamp' });
    expect(model.requests[0]?.output).toEqual({
      name: 'product',
      mode: 'json_schema',
      schema: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
        required: ['name', 'price'],
        additionalProperties: false,
      },
    });
  });

  it('that is a list is asked for inside an object', async () => {
    const { ask, model } = scene({ answers: [{ value: [1, '2'] }, '[3]'] });
    expect((await ask(Type.Array(Type.Integer()))).value).toEqual([1, 2]);
    expect(model.requests[0]?.output?.schema).toMatchObject({ type: 'object', required: ['value'] });
    expect((await ask(Type.Array(Type.Integer()))).value).toEqual([3]);
  });

  it.each([
    ['fenced', 'Here it is:\n```json\n{"name": "a } b"}\n```\nBye.'],
    ['with talk around it', 'Sure! {"name": "a } b"} is my answer.'],
    ['with small mistakes', "{name: 'a } b',}"],
  ])('%s is read', async (_how, text) => {
    const { ask } = scene({ answers: [text] });
    expect((await ask(schema)).value).toEqual({ name: 'a } b' });
  });

  it('that does not fit is handed back once with its mistakes, after the request itself', async () => {
    const { ask, model } = scene({ answers: [reply('{"price": "dear"}'), reply('{"name": "Lamp"}')] });
    const { value, usage: total } = await ask(schema);
    expect(value).toEqual({ name: 'Lamp' });
    expect(total).toMatchObject({ input: 200, output: 20 });
    const messages = model.requests[1]?.messages ?? [];
    expect(messages.slice(0, -2)).toEqual(model.requests[0]?.messages);
    expect(messages.at(-2)).toEqual({ role: 'assistant', content: '{"price": "dear"}' });
    expect(messages.at(-1)?.content).toContain('- name: Field required');
    expect(messages.at(-1)?.content).toContain('- price: Input should be a valid number');
  });

  it('that never fits is an error that names the places and not the answer', async () => {
    const { ask, model } = scene({
      answers: ['{"nome": "SECRET PAGE TEXT"}', '{"nome": "SECRET PAGE TEXT"}'],
    });
    const error = await failure(ask(schema));
    expect(error).toMatchObject({ code: 'model_failed', details: { failure_category: 'model' } });
    expect(error.message).toContain('does not fit its schema after 2 calls, at `name` (missing)');
    expect(error.message).not.toContain('SECRET');
    expect(model.requests).toHaveLength(2);
  });

  it('that was cut off is asked for once more with twice the room', async () => {
    const { ask, model } = scene({ answers: [reply('{"na', { stop: 'length' }), reply('{"name": "Lamp"}')] });
    expect((await ask(schema)).value).toEqual({ name: 'Lamp' });
    expect(model.requests.map(({ limits }) => limits.outputTokens)).toEqual([4_096, 8_192]);
  });

  it.each([
    ['at the token limit', 'length' as const],
    ['by a provider that does not say so', 'end' as const],
  ])(
    'that is cut off twice %s is an error with its tokens, and is never handed back for repair',
    async (_how, stop) => {
      const { ask, model } = scene({ answers: () => reply('{"rows": [{"name": "Lamp"}, {"na', { stop }) });
      const rows = Type.Object({ rows: Type.Array(schema) });
      const error = await failure(ask(rows, { repairs: 2 }));
      expect(error).toMatchObject({ code: 'model_failed', details: { failure_category: 'model' } });
      expect(error.message).toContain('was cut off at the limit of output tokens');
      expect(cutAnswerUsage(error)).toMatchObject({ input: 200, output: 20 });
      expect(model.requests.map(({ limits }) => limits.outputTokens)).toEqual([4_096, 8_192]);
      for (const { messages } of model.requests) expect(messages[0]?.content).toBe('What does it cost?');
    },
  );

  it('that is cut off is an error, too, when the model has no room for twice the tokens', async () => {
    const tooMany = new RunwrightError('model_failed', 'max_tokens is too large', {
      details: { status: 400 },
    });
    const { ask } = scene({ answers: [reply('{"na', { stop: 'length' }), tooMany] });
    expect(cutAnswerUsage(await failure(ask(schema)))).toMatchObject({ input: 100 });
  });

  it('that does not fit is no cut-off answer', async () => {
    const { ask } = scene({ answers: () => reply('{"price": "dear"}') });
    expect(cutAnswerUsage(await failure(ask(schema)))).toBeNull();
  });

  it('that was refused is requested once more, and then an error', async () => {
    const refusal = reply('no', { stop: 'refusal' });
    const { ask, model } = scene({ answers: [refusal, refusal, refusal] });
    expect(await failure(ask(schema))).toMatchObject({ code: 'model_failed' });
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]?.messages).toEqual(model.requests[0]?.messages);
    const { value, usage: total } = await scene({ answers: [refusal, reply('{"name": "Lamp"}')] }).ask(
      schema,
    );
    expect(value).toEqual({ name: 'Lamp' });
    expect(total).toMatchObject({ input: 200, output: 20 });
  });
});

describe('the ladder', () => {
  const unsupported = () =>
    new RunwrightError('model_failed', 'no schemas here', { details: { unsupported: true } });

  it('goes down a rung that the provider refuses, tells the schema there, and remembers', async () => {
    const { ask, model } = scene({ answers: [unsupported(), unsupported(), { name: 'a' }, { name: 'b' }] });
    await ask(schema);
    await ask(schema);
    expect(model.requests.map(({ output }) => output?.mode)).toEqual([
      'json_schema',
      'json_object',
      'text',
      'text',
    ]);
    expect(JSON.stringify(model.requests[2]?.messages)).toContain('JSON Schema');
    expect(JSON.stringify(model.requests[0]?.messages)).not.toContain('JSON Schema');
  });

  it('leaves the strict rung out for a schema that it cannot say', async () => {
    const { ask, model } = scene({ answers: [{ any: 1 }] });
    await ask(Type.Object({ any: Type.Unknown() }));
    expect(model.requests[0]?.output?.mode).toBe('json_object');
  });
});

describe('retries', () => {
  it('a call that takes too long is made once more, within the limit that is set', async () => {
    const slow = new RunwrightError('model_failed', 'It did not respond.', {
      retryable: true,
      details: { timed_out: true },
    });
    const { ask, model, clock } = scene({ answers: [slow, slow, slow] }, { timeoutMs: 5_000 });
    const failed = failure(ask(schema));
    await clock.untilSleeping();
    await clock.advance(60_000);
    expect(await failed).toMatchObject({ code: 'model_failed' });
    expect(model.requests).toHaveLength(2);
    expect(model.requests[0]?.limits.timeoutMs).toBe(5_000);
  });

  const busy = (details: object = {}) =>
    new RunwrightError('model_failed', 'The provider is busy.', { retryable: true, details: { ...details } });

  it('wait longer each time, and as long as the provider asks', async () => {
    const { ask, clock } = scene({ answers: [busy(), busy({ retry_after_ms: 9_000 }), { name: 'a' }] });
    const start = clock.now();
    const asked = ask(schema);
    await clock.untilSleeping();
    await clock.advance(500);
    await clock.untilSleeping();
    await clock.advance(9_000);
    expect((await asked).value).toEqual({ name: 'a' });
    expect(clock.now() - start).toBe(9_500);
  });

  it('end after six tries with the reason of the provider', async () => {
    const { ask, clock, model } = scene({ answers: () => busy() });
    const failed = failure(ask(schema));
    await clock.untilSleeping();
    await clock.advance(60_000);
    expect((await failed).message).toContain('The provider is busy.');
    expect(model.requests).toHaveLength(6);
  });

  it('do not happen for an error that would come again', async () => {
    const { ask, model } = scene({ answers: [new RunwrightError('model_failed', 'Wrong key.')] });
    expect((await failure(ask(schema))).message).toContain('Wrong key.');
    expect(model.requests).toHaveLength(1);
  });

  it('stop at once when the run is canceled', async () => {
    const controller = new AbortController();
    const { ask, clock } = scene({ answers: () => busy() }, { signal: controller.signal });
    const failed = failure(ask(schema));
    await clock.untilSleeping();
    controller.abort();
    expect(await failed).toMatchObject({ code: 'canceled' });
  });

  it('keep the reason of a deadline', async () => {
    const controller = new AbortController();
    controller.abort(new RunwrightError('timed_out', 'Time is up.'));
    const { ask } = scene({ answers: [] }, { signal: controller.signal });
    expect(await failure(ask(schema))).toMatchObject({ code: 'timed_out' });
  });
});

describe('what is sent and stored', () => {
  it('every call leaves prompt, request, response and parsed value, at its step', async () => {
    const wire = {
      request: { model: 'm', image: `data:image/png;base64,${'A'.repeat(2_000)}` },
      response: { id: 1 },
    };
    const { ask, kept } = scene({ answers: [reply('{"name": "Lamp"}', { wire })] });
    await ask(schema, { stepId: 'stp_1' });
    expect(kept.map(({ type }) => type)).toEqual([
      'llm_prompt',
      'llm_request',
      'llm_response',
      'llm_response_parsed',
    ]);
    expect(kept.every(({ stepId }) => stepId === 'stp_1')).toBe(true);
    expect(kept[0]?.content).toContain('What does it cost?');
    expect(String(kept[1]?.content).length).toBeLessThan(200);
    expect(JSON.parse(String(kept[3]?.content))).toEqual({ name: 'Lamp' });
  });

  it('secrets are masked before they leave, and the system prompt comes first', async () => {
    const mask = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('cost', '*****'));
    const { ask, model, kept } = scene({ answers: [{ name: 'cost' }] }, { mask, systemPrompt: 'Be brief.' });
    expect((await ask(schema)).value).toEqual({ name: 'cost' });
    expect(model.requests[0]?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What does it *****?' },
    ]);
    expect(JSON.parse(String(kept.at(-1)?.content))).toEqual({ name: '*****' });
  });

  it('images are left out for a model that reads text only', async () => {
    const messages = [{ role: 'user', content: [{ type: 'image', mediaType: 'image/png', data: 'AAAA' }] }];
    const blind = scene({ answers: [{ name: 'a' }] });
    await blind.ask(schema, { messages });
    expect(JSON.stringify(blind.model.requests[0]?.messages)).toContain('An image stood here');
    const seeing = scene({ answers: [{ name: 'a' }], can: { images: true } });
    await seeing.ask(schema, { messages });
    expect(seeing.model.requests[0]?.messages).toEqual(messages);
  });

  it('the cost comes from the price table, and stays unknown for an unknown model', async () => {
    const known = scene({ answers: [reply('{"name": "a"}', { model: 'gpt-4o-2024-08-06' })] });
    expect((await known.ask(schema)).usage.cost).toBeCloseTo((100 * 2.5 + 10 * 10) / 1_000_000, 12);
    const unknown = scene({ answers: [reply('{"name": "a"}', { model: 'house-model' })] });
    expect((await unknown.ask(schema)).usage.cost).toBeNull();
  });
});

describe('a model without an answer', () => {
  const gone = new RunwrightError('model_failed', 'It is over its quota.', {
    retryable: true,
    details: { status: 429 },
  });
  const once = { tries: { count: 1, firstDelayMs: 1 } };
  const refusal = reply('', { stop: 'refusal' });

  it.each([
    ['cannot be reached', [gone]],
    ['refuses twice', [refusal, refusal]],
  ])('that %s is replaced by the next one, which is recorded', async (_what, answers) => {
    const next = scriptedModel({ answers: [{ name: 'Lamp' }], id: 'next' });
    const notices: string[] = [];
    const notice = async (sentence: string) => void notices.push(sentence);
    const { ask } = scene({ answers }, { fallbacks: [next], notice });
    expect((await ask(schema, once)).value).toEqual({ name: 'Lamp' });
    expect(notices).toEqual([
      expect.stringContaining('`scripted` gave no answer for `extract`, so `next` is asked'),
    ]);
  });

  it('that fails three times in a row is left out for a while', async () => {
    const next = scriptedModel({ answers: Array.from({ length: 5 }, () => ({ name: 'Lamp' })), id: 'next' });
    const { ask, model, clock } = scene(
      { answers: [gone, gone, gone, { name: 'Vase' }] },
      { fallbacks: [next] },
    );
    for (const _ of [1, 2, 3, 4]) await ask(schema, once);
    expect(model.requests).toHaveLength(3);
    await clock.advance(60_000);
    expect((await ask(schema)).value).toEqual({ name: 'Vase' });
  });

  it('is not left out after requests that it could not take, such as prompts that are too long', async () => {
    const tooLong = new RunwrightError('model_failed', 'Too long.', { details: { status: 400 } });
    const next = scriptedModel({ answers: [{ name: 'A' }, { name: 'A' }, { name: 'A' }], id: 'next' });
    const { ask, model } = scene(
      { answers: [tooLong, tooLong, tooLong, { name: 'Vase' }] },
      { fallbacks: [next] },
    );
    for (const _ of [1, 2, 3]) await ask(schema, once);
    expect((await ask(schema, once)).value).toEqual({ name: 'Vase' });
    expect(model.requests).toHaveLength(4);
  });

  it('is not replaced when its answer does not fit the schema', async () => {
    const next = scriptedModel({ answers: [], id: 'next' });
    const { ask } = scene({ answers: [{}, {}] }, { fallbacks: [next] });
    expect((await failure(ask(schema))).message).toContain('does not fit its schema');
    expect(next.requests).toEqual([]);
  });
});

describe('a call that could pass a cap', () => {
  it('has the price of the model that was asked when the answer names another one', async () => {
    const uses: ModelUse[] = [];
    const record = { read: () => null, add: (use: ModelUse) => void uses.push(use) };
    const prices = { scripted: { input: 1, cached: 1, output: 10 } };
    const { ask } = scene(
      { answers: [reply('{"name":"Lamp"}', { model: 'proxy/scripted' })] },
      { budget: createRunBudget({ cost: 1, tokens: null }, record), prices },
    );
    await ask(schema);
    expect(uses).toEqual([{ tokens: 110, cost: expect.closeTo(0.0002, 9) }]);
  });

  it('is not sent', async () => {
    const record = { read: () => null, add: () => undefined };
    const { ask, model } = scene(
      { answers: [{ name: 'Lamp' }] },
      { budget: createRunBudget({ cost: null, tokens: 100 }, record) },
    );
    expect(await failure(ask(schema))).toMatchObject({
      code: 'max_cost',
      details: { failure_category: 'limit', errors: [{ error_code: 'REACH_MAX_COST' }] },
    });
    expect(model.requests).toEqual([]);
  });
});
