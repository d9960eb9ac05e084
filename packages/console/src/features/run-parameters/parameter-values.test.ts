import { describe, expect, it } from 'vitest';
import { formParameters, inputTexts, readValues } from './parameter-values.ts';

const parameter = (type: string, defaultValue: unknown = null) => ({
  key: 'k',
  type,
  description: null,
  defaultValue,
});

describe('values of parameters', () => {
  it('are asked for those that a run gives, not for secrets and outputs', () => {
    expect(
      formParameters([
        { key: 'a', parameter_type: 'workflow', workflow_parameter_type: 'integer', default_value: 3 },
        { key: 'b', parameter_type: 'aws_secret', aws_key: 'x' },
        { key: 'c', parameter_type: 'output' },
      ]),
    ).toEqual([{ key: 'a', type: 'integer', description: null, defaultValue: 3 }]);
  });

  it.each([
    ['integer', '12', { value: 12 }],
    ['integer', '1.5', { problem: 'Enter a whole number, such as 12.' }],
    ['float', ' 1.5 ', { value: 1.5 }],
    ['float', 'x', { problem: 'Enter a number, such as 1.5.' }],
    ['integer', '9007199254740993', { problem: expect.stringContaining('to stay exact') }],
    ['float', '1e400', { problem: expect.stringContaining('to stay exact') }],
    ['float', '1e-400', { problem: expect.stringContaining('to stay exact') }],
    ['float', '1e21', { value: 1e21 }],
    ['float', '1_000', { problem: 'Enter a number, such as 1.5.' }],
    ['json', '{"id":7615917337495251231,"n":1e400}', { value: { id: '7615917337495251231', n: '1e400' } }],
    ['boolean', 'true', { value: true }],
    ['boolean', 'false', { value: false }],
    ['json', '{"a":[1]}', { value: { a: [1] } }],
    ['string', ' as it is ', { value: ' as it is ' }],
    ['string', '', { value: '' }],
    ['file_url', ' https://a.test/x.pdf ', { value: 'https://a.test/x.pdf' }],
    ['integer', '', { problem: 'Enter a value for k.' }],
    ['credential_id', '', { isDefault: true }],
  ])('of type %s are read from `%s`', (type, text, expected) => {
    const { values, problems } = readValues([parameter(type)], { k: text });
    const { value, problem } = expected as { value?: unknown; problem?: string };
    expect(values).toEqual(value === undefined ? {} : { k: value });
    expect(problems).toEqual(problem === undefined ? {} : { k: problem });
  });

  it('are left out where the default applies, and JSON that is none says why', () => {
    expect(readValues([parameter('integer', 3)], { k: '' })).toEqual({ values: {}, problems: {}, empty: [] });
    expect(readValues([parameter('json')], { k: '{' }).problems).toEqual({
      k: expect.stringContaining('not JSON'),
    });
  });

  it('that are empty texts are named when they have no default: the service would take them', () => {
    expect(readValues([parameter('string')], { k: ' ' })).toEqual({
      values: { k: ' ' },
      problems: {},
      empty: ['k'],
    });
    expect(readValues([parameter('string', 'a')], { k: '' })).toEqual({
      values: { k: '' },
      problems: {},
      empty: [],
    });
  });

  it('begin with what was given, else with the text of the default', () => {
    expect(inputTexts([parameter('json', { a: 1 })])).toEqual({ k: '{\n  "a": 1\n}' });
    expect(inputTexts([parameter('boolean', true)])).toEqual({ k: 'true' });
    expect(inputTexts([parameter('string')])).toEqual({ k: '' });
    expect(inputTexts([parameter('integer', 3)], { k: 4 })).toEqual({ k: '4' });
  });
});
