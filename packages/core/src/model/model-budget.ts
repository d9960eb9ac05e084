import { type Run, RunwrightError } from '@runwright/contract';

/** Most that the model calls of one run may use; null: no limit. */
export interface ModelCaps {
  /** US dollars. */
  readonly runCost: number | null;
  /** Tokens of prompts and answers together. */
  readonly runTokens: number | null;
}

/** Tokens and cost of model calls; the cost is null when a price is unknown. */
export type ModelUse = NonNullable<Run['modelUse']>;

/** Budget of one run for model calls, which its blocks share. */
export interface ModelBudget {
  /**
   * Reserves the most that one call can use, before it is sent. Returns the function that replaces the reservation by what the
   * call has used; null for a call that failed.
   *
   * @throws RunwrightError `max_cost` when the call could pass a cap, or its cost cannot be known
   */
  reserve(model: string, most: ModelUse): (used: ModelUse | null) => void;
}

/** Where the use of a run is kept. */
export interface UseRecord {
  /** What the run has used so far; null: nothing. */
  read(): ModelUse | null;
  add(used: ModelUse): void;
}

/** Creates the budget of a run. Calls that run at once count with their reservations. */
export function createModelBudget({ runCost, runTokens }: ModelCaps, record: UseRecord): ModelBudget {
  const open = new Set<ModelUse>();
  const planned = (most: ModelUse): ModelUse =>
    [...open, most].reduce(addUse, record.read() ?? { tokens: 0, cost: 0 });

  return {
    reserve(model, most) {
      const after = planned(most);
      if (runTokens !== null && after.tokens > runTokens) {
        throw overCap(
          `The next call of the model \`${model}\` could bring the run to ${after.tokens} tokens, but it may use ${runTokens}.`,
        );
      }
      if (runCost !== null && after.cost === null) {
        throw overCap(
          `The cost of a run is limited to $${runCost}, but the price of the model \`${model}\` or of one before it is not known. Add it to the prices, or limit tokens instead.`,
        );
      }
      if (runCost !== null && after.cost !== null && after.cost > runCost) {
        throw overCap(
          `The next call of the model \`${model}\` could bring the run to $${after.cost.toFixed(4)}, but it may cost $${runCost}.`,
        );
      }
      open.add(most);
      return (used) => {
        open.delete(most);
        if (used !== null) record.add(used);
      };
    },
  };
}

/** The sum of two uses; the cost is unknown as soon as one is. */
export function addUse(a: ModelUse, b: ModelUse): ModelUse {
  return { tokens: a.tokens + b.tokens, cost: a.cost === null || b.cost === null ? null : a.cost + b.cost };
}

function overCap(message: string): RunwrightError {
  return new RunwrightError('max_cost', `${message} Raise the limit or make the goal smaller.`, {
    details: {
      failure_category: 'limit',
      errors: [
        { error_code: 'REACH_MAX_COST', reasoning: message, confidence_float: null, block_label: null },
      ],
    },
  });
}
