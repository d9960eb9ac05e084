import { expect, it } from 'vitest';
import { readEnvironment } from '../environment.ts';
import { checkPricesOfModels } from './prices.ts';

const own = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', RUNWRIGHT_MODEL: 'local-model' };

it.each(['RUNWRIGHT_MAX_RUN_COST', 'RUNWRIGHT_MAX_DAY_COST'])(
  'a model without a price is a problem when `%s` is set',
  async (name) => {
    const environment = readEnvironment({ ...own, RUNWRIGHT_MODEL_FALLBACK: 'gpt-4.1', [name]: '1' });
    expect(await checkPricesOfModels(environment)).toMatchObject({
      ok: false,
      found: `${name} cannot be kept without the price of \`local-model\`, so calls of these models are refused`,
      fix: expect.stringContaining('RUNWRIGHT_PRICES'),
    });
  },
);

it.each([
  ['no cap on cost is set', { ...own, RUNWRIGHT_MAX_DAY_TOKENS: '1000' }, /^not known for `local-model`/],
  ['all prices are known', { OPENAI_API_KEY: 'sk', RUNWRIGHT_MAX_RUN_COST: '1' }, /^known$/],
  ['there is no model', { RUNWRIGHT_MAX_RUN_COST: '1' }, /^no model$/],
])('prices are no problem when %s', async (_, variables, found) => {
  expect(await checkPricesOfModels(readEnvironment(variables))).toEqual({
    ok: true,
    found: expect.stringMatching(found),
  });
});
