import type { EngineDeps } from '../../engine-deps.ts';
import type { Journal } from '../../journal/journal.ts';
import { createDayBudget } from '../../model/day-budget.ts';
import {
  addUse,
  createRunBudget,
  joinBudgets,
  type ModelBudget,
  type ModelUse,
} from '../../model/model-budget.ts';

/** Creates the budget of the model calls of a run: its own caps, and those of its organization for the day. */
export function openRunBudget(
  { store, clock, settings }: Pick<EngineDeps, 'store' | 'clock' | 'settings'>,
  journal: Journal,
): ModelBudget {
  const { runCost, runTokens, dayCost, dayTokens } = settings.models;
  const record = {
    read: () => journal.run().modelUse,
    add: (used: ModelUse) =>
      journal.defer({
        patch: ({ modelUse }) => ({ modelUse: addUse(modelUse ?? { tokens: 0, cost: 0 }, used) }),
      }),
  };
  const { organizationId } = journal.run();
  return joinBudgets([
    createRunBudget({ cost: runCost, tokens: runTokens }, record),
    createDayBudget({ cost: dayCost, tokens: dayTokens }, { store, organizationId, now: clock.now }),
  ]);
}
