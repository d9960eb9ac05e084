import { seededRandom } from '../seeded-random.ts';

/** Workflows that runs are made of; see `workflows.ts`. */
export const runKinds = ['steps', 'branches', 'retry', 'slow', 'keyed', 'child', 'browser'] as const;
export type RunKind = (typeof runKinds)[number];

/** A run that is to be started. */
export interface PlannedRun {
  /** Names the run in requests of its blocks and in its webhook. */
  readonly id: string;
  readonly kind: RunKind;
  /** Time in ms from the beginning. */
  readonly at: number;
  /** Value of its concurrency key, if it has one. */
  readonly account: string;
}

/** Share of each kind in thousandths; the rest is `steps`. */
const shares: readonly (readonly [RunKind, number])[] = [
  ['branches', 220],
  ['retry', 150],
  ['slow', 150],
  ['keyed', 100],
  ['child', 80],
  ['browser', 20],
];
const accounts = 20;

/** Returns the runs of a seed, evenly over the time; at least one of each kind, if there are enough. */
export function runMix(options: {
  readonly seed: number;
  readonly runs: number;
  readonly durationMs: number;
}): readonly PlannedRun[] {
  const { seed, runs, durationMs } = options;
  const random = seededRandom(seed + 1_000_003);
  const counted = shares.flatMap(([kind, share]) =>
    new Array<RunKind>(Math.max(1, Math.round((runs * share) / 1000))).fill(kind),
  );
  const rest = new Array<RunKind>(Math.max(0, runs - counted.length)).fill('steps');
  return random.shuffled([...counted, ...rest].slice(0, runs)).map((kind, index) => ({
    id: `${seed}-${index}`,
    kind,
    at: Math.round((durationMs * index) / runs),
    account: `account-${random.integer(1, accounts)}`,
  }));
}
