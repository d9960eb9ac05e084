import { type ModelRequest, noUsage, RunwrightError } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from './scripted-model.ts';

const request: ModelRequest = {
  purpose: 'text',
  messages: [{ role: 'user', content: 'Say hello.' }],
  limits: { outputTokens: 100, timeoutMs: 1_000 },
  signal: new AbortController().signal,
};

describe('scriptedModel', () => {
  it('answers one by one and keeps what it was asked', async () => {
    const model = scriptedModel({ answers: ['hello', { greeting: 'hello' }] });
    expect((await model.generate(request)).parts).toEqual([{ type: 'text', text: 'hello' }]);
    expect((await model.generate(request)).parts).toEqual([{ type: 'text', text: '{"greeting":"hello"}' }]);
    expect(model.requests).toEqual([request, request]);
  });

  it('says that its script is used up', async () => {
    const model = scriptedModel({ answers: [] });
    await expect(model.generate(request)).rejects.toMatchObject({ code: 'model_failed', retryable: false });
  });

  it('answers by looking at the request', async () => {
    const model = scriptedModel({ answers: ({ purpose }, index) => `${purpose} ${index}` });
    await model.generate(request);
    expect((await model.generate(request)).parts).toEqual([{ type: 'text', text: 'text 1' }]);
  });

  it('throws a scripted error and hands on a whole reply', async () => {
    const usage = { ...noUsage, input: 7 };
    const model = scriptedModel({
      answers: [
        new RunwrightError('model_failed', 'The provider is busy.', { retryable: true }),
        { parts: [{ type: 'text', text: 'cut o' }], stop: 'length', usage },
      ],
    });
    await expect(model.generate(request)).rejects.toThrow('The provider is busy.');
    expect(await model.generate(request)).toMatchObject({ stop: 'length', usage });
  });

  it('spends no answer on a canceled call', async () => {
    const model = scriptedModel({ answers: ['hello'] });
    await expect(model.generate({ ...request, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'canceled',
    });
    expect((await model.generate(request)).parts).toEqual([{ type: 'text', text: 'hello' }]);
  });
});
