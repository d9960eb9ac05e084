import type { Random } from '../seeded-random.ts';

/** Does something so many times, one after the other, and calls back then; of 2.3 times, three in 30 % of the cases, else two. */
export function repeat(
  count: number,
  random: Random,
  act: (done: () => void) => void,
  done: () => void,
): void {
  const whole = Math.floor(count);
  let left = whole + (random.fraction() < count - whole ? 1 : 0);
  const next = (): void => {
    if (left === 0) {
      done();
      return;
    }
    left -= 1;
    act(next);
  };
  next();
}
