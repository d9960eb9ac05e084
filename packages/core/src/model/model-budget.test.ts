import { expect, it } from 'vitest';
import { addUse, createModelBudget, type ModelCaps, type ModelUse } from './model-budget.ts';

function budget(caps: Partial<ModelCaps>) {
  let used: ModelUse | null = null;
  const record = {
    read: () => used,
    add: (more: ModelUse) => {
      used = addUse(used ?? { tokens: 0, cost: 0 }, more);
    },
  };
  return { ...createModelBudget({ runCost: null, runTokens: null, ...caps }, record), record };
}

it('refuses the call that could pass the cap, not the one that reaches it', () => {
  const { reserve, record } = budget({ runTokens: 100 });
  reserve('m', { tokens: 60, cost: 1 })({ tokens: 40, cost: 1 });
  expect(() => reserve('m', { tokens: 61, cost: 1 })).toThrow(/101 tokens, but it may use 100/);
  reserve('m', { tokens: 60, cost: 1 })({ tokens: 60, cost: 1 });
  expect(record.read()).toEqual({ tokens: 100, cost: 2 });
});

it('counts calls that are open with the most that they can use', () => {
  const { reserve } = budget({ runCost: 1 });
  const settle = reserve('m', { tokens: 1, cost: 0.6 });
  expect(() => reserve('m', { tokens: 1, cost: 0.6 })).toThrow(/may cost \$1/);
  settle({ tokens: 1, cost: 0.1 });
  reserve('m', { tokens: 1, cost: 0.6 });
});

it('releases the reservation of a call that failed', () => {
  const { reserve, record } = budget({ runTokens: 10 });
  reserve('m', { tokens: 10, cost: null })(null);
  reserve('m', { tokens: 10, cost: null });
  expect(record.read()).toBeNull();
});

it('refuses a call of unknown cost when the cost is limited, and only then', () => {
  expect(() => budget({ runCost: 1 }).reserve('m', { tokens: 1, cost: null })).toThrow(
    /price of the model `m`/,
  );
  budget({ runTokens: 1 }).reserve('m', { tokens: 1, cost: null });
});
