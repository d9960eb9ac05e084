import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { type BranchEvent, type BranchKind, branchMachine } from './branch.ts';

const decide = (result: boolean): BranchEvent => ({ type: 'decide', result });
const answer = (results: Readonly<Record<number, boolean>>): BranchEvent => ({ type: 'answer', results });

const after = (kinds: readonly BranchKind[], ...events: BranchEvent[]) => {
  let [snapshot] = initialTransition(branchMachine, { kinds });
  for (const event of events) [snapshot] = transition(branchMachine, snapshot, event);
  return [snapshot.value, snapshot.context.index];
};

describe('branches', () => {
  it('are tried in order until one is true', () => {
    expect(after(['template', 'template'])).toEqual(['evaluating', 0]);
    expect(after(['template', 'template'], decide(false))).toEqual(['evaluating', 1]);
    expect(after(['template', 'template'], decide(false), decide(true))).toEqual(['matched', 1]);
  });

  it('leave the default to the end, wherever it stands', () => {
    expect(after(['default', 'template'])).toEqual(['evaluating', 1]);
    expect(after(['default', 'template'], decide(true))).toEqual(['matched', 1]);
    expect(after(['default', 'template'], decide(false))).toEqual(['matched', 0]);
  });

  it('without a match and a default end in none', () => {
    expect(after(['template'], decide(false))).toEqual(['none', null]);
  });

  it('ask the model once, when the first prompt is reached', () => {
    const kinds: readonly BranchKind[] = ['template', 'prompt', 'template', 'prompt'];
    expect(after(kinds, decide(true))).toEqual(['matched', 0]);
    expect(after(kinds, decide(false))).toEqual(['asking', 1]);
    expect(after(kinds, decide(false), answer({ 1: true, 3: true }))).toEqual(['matched', 1]);
    expect(after(kinds, decide(false), answer({ 1: false, 3: true }))).toEqual(['evaluating', 2]);
    expect(after(kinds, decide(false), answer({ 1: false, 3: true }), decide(false))).toEqual(['matched', 3]);
    expect(after(kinds, decide(false), answer({ 1: false, 3: false }), decide(false))).toEqual([
      'none',
      null,
    ]);
  });

  it('do not move once they are decided', () => {
    for (const event of [decide(false), answer({ 0: false })]) {
      expect(after(['template'], decide(true), event)).toEqual(['matched', 0]);
    }
  });
});
