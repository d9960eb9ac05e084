import { expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import {
  environmentModel,
  environmentModelLabels,
  environmentModels,
  hasModel,
} from './environment-models.ts';

const openai = { OPENAI_API_KEY: 'sk' };
const anthropic = { ANTHROPIC_API_KEY: 'sk-ant' };

function chosen(variables: Record<string, string>, ...how: Parameters<ChooseModel>) {
  const model = environmentModels(readEnvironment(variables))?.choose(...how);
  return model ? `${model.provider} ${model.id}` : null;
}
type ChooseModel = NonNullable<ReturnType<typeof environmentModels>>['choose'];

it('without a key or an address there is no model', () => {
  expect(hasModel(readEnvironment({}))).toBe(false);
  expect(environmentModels(readEnvironment({}))).toBe(null);
  expect(environmentModelLabels(readEnvironment({}))).toEqual({});
});

it.each([
  [openai, 'api.openai.com gpt-4.1'],
  [anthropic, 'api.anthropic.com claude-sonnet-5-5'],
  [{ ...openai, ...anthropic }, 'api.openai.com gpt-4.1'],
  [{ ...openai, ...anthropic, RUNWRIGHT_MODEL: 'claude-opus-4-8' }, 'api.anthropic.com claude-opus-4-8'],
  [{ ...anthropic, RUNWRIGHT_MODEL: 'anthropic/claude-opus-4-8' }, 'api.anthropic.com claude-opus-4-8'],
  // A gateway with OpenAI's protocol may have models of everybody.
  [{ ...openai, RUNWRIGHT_MODEL: 'claude-opus-4-8' }, 'api.openai.com claude-opus-4-8'],
  [{ ...anthropic, RUNWRIGHT_MODEL: 'other' }, 'api.anthropic.com other'],
])('the main model of %j is %s', (variables, model) => {
  expect(chosen(variables, 'act', null)).toBe(model);
});

it('a purpose and a run choose among the models that are named', () => {
  const variables = { ...openai, ...anthropic, RUNWRIGHT_MODEL_VERIFY: 'claude-haiku-4-5' };
  expect(chosen(variables, 'verify', null)).toBe('api.anthropic.com claude-haiku-4-5');
  expect(chosen(variables, 'act', 'claude-haiku-4-5')).toBe('api.anthropic.com claude-haiku-4-5');
  expect(chosen(variables, 'act', 'claude-opus-4-8')).toBe(null);
  expect(Object.keys(environmentModelLabels(readEnvironment(variables)))).toEqual([
    ...['gpt-4.1', 'claude-haiku-4-5', 'claude-sonnet-5-5'],
  ]);
  expect(environmentModel(readEnvironment(variables))).toBe('gpt-4.1');
});

it.each([
  ['the default model of Anthropic', {}, 'anthropic', 'api.anthropic.com claude-sonnet-5-5'],
  ['the main model', {}, 'openai', 'api.openai.com gpt-4.1'],
  [
    'the model of the purpose',
    { RUNWRIGHT_MODEL_CUA: 'claude-opus-4-8' },
    'anthropic',
    'api.anthropic.com claude-opus-4-8',
  ],
  [
    'another model than that of the purpose',
    { RUNWRIGHT_MODEL_CUA: 'claude-opus-4-8' },
    'openai',
    'api.openai.com gpt-4.1',
  ],
  ['the main model without a wish', {}, null, 'api.openai.com gpt-4.1'],
] as const)('with both keys an engine gets %s', (_name, variables, computer, model) => {
  expect(chosen({ ...openai, ...anthropic, ...variables }, 'cua', null, computer)).toBe(model);
});

it('an engine gets the main model when no model has its computer tool', () => {
  expect(chosen(openai, 'cua', null, 'anthropic')).toBe('api.openai.com gpt-4.1');
  expect(chosen(anthropic, 'cua', null, 'openai')).toBe('api.anthropic.com claude-sonnet-5-5');
});

it('a purpose has its own fallback models, and the common ones without a list', () => {
  const environment = readEnvironment({
    OPENAI_API_KEY: 'sk',
    RUNWRIGHT_MODEL: 'main',
    RUNWRIGHT_MODEL_FALLBACK: 'small',
    RUNWRIGHT_MODEL_FALLBACK_EXTRACT: 'careful, small',
  });
  const names = (purpose: 'extract' | 'act') =>
    environmentModels(environment)
      ?.fallbacks(purpose)
      .map(({ id }) => id);
  expect(names('extract')).toEqual(['careful', 'small']);
  expect(names('act')).toEqual(['small']);
  expect(Object.keys(environmentModelLabels(environment))).toEqual(['main', 'small', 'careful']);
});

it('a model takes images unless the environment says that it does not', () => {
  const variables = { ...openai, ...anthropic, RUNWRIGHT_MODEL: 'qwen', RUNWRIGHT_MODEL_CUA: 'seeing' };
  const seeing = (more: Record<string, string>) => {
    const models = environmentModels(readEnvironment({ ...variables, ...more }));
    return ['qwen', 'seeing', 'claude-sonnet-5-5'].filter((name) => models?.choose('act', name)?.can.images);
  };
  expect(seeing({})).toEqual(['qwen', 'seeing', 'claude-sonnet-5-5']);
  expect(seeing({ RUNWRIGHT_MODEL_NO_IMAGES: 'qwen, claude-sonnet-5-5' })).toEqual(['seeing']);
  expect(() => seeing({ RUNWRIGHT_MODEL_NO_IMAGES: 'qwenn' })).toThrow(
    'RUNWRIGHT_MODEL_NO_IMAGES has `qwenn`, which no setting of models names. Correct or remove it; the models are `qwen`, `seeing`, `claude-sonnet-5-5`.',
  );
});
