import { noopBlock } from '../engine/noop-engine.ts';

/** What runs of a measurement do. */
export type WorkloadKind = 'noop' | 'http' | 'browsers';

/** Runs of one kind, and with how many workers they are measured. */
export interface Workload {
  readonly kind: WorkloadKind;
  readonly name: string;
  /** Runs for each worker that are measured: all workers are equally warm. */
  readonly runs: number;
  /** Runs for each worker that are executed before, so that the program is compiled and the connections are open. */
  readonly warmUp: number;
  /** Blocks of a run. */
  readonly blocks: number;
  /** Runs that one worker executes at once. */
  readonly concurrency: number;
  readonly workers: readonly number[];
}

/** The measured kinds. */
export const workloads: Readonly<Record<WorkloadKind, Workload>> = {
  noop: {
    kind: 'noop',
    name: 'no-op blocks',
    runs: 160,
    warmUp: 24,
    blocks: 20,
    concurrency: 8,
    workers: [1, 2, 4],
  },
  http: {
    kind: 'http',
    name: 'http blocks',
    runs: 120,
    warmUp: 24,
    blocks: 10,
    concurrency: 8,
    workers: [1, 2, 4],
  },
  browsers: {
    kind: 'browsers',
    name: 'browsers',
    runs: 8,
    warmUp: 2,
    blocks: 4,
    concurrency: 2,
    workers: [1, 2],
  },
};

/** Returns the definitions of the blocks of a run. `site`: address of the local site, without a slash at the end. */
export function blocksOf({ kind, blocks }: Workload, site: string): readonly object[] {
  return Array.from({ length: blocks }, (_, n) => blockOf(kind, n, site));
}

function blockOf(kind: WorkloadKind, n: number, site: string): object {
  if (kind === 'noop') return noopBlock(`b${n}`);
  if (kind === 'http') return { block_type: 'http_request', label: `b${n}`, url: `${site}/get?n=${n}` };
  if (n % 2 === 0) return { block_type: 'goto_url', label: `b${n}`, url: `${site}/page?n=${n}` };
  return { block_type: 'code', label: `b${n}`, code: 'return { title: await page.title() }' };
}
