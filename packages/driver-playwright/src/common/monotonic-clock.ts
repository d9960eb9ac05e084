import { performance } from 'node:perf_hooks';

/** Milliseconds that never go back. */
export const monotonicNow = (): number => performance.now();
