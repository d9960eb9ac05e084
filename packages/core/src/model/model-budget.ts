import { type Run, RunwrightError, type UseCaps } from '@runwright/contract';

/** Most that model calls may use; null: no limit. */
export interface ModelCaps {
  /** US dollars of one run. */
  readonly runCost: number | null;
  /** Tokens of one run, of prompts and answers together. */
  readonly runTokens: number | null;
  /** US dollars of all runs of an organization in one day (UTC). */
  readonly dayCost: number | null;
  /** Tokens of all runs of an organization in one day (UTC). */
  readonly dayTokens: number | null;
}

/** Tokens and cost of model calls; the cost is null when a price is unknown. */
export type ModelUse = NonNullable<Run['modelUse']>;

/** Replaces the reservation of a call by what the call has used; null for a call that failed. */
export type Settle = (used: ModelUse | null) => Promise<void>;

/** Budget for model calls. */
export interface ModelBudget {
  /**
   * Reserves the most that one call can use, before it is sent.
   *
   * @throws RunwrightError `max_cost` when the call could pass a cap, or its cost cannot be known
   */
  reserve(model: string, most: ModelUse): Promise<Settle>;
}

/** Where the use of a run is kept. */
export interface UseRecord {
  /** What the run has used so far; null: nothing. */
  read(): ModelUse | null;
  add(used: ModelUse): void;
}

/** Creates the budget of a run, which its blocks share. Calls that run at once count with their reservations. */
export function createRunBudget(caps: UseCaps, record: UseRecord): ModelBudget {
  const open = new Set<ModelUse>();
  const planned = (most: ModelUse): ModelUse =>
    [...open, most].reduce(addUse, record.read() ?? { tokens: 0, cost: 0 });

  return {
    async reserve(model, most) {
      const after = planned(most);
      if (caps.tokens !== null && after.tokens > caps.tokens) {
        throw overCap(
          `The next call of the model \`${model}\` could bring the run to ${after.tokens} tokens, but it may use ${caps.tokens}.`,
        );
      }
      if (caps.cost !== null && after.cost === null) {
        throw overCap(
          `The cost of a run is limited to $${caps.cost}, but the price of the model \`${model}\` or of one before it is not known. Add it to the prices, or limit tokens instead.`,
        );
      }
      if (caps.cost !== null && after.cost !== null && after.cost > caps.cost) {
        throw overCap(
          `The next call of the model \`${model}\` could bring the run to $${after.cost.toFixed(4)}, but it may cost $${caps.cost}.`,
        );
      }
      open.add(most);
      return async (used) => {
        open.delete(most);
        if (used !== null) record.add(used);
      };
    },
  };
}

/** Joins budgets: a call needs a reservation in each, and one that is refused leaves none behind. */
export function joinBudgets(budgets: readonly ModelBudget[]): ModelBudget {
  return {
    async reserve(model, most) {
      const reserved: Settle[] = [];
      const settle: Settle = async (used) => {
        for (const each of reserved) await each(used);
      };
      try {
        for (const budget of budgets) reserved.push(await budget.reserve(model, most));
      } catch (error) {
        await settle(null);
        throw error;
      }
      return settle;
    },
  };
}

/** The sum of two uses; the cost is unknown as soon as one is. */
export function addUse(a: ModelUse, b: ModelUse): ModelUse {
  return { tokens: a.tokens + b.tokens, cost: a.cost === null || b.cost === null ? null : a.cost + b.cost };
}

/** Returns the error of a call that could pass a cap. */
export function overCap(
  message: string,
  remedy = 'Raise the limit or make the goal smaller.',
): RunwrightError {
  return new RunwrightError('max_cost', `${message} ${remedy}`, {
    details: {
      failure_category: 'limit',
      errors: [
        { error_code: 'REACH_MAX_COST', reasoning: message, confidence_float: null, block_label: null },
      ],
    },
  });
}
