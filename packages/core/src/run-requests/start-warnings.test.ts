import type { Run } from '@runwright/contract';
import { expect, it } from 'vitest';
import { priorityWarnings } from './start-warnings.ts';

const run = (asked: number | undefined, counts: number | undefined) =>
  ({
    request: asked === undefined ? {} : { priority: asked },
    settings: counts === undefined ? {} : { priority: counts },
  }) as unknown as Pick<Run, 'request' | 'settings'>;

it('a priority above the one of the run is reported', () => {
  expect(priorityWarnings(run(10, undefined))).toMatchObject([
    { code: 'priority_ignored', path: ['priority'], suggestion: null },
  ]);
});

it.each([
  [undefined, undefined],
  [undefined, 3],
  [3, 3],
  [-3, -3],
  [0, undefined],
])('a request for the priority %j of a run with %j is not', (asked, counts) => {
  expect(priorityWarnings(run(asked, counts))).toEqual([]);
});
