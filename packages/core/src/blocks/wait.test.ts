import { expect, it } from 'vitest';
import { createRegistry } from '../registry/registry.ts';
import { wait } from './wait.ts';

const block = createRegistry([wait]).get('wait');
const problems = (wait_sec: unknown) => {
  const checked = block?.checkNode({ block_type: 'wait', label: 'w', wait_sec });
  return checked?.ok === false ? checked.problems.map(({ type }) => type) : [];
};

it('is a timer of whole seconds from 1 to 1800', () => {
  expect([problems(1), problems('1800')]).toEqual([[], []]);
  expect(problems(0)).toEqual(['greater_than_equal']);
  expect(problems(1801)).toEqual(['less_than_equal']);
  expect(problems(1.5)).toEqual(['int_from_float']);
  expect(problems('{{ n }}')).toEqual(['int_parsing']);
  expect(problems(undefined)).toEqual(['missing']);
});

it('waits for its time and succeeds', () => {
  expect(block?.kind === 'timer' && block.timer({ wait_sec: 90 })).toEqual({
    delayMs: 90_000,
    output: { success: true },
  });
});
