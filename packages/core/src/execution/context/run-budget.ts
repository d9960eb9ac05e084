import type { Run, UseCaps } from '@runwright/contract';
import type { EngineDeps } from '../../engine-deps.ts';
import type { Journal } from '../../journal/journal.ts';
import { createDayBudget } from '../../model/day-budget.ts';
import {
  addUse,
  createRunBudget,
  joinBudgets,
  type ModelBudget,
  type ModelCaps,
  type ModelUse,
} from '../../model/model-budget.ts';

/** Creates the budget of the model calls of a run: its own caps, and those of its organization for the day. */
export function openRunBudget(
  { store, clock, settings }: Pick<EngineDeps, 'store' | 'clock' | 'settings'>,
  journal: Journal,
): ModelBudget {
  const { dayCost, dayTokens } = settings.models;
  const record = {
    read: () => journal.run().modelUse,
    add: (used: ModelUse) =>
      journal.defer({
        patch: ({ modelUse }) => ({ modelUse: addUse(modelUse ?? { tokens: 0, cost: 0 }, used) }),
      }),
  };
  const run = journal.run();
  const { organizationId } = run;
  return joinBudgets([
    createRunBudget(runCaps(run, settings.models), record),
    createDayBudget({ cost: dayCost, tokens: dayTokens }, { store, organizationId, now: clock.now }),
  ]);
}

/** Returns the caps on the model calls of a run: the smaller ones of the host and of its settings. */
export function runCaps(
  { settings }: Pick<Run, 'settings'>,
  { runCost, runTokens }: Pick<ModelCaps, 'runCost' | 'runTokens'>,
): UseCaps {
  return { cost: smaller(runCost, settings.maxCost), tokens: smaller(runTokens, settings.maxTokens) };
}

function smaller(a: number | null, b: number | undefined): number | null {
  return a === null || b === undefined ? (a ?? b ?? null) : Math.min(a, b);
}
