/** Distribution of times in logarithmic buckets, which a quantile tells within five percent. */
export interface WaitTimes {
  readonly count: number;
  /** Arithmetic mean in seconds; 0 without times. */
  readonly mean: number;
  /** Adds a time in seconds. */
  add(seconds: number): void;
  /** Returns the time that this share of all times does not exceed, in seconds; 0 without times. */
  quantile(share: number): number;
  clear(): void;
}

const growth = 1.05;
/** Times below count as 0. */
const least = 1e-6;

/** Makes an empty distribution. */
export function createWaitTimes(): WaitTimes {
  const buckets: number[] = [];
  let count = 0;
  let sum = 0;
  return {
    get count() {
      return count;
    },
    get mean() {
      return count === 0 ? 0 : sum / count;
    },
    add(seconds) {
      const index = seconds < least ? 0 : 1 + Math.floor(Math.log(seconds / least) / Math.log(growth));
      buckets[index] = (buckets[index] ?? 0) + 1;
      count += 1;
      sum += seconds;
    },
    quantile(share) {
      let left = share * count;
      for (let index = 0; index < buckets.length; index += 1) {
        left -= buckets[index] ?? 0;
        if (left <= 0) return index === 0 ? 0 : least * growth ** index;
      }
      return 0;
    },
    clear() {
      buckets.length = 0;
      count = 0;
      sum = 0;
    },
  };
}
