import {
  type ArtifactDraft,
  type ModelReply,
  noUsage,
  type RunwrightError,
  type TSchema,
  Type,
  type Usage,
} from '@runwright/contract';
import { manualClock, type ScriptedModelOptions, scriptedModel } from '@runwright/testing';
import { createModelPort, type ModelPortOptions } from './model-port.ts';

/** Schema of a product with an optional price. */
export const schema = Type.Object({ name: Type.String(), price: Type.Optional(Type.Number()) });
/** Tokens of an answer, without a cost. */
export const usage: Usage = { ...noUsage, input: 100, output: 10, cost: null };
/** Reply of a model with one text. */
export const reply = (text: string, more: Partial<ModelReply> = {}) => ({
  parts: [{ type: 'text' as const, text }],
  usage,
  ...more,
});

/** Port to a scripted model, with a clock that stands still, and what the port keeps. */
export const portTo = (script: ScriptedModelOptions, more: Partial<ModelPortOptions> = {}) => {
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
    maxWaitMs: 60_000,
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
/** Error with which a call fails; rejects when it does not. */
export const failure = (attempt: Promise<unknown>): Promise<RunwrightError> =>
  attempt.then(
    () => Promise.reject(new Error('it did not fail')),
    (error) => error,
  );
