import { Type } from '@runwright/contract';
import { compileSchema } from '@runwright/definition';
import { describe, expect, it } from 'vitest';
import { parseAnswer } from './parse-answer.ts';

const check = compileSchema(Type.Object({ orders: Type.Array(Type.Object({ n: Type.String() })) }));
const whole = { ok: true, value: { orders: [{ n: '1' }] } };

describe('parseAnswer', () => {
  it.each([
    ['plain JSON', '{"orders":[{"n":"1"}]}'],
    ['a fence and talk around it', 'Here it is:\n```json\n{"orders":[{"n":"1"}]}\n```\nDone.'],
    ['the last of several values', 'First: {"orders":[]}\nCorrected: {"orders":[{"n":"1"}]}'],
    ['the last one that fits', '{"orders":[{"n":"1"}]} as in {"order": 1}, see [2].'],
    ['a value after brackets in prose', 'Is {it\'s} an order [no]? {"orders":[{"n":"1"}]}'],
    ['JSON in a JSON string', JSON.stringify('{"orders":[{"n":"1"}]}')],
    ['a trailing comma and bare keys', '{orders: [{n: "1"},]}'],
  ])('reads %s', (_what, text) => {
    expect(parseAnswer(text, check)).toEqual(whole);
  });

  it('does not close a list that was cut off, which would pass as a whole one', () => {
    const answer = parseAnswer('{"orders":[{"n":"1"},{"n":"2"},{"n":"3', check);
    expect(answer).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining('stops before') }],
    });
  });

  it('takes no draft for the answer when that is cut off', () => {
    const draft = '{"orders":[{"n":"1"}]}';
    for (const end of ['{"orders":[{"n":"1"},{"n":"2', '{"orders":[', '{ orders: [{', '{'])
      expect(parseAnswer(`${draft}\nNow all of them: ${end}`, check).ok).toBe(end === '{');
  });

  it('reads a text of many brackets that nothing closes in a short time', () => {
    expect(parseAnswer(`${'{ x '.repeat(200_000)}`, check).ok).toBe(false);
  });

  it('says that there is no JSON at all', () => {
    expect(parseAnswer('I cannot do that.', check)).toMatchObject({
      ok: false,
      problems: [{ type: 'json_invalid', message: expect.stringContaining('no JSON') }],
    });
  });
});
