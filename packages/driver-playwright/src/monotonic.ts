import { performance } from 'node:perf_hooks';

/** Milliseconds that never go back. */
export const monotonicMs = (): number => performance.now();
