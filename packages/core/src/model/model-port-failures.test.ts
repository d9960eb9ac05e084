import { RunwrightError } from '@runwright/contract';
import { scriptedModel } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { failure, portTo, reply, schema } from './model-port.test-helpers.ts';

describe('retries', () => {
  it('a call that takes too long is made once more, within the limit that is set', async () => {
    const slow = new RunwrightError('model_failed', 'It did not respond.', {
      retryable: true,
      details: { timed_out: true },
    });
    const { ask, model, clock } = portTo({ answers: [slow, slow, slow] }, { timeoutMs: 5_000 });
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
    const { ask, clock } = portTo({ answers: [busy(), busy({ retry_after_ms: 9_000 }), { name: 'a' }] });
    const start = clock.now();
    const asked = ask(schema);
    await clock.untilSleeping();
    await clock.advance(500);
    await clock.untilSleeping();
    await clock.advance(9_000);
    expect((await asked).value).toEqual({ name: 'a' });
    expect(clock.now() - start).toBe(9_500);
  });

  it('do not wait for longer than a run may, and ask the next model instead', async () => {
    const tomorrow = () => busy({ retry_after_ms: 3_600_000 });
    const { ask, model } = portTo({ answers: tomorrow });
    const failed = await failure(ask(schema));
    expect(failed.message).toMatch(
      /The provider is busy\. It asks to wait for 3600 s, and a run waits for 60 s/,
    );
    expect(model.requests).toHaveLength(1);

    const next = scriptedModel({ id: 'next', answers: [{ name: 'a' }] });
    expect((await portTo({ answers: tomorrow }, { fallbacks: [next] }).ask(schema)).value).toEqual({
      name: 'a',
    });
  });

  it('end after six tries with the reason of the provider', async () => {
    const { ask, clock, model } = portTo({ answers: () => busy() });
    const failed = failure(ask(schema));
    await clock.untilSleeping();
    await clock.advance(60_000);
    expect((await failed).message).toContain('The provider is busy.');
    expect(model.requests).toHaveLength(6);
  });

  it('do not happen for an error that would come again', async () => {
    const { ask, model } = portTo({ answers: [new RunwrightError('model_failed', 'Wrong key.')] });
    expect((await failure(ask(schema))).message).toContain('Wrong key.');
    expect(model.requests).toHaveLength(1);
  });

  it('stop at once when the run is canceled', async () => {
    const controller = new AbortController();
    const { ask, clock } = portTo({ answers: () => busy() }, { signal: controller.signal });
    const failed = failure(ask(schema));
    await clock.untilSleeping();
    controller.abort();
    expect(await failed).toMatchObject({ code: 'canceled' });
  });

  it('keep the reason of a deadline', async () => {
    const controller = new AbortController();
    controller.abort(new RunwrightError('timed_out', 'Time is up.'));
    const { ask } = portTo({ answers: [] }, { signal: controller.signal });
    expect(await failure(ask(schema))).toMatchObject({ code: 'timed_out' });
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
    const { ask } = portTo({ answers }, { fallbacks: [next], notice });
    expect((await ask(schema, once)).value).toEqual({ name: 'Lamp' });
    expect(notices).toEqual([
      expect.stringContaining('`scripted` gave no answer for `extract`, so `next` is asked'),
    ]);
  });

  it('that fails three times in a row is left out for a while', async () => {
    const next = scriptedModel({ answers: Array.from({ length: 5 }, () => ({ name: 'Lamp' })), id: 'next' });
    const { ask, model, clock } = portTo(
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
    const { ask, model } = portTo(
      { answers: [tooLong, tooLong, tooLong, { name: 'Vase' }] },
      { fallbacks: [next] },
    );
    for (const _ of [1, 2, 3]) await ask(schema, once);
    expect((await ask(schema, once)).value).toEqual({ name: 'Vase' });
    expect(model.requests).toHaveLength(4);
  });

  it('is not replaced when its answer does not fit the schema', async () => {
    const next = scriptedModel({ answers: [], id: 'next' });
    const { ask } = portTo({ answers: [{}, {}] }, { fallbacks: [next] });
    expect((await failure(ask(schema))).message).toContain('does not fit its schema');
    expect(next.requests).toEqual([]);
  });
});
