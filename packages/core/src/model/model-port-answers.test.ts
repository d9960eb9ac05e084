import { cutAnswerUsage, RunwrightError, Type } from '@runwright/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { failure, portTo, reply, schema } from './model-port.test-helpers.ts';

it('the thoughts of a model are no part of its answer', async () => {
  const thoughts = '<think>Draft: {"name": "Chair"}</think>';
  const { ask, port } = portTo({
    answers: [reply(`${thoughts}{"name": "Lamp"}`), reply(`${thoughts}A lamp.`)],
  });
  expect((await ask(schema)).value).toEqual({ name: 'Lamp' });
  const signal = new AbortController().signal;
  const asked = { messages: [{ role: 'user' as const, content: 'What is it?' }], signal };
  expect((await port.generateText(asked)).text).toBe('A lamp.');
});

describe('a model that takes schemas in strict form only', () => {
  const can = { jsonSchema: 'strict', jsonObject: false } as const;
  const modes = (model: { readonly requests: readonly { readonly output?: { readonly mode: string } }[] }) =>
    model.requests.map(({ output }) => output?.mode);

  it('gets a schema that can be said in it', async () => {
    const { model, ask } = portTo({ answers: [{ name: 'Lamp', price: null }], can });
    await ask(schema);
    expect(modes(model)).toEqual(['json_schema']);
  });

  it('is told another one, and the short form of one, in words', async () => {
    const open = Type.Record(Type.String(), Type.Number());
    const { model, ask } = portTo({ answers: [{ a: 1 }, { name: 'Lamp' }], can });
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
    const { kept, ask } = portTo({ answers: [{ name: '{{secret.a.b}}' }, { name: 'Lamp' }] }, { rendered });
    await ask(schema, { stepId: 'stp_1', thoughtId: 'th_1' });
    await ask(schema);
    const artifacts = kept.filter(({ type }) => type === 'llm_response_rendered');
    expect(artifacts).toMatchObject([
      { contentType: 'application/json', stepId: 'stp_1', thoughtId: 'th_1' },
    ]);
    expect(JSON.parse(String(artifacts[0]?.content))).toEqual({ name: '*****' });
  });

  it('has passed the schema and its type is the type of the schema', async () => {
    const { ask } = portTo({ answers: [{ name: 'Lamp', price: '3.5' }] });
    const { value } = await ask(schema);
    expectTypeOf(value).toEqualTypeOf<{ name: string; price?: number }>();
    expect(value).toEqual({ name: 'Lamp', price: 3.5 });
  });

  it('is asked for in strict form, in which optional means null', async () => {
    const { ask, model } = portTo({ answers: [{ name: 'Lamp', price: null }] });
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
    const { ask, model } = portTo({ answers: [{ value: [1, '2'] }, '[3]'] });
    expect((await ask(Type.Array(Type.Integer()))).value).toEqual([1, 2]);
    expect(model.requests[0]?.output?.schema).toMatchObject({ type: 'object', required: ['value'] });
    expect((await ask(Type.Array(Type.Integer()))).value).toEqual([3]);
  });

  it.each([
    ['fenced', 'Here it is:\n```json\n{"name": "a } b"}\n```\nBye.'],
    ['with talk around it', 'Sure! {"name": "a } b"} is my answer.'],
    ['with small mistakes', "{name: 'a } b',}"],
  ])('%s is read', async (_how, text) => {
    const { ask } = portTo({ answers: [text] });
    expect((await ask(schema)).value).toEqual({ name: 'a } b' });
  });

  it('that does not fit is handed back once with its mistakes, after the request itself', async () => {
    const { ask, model } = portTo({ answers: [reply('{"price": "dear"}'), reply('{"name": "Lamp"}')] });
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
    const { ask, model } = portTo({
      answers: ['{"nome": "SECRET PAGE TEXT"}', '{"nome": "SECRET PAGE TEXT"}'],
    });
    const error = await failure(ask(schema));
    expect(error).toMatchObject({ code: 'model_failed', details: { failure_category: 'model' } });
    expect(error.message).toContain('does not fit its schema after 2 calls, at `name` (missing)');
    expect(error.message).not.toContain('SECRET');
    expect(model.requests).toHaveLength(2);
  });

  it('that was cut off is asked for once more with twice the room', async () => {
    const { ask, model } = portTo({
      answers: [reply('{"na', { stop: 'length' }), reply('{"name": "Lamp"}')],
    });
    expect((await ask(schema)).value).toEqual({ name: 'Lamp' });
    expect(model.requests.map(({ limits }) => limits.outputTokens)).toEqual([4_096, 8_192]);
  });

  it.each([
    ['at the token limit', 'length' as const],
    ['by a provider that does not say so', 'end' as const],
  ])(
    'that is cut off twice %s is an error with its tokens, and is never handed back for repair',
    async (_how, stop) => {
      const { ask, model } = portTo({ answers: () => reply('{"rows": [{"name": "Lamp"}, {"na', { stop }) });
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
    const { ask } = portTo({ answers: [reply('{"na', { stop: 'length' }), tooMany] });
    expect(cutAnswerUsage(await failure(ask(schema)))).toMatchObject({ input: 100 });
  });

  it('that does not fit is no cut-off answer', async () => {
    const { ask } = portTo({ answers: () => reply('{"price": "dear"}') });
    expect(cutAnswerUsage(await failure(ask(schema)))).toBeNull();
  });

  it('that was refused is requested once more, and then an error', async () => {
    const refusal = reply('no', { stop: 'refusal' });
    const { ask, model } = portTo({ answers: [refusal, refusal, refusal] });
    expect(await failure(ask(schema))).toMatchObject({ code: 'model_failed' });
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]?.messages).toEqual(model.requests[0]?.messages);
    const { value, usage: total } = await portTo({ answers: [refusal, reply('{"name": "Lamp"}')] }).ask(
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
    const { ask, model } = portTo({ answers: [unsupported(), unsupported(), { name: 'a' }, { name: 'b' }] });
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
    const { ask, model } = portTo({ answers: [{ any: 1 }] });
    await ask(Type.Object({ any: Type.Unknown() }));
    expect(model.requests[0]?.output?.mode).toBe('json_object');
  });
});
