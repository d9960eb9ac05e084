import { describe, expect, it } from 'vitest';
import { parsedAnswerOf } from './parsed-answer.ts';

const artifact = (id: string, type: string, step = 's1') =>
  ({ artifact_id: id, artifact_type: type, step_id: step }) as never;
const call = (response: string | null, step = 's1') =>
  ({ response_artifact_id: response, step_id: step }) as never;

describe('the answer of a model as it was read', () => {
  const artifacts = [
    artifact('r1', 'llm_response'),
    artifact('other', 'llm_response_parsed', 's2'),
    artifact('p1', 'llm_response_parsed'),
    artifact('r2', 'llm_response'),
    artifact('r3', 'llm_response'),
    artifact('p3', 'llm_response_parsed'),
  ];

  it('is the next one of the same step', () => {
    expect(parsedAnswerOf(call('r1'), artifacts)).toBe('p1');
    expect(parsedAnswerOf(call('r3'), artifacts)).toBe('p3');
  });

  it('is never that of the next call, and is missing where nothing was stored', () => {
    expect(parsedAnswerOf(call('r2'), artifacts)).toBeNull();
    expect(parsedAnswerOf(call(null), artifacts)).toBeNull();
    expect(parsedAnswerOf(call('gone'), artifacts)).toBeNull();
  });
});
