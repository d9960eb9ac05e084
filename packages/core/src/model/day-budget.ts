import type { Store, UseCaps } from '@runwright/contract';
import { type ModelBudget, overCap } from './model-budget.ts';

/**
 * Creates the budget of an organization for the day (UTC) of each call. The store counts, so that it holds for all processes
 * and after a restart; what a process that was killed had reserved stays counted. Without caps nothing is counted.
 */
export function createDayBudget(
  caps: UseCaps,
  {
    store,
    organizationId,
    now,
  }: { store: Pick<Store, 'modelUse'>; organizationId: string; now: () => number },
): ModelBudget {
  return {
    async reserve(model, most) {
      if (caps.tokens === null && caps.cost === null) return async () => undefined;
      if (caps.cost !== null && most.cost === null) {
        throw overCap(
          `The cost of an organization is limited to $${caps.cost} a day, but the price of the model \`${model}\` is not known.`,
          'Add it to the prices, or limit tokens instead.',
        );
      }
      const day = new Date(now()).toISOString().slice(0, 10);
      const reserved = { tokens: most.tokens, cost: most.cost ?? 0 };
      if (!(await store.modelUse.add({ organizationId, day, ...reserved }, caps))) {
        throw overCap(
          `The next call of the model \`${model}\` could bring the organization above ${capText(caps)} on ${day} (UTC).`,
          'Raise the limit or start the run on another day.',
        );
      }
      return async (used) => {
        const [tokens, cost] = [used?.tokens ?? 0, used?.cost ?? 0];
        const change = { tokens: tokens - reserved.tokens, cost: cost - reserved.cost };
        await store.modelUse.add({ organizationId, day, ...change }, { tokens: null, cost: null });
      };
    },
  };
}

function capText({ tokens, cost }: UseCaps): string {
  const texts = [tokens === null ? [] : [`${tokens} tokens`], cost === null ? [] : [`$${cost}`]].flat();
  return texts.join(' or ');
}
