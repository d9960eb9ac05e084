import type { UseCaps } from '@runwright/contract';
import { expect, it } from 'vitest';
import { storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import { createDayBudget } from './day-budget.ts';

const noon = Date.UTC(2026, 2, 31, 12);
const nextDay = Date.UTC(2026, 3, 1);

function scene(caps: Partial<UseCaps>) {
  const store = storeUnderTest();
  const at = { now: noon };
  const budgetOf = (organizationId: string) =>
    createDayBudget({ cost: null, tokens: null, ...caps }, { store, organizationId, now: () => at.now });
  return { store, at, budgetOf };
}

it('two processes share the day of an organization, and calls that are open count', async () => {
  const { budgetOf } = scene({ tokens: 100 });
  const settle = await budgetOf('o_1').reserve('m', { tokens: 60, cost: null });
  const other = budgetOf('o_1');
  await expect(other.reserve('m', { tokens: 41, cost: null })).rejects.toThrow(
    'could bring the organization above 100 tokens on 2026-03-31 (UTC)',
  );
  await budgetOf('o_2').reserve('m', { tokens: 100, cost: null });
  await settle({ tokens: 10, cost: null });
  await other.reserve('m', { tokens: 90, cost: null });
});

it('the next day begins at midnight UTC, and a call counts on the day on which it was sent', async () => {
  const { store, at, budgetOf } = scene({ cost: 1 });
  const settle = await budgetOf('o_1').reserve('m', { tokens: 5, cost: 1 });
  at.now = nextDay;
  await budgetOf('o_1').reserve('m', { tokens: 5, cost: 1 });
  await settle({ tokens: 4, cost: 0.5 });
  expect(await store.modelUse.get('o_1', '2026-03-31')).toMatchObject({ tokens: 4, cost: 0.5 });
  expect(await store.modelUse.get('o_1', '2026-04-01')).toMatchObject({ tokens: 5, cost: 1 });
});

it('a call that failed has used nothing', async () => {
  const { store, budgetOf } = scene({ cost: 1 });
  const settle = await budgetOf('o_1').reserve('m', { tokens: 5, cost: 1 });
  await settle(null);
  expect(await store.modelUse.get('o_1', '2026-03-31')).toMatchObject({ tokens: 0, cost: 0 });
});

it('a cap on cost needs the price of the model, a cap on tokens does not', async () => {
  const unpriced = { tokens: 5, cost: null };
  await expect(scene({ cost: 1 }).budgetOf('o_1').reserve('m', unpriced)).rejects.toThrow(
    /price of the model `m` is not known/,
  );
  await scene({ tokens: 5 }).budgetOf('o_1').reserve('m', unpriced);
});

it('without a cap nothing is counted', async () => {
  const { store, budgetOf } = scene({});
  const settle = await budgetOf('o_1').reserve('m', { tokens: 5, cost: null });
  await settle({ tokens: 5, cost: null });
  expect(await store.modelUse.get('o_1', '2026-03-31')).toMatchObject({ tokens: 0 });
});
