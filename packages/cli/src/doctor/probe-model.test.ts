import { RunwrightError } from '@runwright/contract';
import { type ScriptedAnswer, scriptedModel } from '@runwright/testing';
import { expect, it } from 'vitest';
import { probeModel } from './probe-model.ts';

const probe = (answers: readonly ScriptedAnswer[]) =>
  probeModel(scriptedModel({ answers, can: { images: true, tools: true } }), {
    timeoutMs: 1_000,
    signal: new AbortController().signal,
  });
const says = (text: string) => ({ parts: [{ type: 'text' as const, text }] });
const refused = new RunwrightError('model_failed', 'Not supported.', { details: { status: 400 } });
const busy = new RunwrightError('model_failed', 'Busy.', { retryable: true, details: { status: 429 } });

it('finds what a model can do by what only such a model answers', async () => {
  const call = { type: 'tool-call' as const, id: 'c', name: 'report', input: { word: 'ready' } };
  expect(
    await probe([{ word: 'ready' }, { word: 'ready' }, says('Red.'), { parts: [call], stop: 'tool' }]),
  ).toEqual({
    ...{ structured: true, jsonSchema: true, jsonObject: true, images: true, tools: true },
  });
});

it('takes a refused call and a wrong answer for a capability that is missing', async () => {
  const none = [refused, says('word: ready'), says('The word is ready.')];
  expect(await probe([...none, says('I see no image.'), says('ready')])).toEqual({
    ...{ structured: false, jsonSchema: false, jsonObject: false, images: false, tools: false },
  });
});

it('does not know what a call would have shown that failed in passing', async () => {
  expect(await probe([busy, { word: 'ready' }, refused, busy])).toEqual({
    ...{ structured: true, jsonSchema: null, jsonObject: true, images: false, tools: null },
  });
});

it('a model without modes for JSON that answers with JSON in a code block is good enough', async () => {
  const text = says('Here it is:\n```json\n{"word": "ready"}\n```');
  expect(await probe([refused, refused, text, refused, refused])).toMatchObject({
    ...{ structured: true, jsonSchema: false, jsonObject: false },
  });
});
