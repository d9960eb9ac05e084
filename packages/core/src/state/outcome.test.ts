import { RunwrightError } from '@runwright/contract';
import { expect, it } from 'vitest';
import { outcomeOf } from './outcome.ts';

it('the code of an error decides status, category and entry', () => {
  const outcome = (code: ConstructorParameters<typeof RunwrightError>[0]) => {
    const { status, failureCategory, errors } = outcomeOf(new RunwrightError(code, 'why'), 'a');
    return [status, failureCategory, errors.map((entry) => entry.error_code).join()];
  };
  expect(outcome('terminated')).toEqual(['terminated', 'goal_unreachable', '']);
  expect(outcome('canceled')).toEqual(['canceled', null, '']);
  expect(outcome('timed_out')).toEqual(['timed_out', 'limit', 'block_timeout']);
  expect(outcome('max_steps')).toEqual(['failed', 'limit', 'REACH_MAX_STEPS']);
  expect(outcome('template_failed')).toEqual(['failed', 'definition', 'template_error']);
  expect(outcome('secret_unavailable')).toEqual(['failed', 'credential', 'credential_unavailable']);
  expect(outcome('egress_denied')).toEqual(['failed', 'policy', 'egress_refused']);
  expect(outcome('internal')).toEqual(['failed', 'internal', 'internal']);
});

it('what is thrown that is no error of ours fails the block with its text', () => {
  expect(outcomeOf(new TypeError('x is undefined'), 'a')).toMatchObject({
    status: 'failed',
    failureReason: 'x is undefined',
    errors: [{ error_code: 'block_failed', block_label: 'a' }],
  });
  expect(outcomeOf('a text', 'a').failureReason).toBe('a text');
});

it('a block may give its own output, category and errors', () => {
  const error = new RunwrightError('terminated', 'sold out', {
    details: {
      output: { left: 0 },
      failure_category: 'user_defined',
      errors: [
        {
          error_code: 'sold_out',
          reasoning: 'none left',
          confidence_float: 0.9,
          error_type: 'USER_DEFINED_ERROR',
        },
        { error_code: 'late', reasoning: 'too late' },
      ],
    },
  });
  expect(outcomeOf(error, 'a')).toMatchObject({
    status: 'terminated',
    output: { left: 0 },
    failureCategory: 'user_defined',
    errors: [
      {
        error_code: 'sold_out',
        reasoning: 'none left',
        confidence_float: 0.9,
        block_label: 'a',
        error_type: 'USER_DEFINED_ERROR',
      },
      { error_code: 'late', reasoning: 'too late', confidence_float: null, block_label: 'a' },
    ],
  });
  expect(outcomeOf(error, 'a').errors[1]).not.toHaveProperty('error_type');
});

it('a category that nobody knows gives way to that of the code', () => {
  const error = new RunwrightError('model_failed', 'no', { details: { failure_category: 'mood' } });
  expect(outcomeOf(error, 'a').failureCategory).toBe('model');
});

it('a failure with an output that cannot be stored has none', () => {
  let value: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) value = [value];
  const error = new RunwrightError('block_failed', 'no', { details: { output: value } });
  expect(outcomeOf(error, 'a')).toMatchObject({ status: 'failed', failureReason: 'no', output: null });
});
