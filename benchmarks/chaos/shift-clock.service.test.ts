import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const shiftClock = new URL('./shift-clock.ts', import.meta.url).href;

it.each([300_000, -300_000])(
  'a process gets a clock that is %i ms ahead, and dates with a time stay right',
  (ms) => {
    const program = 'console.log(JSON.stringify([Date.now(), new Date().getTime(), new Date(5).getTime()]))';
    const before = Date.now();
    const { stdout } = spawnSync(process.execPath, [`--import=${shiftClock}?ms=${ms}`, '-e', program]);
    const after = Date.now();
    const [now, made, given] = JSON.parse(String(stdout));
    for (const time of [now, made]) {
      expect(time).toBeGreaterThanOrEqual(before + ms);
      expect(time).toBeLessThanOrEqual(after + ms);
    }
    expect(given).toBe(5);
  },
);
