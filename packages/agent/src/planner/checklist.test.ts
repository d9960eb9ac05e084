import { expect, it } from 'vitest';
import { checkEvidence, isQuoted } from './checklist.ts';
import type { Subgoal } from './plan.ts';

const subgoal = (state: Subgoal['state'], evidence: string | null, id = 's1'): Subgoal => ({
  ...{ id, text: 'Order a lamp.', state, evidence },
});

it('accepts evidence that stands on the page, apart from case, spaces and quotation marks', () => {
  const { subgoals, refused } = checkEvidence(
    [subgoal('done', '“Thank  you” for your ORDER')],
    [],
    ['a1 heading "Thank you for your order"'],
  );
  expect(subgoals).toMatchObject([{ state: 'done' }]);
  expect(refused).toEqual([]);
});

it('opens a subgoal again whose evidence is nowhere, and says so', () => {
  for (const evidence of ['All is ordered', '', null]) {
    const { subgoals, refused } = checkEvidence([subgoal('done', evidence)], [], ['a1 button "Order"']);
    expect(subgoals).toMatchObject([{ state: 'open', evidence: null }]);
    expect(refused).toHaveLength(1);
  }
});

it('keeps a subgoal done whose evidence was found on an earlier page', () => {
  const before = subgoal('done', 'Thank you');
  const { subgoals } = checkEvidence([subgoal('done', 'Thank you')], [before], ['another page']);
  expect(subgoals).toEqual([before]);
  expect(checkEvidence([subgoal('done', null)], [before], ['']).subgoals).toEqual([before]);
});

it('does not take a single character for a quote', () => {
  expect(isQuoted('a', ['a1 button'])).toBe(false);
});
