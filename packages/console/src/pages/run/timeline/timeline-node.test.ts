import { expect, it } from 'vitest';
import { restOfTime, type TimelineNode } from './timeline-node.ts';

/** A line of a step or of one of its actions, with what the time of a line depends on. */
function line(kind: 'step' | 'action', durationMs: number | null, children: readonly TimelineNode[] = []) {
  return { record: { kind }, durationMs, children } as unknown as TimelineNode;
}

it('the time that no line below a step has is told from half a second on', () => {
  const actions = [line('action', 200), line('action', null)];
  expect(restOfTime(line('step', 700, actions))).toBe(500);
  expect(restOfTime(line('step', 699, actions))).toBeNull();
});

it('a step without a duration or without lines has no time to explain', () => {
  expect(restOfTime(line('step', null, [line('action', 200)]))).toBeNull();
  expect(restOfTime(line('step', 5_000))).toBeNull();
});
