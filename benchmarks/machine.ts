import { cpus, totalmem } from 'node:os';

/** What a figure was measured on, one line. */
export function machine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} x ${cpu?.model.trim() ?? 'unknown CPU'}, ${gigabytes} GiB, Node ${process.versions.node}, ${process.platform}`;
}

/** The middle one of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
