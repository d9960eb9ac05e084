import { expect, it } from 'vitest';
import { serverTime } from './server-time.ts';

it('the time is that of the server, whatever the clock of the process says', async () => {
  const aheadMs = 5 * 60_000;
  const time = await serverTime(async () => Date.now() + aheadMs);
  const [before, now, after] = [Date.now(), time.now(), Date.now()];
  expect(now - aheadMs).toBeGreaterThan(before - 1000);
  expect(now - aheadMs).toBeLessThan(after + 1000);
  expect(Number.isInteger(now)).toBe(true);
  time.stop();
});

it('a server that cannot be asked at first is an error of the caller', async () => {
  await expect(serverTime(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
