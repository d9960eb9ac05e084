import type { Parameter, WorkflowDefinition } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { convertParameters, convertValue } from './convert-parameters.ts';

const definition = (...parameters: Parameter[]): WorkflowDefinition => ({
  parameters,
  blocks: [],
  strict_templates: false,
});
const wanted = (
  key: string,
  type: Extract<Parameter, { parameter_type: 'workflow' }>['workflow_parameter_type'],
  default_value?: unknown,
): Parameter => ({ parameter_type: 'workflow', key, workflow_parameter_type: type, default_value });

describe('conversion', () => {
  it.each([
    ['string', 7, '7'],
    ['string', '', ''],
    ['string', { a: [1] }, '{"a":[1]}'],
    ['integer', ' 12 ', 12],
    ['integer', 7.0, 7],
    ['float', '2.5', 2.5],
    ['boolean', 'TRUE', true],
    ['boolean', '1', true],
    ['boolean', 0, false],
    ['json', '{"a": 1}', { a: 1 }],
    ['json', [1], [1]],
    ['file_url', { s3uri: 'artifact://a_1' }, { s3uri: 'artifact://a_1' }],
  ] as const)('%s takes %j as %j', (type, given, value) => {
    expect(convertValue(type, given)).toEqual({ ok: true, value });
  });

  it.each([
    ['integer', '1.5', 'int_parsing'],
    ['integer', 1.5, 'int_parsing'],
    ['integer', 'abc', 'int_parsing'],
    ['integer', true, 'int_parsing'],
    ['float', 'abc', 'float_parsing'],
    ['float', true, 'float_parsing'],
    ['boolean', 'yes', 'bool_parsing'],
    ['boolean', 2, 'bool_parsing'],
    ['json', '{bad', 'value_error'],
    ['json', `${'['.repeat(501)}${']'.repeat(501)}`, 'value_error'],
    ['credential_id', 5, 'value_error'],
    ['integer', '', 'missing'],
    ['json', ' ', 'missing'],
    ['file_url', { s3uri: '' }, 'missing'],
    ['string', null, 'missing'],
  ] as const)('%s refuses %j as %s', (type, given, problem) => {
    expect(convertValue(type, given)).toMatchObject({ ok: false, type: problem });
  });
});

describe('the parameters of a run', () => {
  it('all missing ones are named at once, sorted by key', () => {
    const converted = convertParameters(definition(wanted('q', 'string'), wanted('p', 'integer')), { r: 1 });
    expect(converted.problems).toEqual([
      { path: ['parameters', 'p'], type: 'missing', message: 'Field required' },
      { path: ['parameters', 'q'], type: 'missing', message: 'Field required' },
    ]);
    expect(converted.warnings).toMatchObject([{ path: ['parameters', 'r'] }]);
    expect(converted.warnings[0]?.message).toContain('no parameter `r`');
  });

  it('a default stands in for null, blank and absent, and is converted itself', () => {
    const one = definition(wanted('p', 'json', '{"a": 1}'));
    for (const given of [null, {}, { p: null }, { p: '' }]) {
      expect(convertParameters(one, given)).toEqual({ values: { p: { a: 1 } }, problems: [], warnings: [] });
    }
  });

  it('a credential is null when it is left out, and secrets are no business of the caller', () => {
    const secret: Parameter = { parameter_type: 'aws_secret', key: 's', aws_key: 'shop/password' };
    const converted = convertParameters(definition(wanted('c', 'credential_id'), secret), { s: 'x' });
    expect(converted.values).toEqual({ c: null });
    expect(converted.warnings).toMatchObject([{ path: ['parameters', 's'] }]);
  });

  it('inherited members of the given object are no values', () => {
    expect(convertParameters(definition(wanted('toString', 'string')), {}).problems).toHaveLength(1);
  });
});
