import type { UseCaps } from '@runwright/contract';
import { expect, it } from 'vitest';
import { addUse, createRunBudget, joinBudgets, type ModelUse } from './model-budget.ts';

function budget(caps: Partial<UseCaps>) {
  let used: ModelUse | null = null;
  const record = {
    read: () => used,
    add: (more: ModelUse) => {
      used = addUse(used ?? { tokens: 0, cost: 0 }, more);
    },
  };
  return { ...createRunBudget({ cost: null, tokens: null, ...caps }, record), record };
}

it('refuses the call that could pass the cap, not the one that reaches it', async () => {
  const { reserve, record } = budget({ tokens: 100 });
  const settle = await reserve('m', { tokens: 60, cost: 1 });
  await settle({ tokens: 40, cost: 1 });
  await expect(reserve('m', { tokens: 61, cost: 1 })).rejects.toThrow(/101 tokens, but it may use 100/);
  const last = await reserve('m', { tokens: 60, cost: 1 });
  await last({ tokens: 60, cost: 1 });
  expect(record.read()).toEqual({ tokens: 100, cost: 2 });
});

it('counts calls that are open with the most that they can use', async () => {
  const { reserve } = budget({ cost: 1 });
  const settle = await reserve('m', { tokens: 1, cost: 0.6 });
  await expect(reserve('m', { tokens: 1, cost: 0.6 })).rejects.toThrow(/may cost \$1/);
  await settle({ tokens: 1, cost: 0.1 });
  await reserve('m', { tokens: 1, cost: 0.6 });
});

it('releases the reservation of a call that failed', async () => {
  const { reserve, record } = budget({ tokens: 10 });
  const settle = await reserve('m', { tokens: 10, cost: null });
  await settle(null);
  await reserve('m', { tokens: 10, cost: null });
  expect(record.read()).toBeNull();
});

it('refuses a call of unknown cost when the cost is limited, and only then', async () => {
  await expect(budget({ cost: 1 }).reserve('m', { tokens: 1, cost: null })).rejects.toThrow(
    /price of the model `m`/,
  );
  await budget({ tokens: 1 }).reserve('m', { tokens: 1, cost: null });
});

it('a call that one of several budgets refuses is reserved in none', async () => {
  const [first, second] = [budget({ tokens: 10 }), budget({ tokens: 5 })];
  const both = joinBudgets([first, second]);
  await expect(both.reserve('m', { tokens: 6, cost: 0 })).rejects.toThrow(/may use 5/);
  const settle = await first.reserve('m', { tokens: 10, cost: 0 });
  await settle(null);
  const settleBoth = await both.reserve('m', { tokens: 5, cost: 0 });
  await settleBoth({ tokens: 4, cost: 0 });
  expect([first.record.read(), second.record.read()]).toEqual([
    { tokens: 4, cost: 0 },
    { tokens: 4, cost: 0 },
  ]);
});
