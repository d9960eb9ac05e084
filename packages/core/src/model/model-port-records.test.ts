import type { ModelCallEvent } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { createRunBudget, type ModelUse } from './model-budget.ts';
import { failure, portTo, reply, schema, usage } from './model-port.test-helpers.ts';

describe('what is sent and stored', () => {
  it('every call leaves prompt, request, response and parsed value, at its step', async () => {
    const wire = {
      request: { model: 'm', image: `data:image/png;base64,${'A'.repeat(2_000)}` },
      response: { id: 1 },
    };
    const { ask, kept } = portTo({ answers: [reply('{"name": "Lamp"}', { wire })] });
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

  it('each request is told with its tokens, its duration and the artifacts that hold it', async () => {
    const calls: ModelCallEvent[] = [];
    let artifacts = 0;
    const { ask } = portTo(
      { answers: [reply('{"name": 1}'), reply('{"name": "Lamp"}')] },
      {
        keep: async ({ type }) => `${type} ${++artifacts}`,
        called: (call) => void calls.push(call),
      },
    );
    await ask(schema, { stepId: 'stp_1', thoughtId: 'th_1' });
    const call = {
      ...{ type: 'model-call', purpose: 'extract', model: 'scripted', stepId: 'stp_1', thoughtId: 'th_1' },
      ...{ status: 'completed', error: null, usage, durationMs: 0 },
    };
    expect(calls).toEqual(
      [1, 4].map((first) => ({
        ...call,
        promptArtifactId: `llm_prompt ${first}`,
        requestArtifactId: `llm_request ${first + 1}`,
        responseArtifactId: `llm_response ${first + 2}`,
      })),
    );
  });

  it('a request that fails is told with its reason, masked', async () => {
    const calls: ModelCallEvent[] = [];
    const mask = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('s3cret', '*****'));
    const { ask } = portTo(
      { answers: [new Error('the key s3cret is wrong')] },
      { mask, called: (call) => void calls.push(call) },
    );
    expect(await failure(ask(schema))).toMatchObject({ code: 'model_failed' });
    expect(calls).toMatchObject([
      { status: 'failed', error: expect.stringContaining('the key ***** is wrong'), usage: null },
    ]);
    expect(calls).toMatchObject([{ requestArtifactId: null, responseArtifactId: null, stepId: null }]);
  });

  it('secrets are masked before they leave, and the system prompt comes first', async () => {
    const mask = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('cost', '*****'));
    const { ask, model, kept } = portTo({ answers: [{ name: 'cost' }] }, { mask, systemPrompt: 'Be brief.' });
    expect((await ask(schema)).value).toEqual({ name: 'cost' });
    expect(model.requests[0]?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What does it *****?' },
    ]);
    expect(JSON.parse(String(kept.at(-1)?.content))).toEqual({ name: '*****' });
  });

  it('images are left out for a model that reads text only', async () => {
    const messages = [{ role: 'user', content: [{ type: 'image', mediaType: 'image/png', data: 'AAAA' }] }];
    const blind = portTo({ answers: [{ name: 'a' }] });
    await blind.ask(schema, { messages });
    expect(JSON.stringify(blind.model.requests[0]?.messages)).toContain('An image stood here');
    const seeing = portTo({ answers: [{ name: 'a' }], can: { images: true } });
    await seeing.ask(schema, { messages });
    expect(seeing.model.requests[0]?.messages).toEqual(messages);
  });

  it('the cost comes from the price table, and stays unknown for an unknown model', async () => {
    const known = portTo({ answers: [reply('{"name": "a"}', { model: 'gpt-4o-2024-08-06' })] });
    expect((await known.ask(schema)).usage.cost).toBeCloseTo((100 * 2.5 + 10 * 10) / 1_000_000, 12);
    const unknown = portTo({ answers: [reply('{"name": "a"}', { model: 'house-model' })] });
    expect((await unknown.ask(schema)).usage.cost).toBeNull();
  });
});

describe('a call that could pass a cap', () => {
  it('has the price of the model that was asked when the answer names another one', async () => {
    const uses: ModelUse[] = [];
    const record = { read: () => null, add: (use: ModelUse) => void uses.push(use) };
    const prices = { scripted: { input: 1, cached: 1, output: 10 } };
    const { ask } = portTo(
      { answers: [reply('{"name":"Lamp"}', { model: 'proxy/scripted' })] },
      { budget: createRunBudget({ cost: 1, tokens: null }, record), prices },
    );
    await ask(schema);
    expect(uses).toEqual([{ tokens: 110, cost: expect.closeTo(0.0002, 9) }]);
  });

  it('is not sent', async () => {
    const record = { read: () => null, add: () => undefined };
    const { ask, model } = portTo(
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
