import { expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import { environmentModelLabels, environmentModels } from './environment-models.ts';

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
