import { Type } from '@runwright/contract';
import { compileSchema, invalidInput } from '@runwright/definition';
import type { ModelPrice } from '../api/model-price.ts';

const dollars = Type.Number({ minimum: 0, description: 'US dollars for a million tokens.' });
const check = compileSchema(
  Type.Object({
    prices: Type.Record(
      Type.String(),
      Type.Object(
        { input: dollars, cached: dollars, output: dollars, cacheWrite: Type.Optional(dollars) },
        { additionalProperties: false },
      ),
    ),
  }),
);

/** Returns a table of prices by model name. Throws `invalid_input` with every mistake. */
export function checkPrices(given: unknown): Readonly<Record<string, ModelPrice>> {
  const checked = check({ prices: given });
  if (!checked.ok) throw invalidInput('The prices of the models cannot be used', checked.problems);
  return checked.value.prices;
}
