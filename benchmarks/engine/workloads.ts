/** What the service can be given to work off. */
export const workloads = {
  blocks: 'one run of 5,000 no-op blocks',
  runs: '10,000 queued runs of one no-op block',
  loop: 'a loop of 1,000 iterations with one no-op block',
} as const;

/** The name of a load. */
export type Workload = keyof typeof workloads;
