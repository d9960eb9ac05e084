import { describe, expect, it } from 'vitest';
import { type ActionAttempt, detectStuckAgent } from './detect-stuck-agent.ts';

const tried = (actionName: string, more: Partial<ActionAttempt> = {}): ActionAttempt => ({
  action: actionName,
  id: 'a1',
  pageHash: 'same',
  url: 'https://shop.example/',
  status: 'ok',
  ...more,
});
const times = (count: number, attempt: ActionAttempt) => Array.from({ length: count }, () => attempt);

describe('detectStuckAgent', () => {
  it.each([
    [1, 'none'],
    [2, 'hint'],
    [3, 'hint'],
    [4, 'change'],
    [5, 'change'],
    [6, 'end'],
  ])('after %i equal actions on an unchanged page is %s', (count, level) => {
    expect(detectStuckAgent(times(count, tried('click')), 0).level).toBe(level);
  });

  it('allows the same action again while the page changes', () => {
    const attempts = times(8, tried('next')).map((each, index) => ({ ...each, pageHash: `page ${index}` }));
    expect(detectStuckAgent(attempts, 0).level).toBe('none');
  });

  it('forces a change after three different failures in a row', () => {
    const failed = ['one', 'two', 'three'].map((actionName) => tried(actionName, { status: 'failed' }));
    expect(detectStuckAgent(failed.slice(0, 2), 2).level).toBe('none');
    expect(detectStuckAgent(failed, 3).level).toBe('change');
    expect(detectStuckAgent([...failed.slice(0, 2), tried('good'), ...failed.slice(2)], 1).level).toBe(
      'none',
    );
  });

  it('ends after five failed steps in a row', () => {
    expect(detectStuckAgent([tried('one')], 5).level).toBe('end');
  });

  it('forces a change when two addresses are visited in turn three times', () => {
    const visits = Array.from({ length: 6 }, (_, index) =>
      tried(`action ${index}`, {
        url: index % 2 ? 'https://a.example/' : 'https://b.example/',
        pageHash: `${index}`,
      }),
    );
    expect(detectStuckAgent(visits.slice(0, 5), 0).level).toBe('none');
    expect(detectStuckAgent(visits, 0).level).toBe('change');
  });

  it('ignores attempts before the last twelve', () => {
    const others = Array.from({ length: 11 }, (_, index) => tried(`other ${index}`));
    expect(detectStuckAgent([...times(3, tried('click')), ...others, tried('click')], 0).level).toBe('none');
  });
});
