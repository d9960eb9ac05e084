import { testClock } from '@runwright/testing/suites';
import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';

testClock('systemClock', async () => ({ clock: systemClock }));

it('a sleep ends with the reason of its signal', async () => {
  const controller = new AbortController();
  const sleeping = systemClock.sleep(60_000, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(sleeping).rejects.toThrow('enough');
});

it('a sleep under an aborted signal never begins', async () => {
  await expect(
    systemClock.sleep(60_000, { signal: AbortSignal.abort(new Error('too late')) }),
  ).rejects.toThrow('too late');
});

it('a sleep of no time resolves', async () => {
  const before = systemClock.now();
  await systemClock.sleep(0, { signal: new AbortController().signal });
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
});
