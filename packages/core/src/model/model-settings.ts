import { RunwrightError } from '@runwright/contract';
import type { EngineDrivers, EngineSettings } from '../api/engine-options.ts';
import type { ModelPrice } from '../api/model-price.ts';
import { checkPrices } from './check-prices.ts';
import type { ModelCaps } from './model-budget.ts';
import { listPrices } from './price.ts';

/** Models that are asked, in this order, when the one of a purpose gives no answer. */
export type FallbackChoice = Extract<EngineDrivers['fallbackModels'], (...purpose: never) => unknown>;

/** Caps, prices and fallbacks of model calls. */
export interface ModelSettings extends ModelCaps {
  /** By model name. */
  readonly prices: Readonly<Record<string, ModelPrice>>;
  readonly fallbacks: FallbackChoice;
}

/**
 * Returns the settings of the models with their defaults: no caps, and the list prices.
 *
 * @throws RunwrightError `invalid_input` for a cap that is no positive number and for prices that cannot be used
 */
export function modelSettings(
  settings: NonNullable<EngineSettings['models']>,
  fallbacks: NonNullable<EngineDrivers['fallbackModels']>,
): ModelSettings {
  const caps: ModelCaps = {
    runCost: settings.runCost ?? null,
    runTokens: settings.runTokens ?? null,
    dayCost: settings.dayCost ?? null,
    dayTokens: settings.dayTokens ?? null,
  };
  for (const [name, value] of Object.entries(caps)) checkCap(name, value);
  const copied = typeof fallbacks === 'function' ? [] : [...fallbacks];
  return {
    ...caps,
    prices: { ...listPrices, ...checkPrices(settings.prices ?? {}) },
    fallbacks: typeof fallbacks === 'function' ? fallbacks : () => copied,
  };
}

function checkCap(name: string, value: number | null): void {
  if (value === null || (Number.isFinite(value) && value > 0)) return;
  throw new RunwrightError(
    'invalid_input',
    `Invalid cap \`models.${name}\`: \`${value}\`. Use a number above 0, or leave it out.`,
  );
}
