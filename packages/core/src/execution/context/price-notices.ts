import { modelPurposes } from '@runwright/contract';
import type { ModelSettings } from '../../model/model-settings.ts';
import { priceOf } from '../../model/price.ts';
import { runCaps } from './run-budget.ts';
import type { RunScope } from './run-scope.ts';

/** Sentences about models of a run whose calls will be refused, because cost is limited and their price is not known. */
export function priceNotices(
  { run, model }: Pick<RunScope, 'run' | 'model'>,
  settings: ModelSettings,
): readonly string[] {
  const isLimited = settings.dayCost !== null || runCaps(run, settings).cost !== null;
  if (!isLimited) return [];
  const asked = modelPurposes.flatMap((purpose) => [
    model(purpose, run.settings.modelName),
    ...settings.fallbacks(purpose),
  ]);
  const names = new Set(asked.flatMap((each) => each?.id ?? []));
  const unknown = [...names].filter((name) => priceOf(name, settings.prices) === null);
  if (unknown.length === 0) return [];
  return [
    `The cost of model calls is limited, but no price is known for ${unknown.map((name) => `\`${name}\``).join(', ')}: calls of such models are refused. Add their prices, or limit tokens instead.`,
  ];
}
