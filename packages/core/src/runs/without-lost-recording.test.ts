import type { Run } from '@runwright/contract';
import { expect, it } from 'vitest';
import { withoutLostRecording } from './without-lost-recording.ts';

it.each([
  ['a run that goes on', null, true],
  ['a run that ended just now', 30_000, true],
  ['a run whose worker was lost after its end', 60_001, false],
])('the recording of %s is to come or not', (_what, age, hasOpenRecording) => {
  const run = { hasOpenRecording: true, finishedAt: age === null ? null : 1000 } as Run;
  expect(withoutLostRecording(run, 1000 + (age ?? 0)).hasOpenRecording).toBe(hasOpenRecording);
});
