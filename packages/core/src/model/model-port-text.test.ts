import { type ArtifactDraft, cutAnswerUsage, type ModelReply, noUsage } from '@runwright/contract';
import { manualClock, scriptedModel } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { createModelPort, type ModelPortOptions } from './model-port.ts';

const reply = (text: string, more: Partial<ModelReply> = {}) => ({
  ...{ parts: [{ type: 'text' as const, text }], usage: { ...noUsage, input: 100, output: 10 } },
  ...more,
});

function open(answers: readonly (string | ReturnType<typeof reply>)[], more: Partial<ModelPortOptions> = {}) {
  const model = scriptedModel({ answers });
  const kept: ArtifactDraft[] = [];
  const port = createModelPort({
    ...{
      purpose: 'cua',
      model,
      clock: manualClock(),
      random: () => 1,
      systemPrompt: null,
      timeoutMs: 60_000,
      maxWaitMs: 60_000,
    },
    ...{ signal: new AbortController().signal, mask: (value) => value },
    keep: async (artifact) => void kept.push(artifact),
    ...more,
  });
  const ask = () =>
    port.generateText({
      messages: [{ role: 'user', content: 'Where?' }],
      ...{ stepId: 'stp_1', signal: new AbortController().signal },
    });
  return { model, kept, ask };
}

describe('free text', () => {
  it('is returned as the model writes it, also when it looks like JSON that breaks off', async () => {
    const { model, ask } = open(['Thought: {"a": [']);
    expect(await ask()).toMatchObject({ text: 'Thought: {"a": [' });
    expect(model.requests).toHaveLength(1);
  });

  it('is asked for without an output format and without words about one', async () => {
    const { model, ask } = open(['here']);
    await ask();
    expect(model.requests[0]?.output).toBeUndefined();
    expect(model.requests[0]?.messages).toEqual([{ role: 'user', content: 'Where?' }]);
  });

  it('keeps the prompt and the bodies of its call with the step', async () => {
    const { kept, ask } = open(['here']);
    await ask();
    expect(kept.map(({ type, stepId }) => [type, stepId])).toEqual([
      ['llm_prompt', 'stp_1'],
      ['llm_request', 'stp_1'],
      ['llm_response', 'stp_1'],
    ]);
  });

  it('that was cut off is asked for once more with twice the room, and is then an error', async () => {
    const cut = reply('Thou', { stop: 'length' });
    const { model, ask } = open([cut, reply('Thought: here')]);
    expect(await ask()).toMatchObject({ text: 'Thought: here', usage: { input: 200, output: 20 } });
    expect(model.requests.map(({ limits }) => limits.outputTokens)).toEqual([4_096, 8_192]);
    const error: unknown = await open([cut, cut])
      .ask()
      .catch((thrown: unknown) => thrown);
    expect(cutAnswerUsage(error)).toMatchObject({ input: 200 });
  });

  it('comes from the next model when one refuses twice', async () => {
    const refusal = reply('No.', { stop: 'refusal' });
    const other = scriptedModel({ id: 'other', answers: ['here'] });
    const { ask } = open([refusal, refusal], { fallbacks: [other] });
    expect(await ask()).toMatchObject({ text: 'here' });
  });
});
