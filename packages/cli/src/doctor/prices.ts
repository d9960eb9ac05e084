import { listPrices, priceOf } from '@runwright/core';
import type { Finding } from '../commands/doctor.ts';
import type { Environment } from '../environment.ts';
import { environmentModelLabels } from '../environment-models.ts';
import { readPriceFile } from '../price-file.ts';

/** Checks that the price of every configured model is known when cost is limited: calls of the others are refused. */
export async function checkPricesOfModels(environment: Environment): Promise<Finding> {
  const { runCost, dayCost, priceFile } = environment.model;
  const own = priceFile === null ? {} : await readPriceFile(priceFile);
  const names = Object.keys(environmentModelLabels(environment));
  const unknown = names.filter((name) => priceOf(name, { ...listPrices, ...own }) === null);
  const list = unknown.map((name) => `\`${name}\``).join(', ');
  if (unknown.length === 0) return { ok: true, found: names.length === 0 ? 'no model' : 'known' };
  if (runCost === null && dayCost === null) {
    return { ok: true, found: `not known for ${list}, whose cost is not counted` };
  }
  const caps = [
    runCost === null ? [] : ['RUNWRIGHT_MAX_RUN_COST'],
    dayCost === null ? [] : ['RUNWRIGHT_MAX_DAY_COST'],
  ].flat();
  return {
    ok: false,
    found: `${caps.join(' and ')} cannot be kept without the price of ${list}, so calls of these models are refused`,
    fix: 'add the prices to the file of RUNWRIGHT_PRICES, or limit tokens instead',
  };
}
