import type { Measured } from '../scale/measured.ts';
import { workloads } from '../scale/workloads.ts';
import { singleWorker } from './costs.ts';

/**
 * Returns how many connections a worker holds that executes so many runs at once: between the measured points on a straight line, above the
 * last one as many as there. A connection is opened when it is needed, and kept for ten seconds after its last use.
 */
export function connectionsOfWorker(measured: Measured, runsAtOnce: number): number {
  const points = [
    { runs: 0, connections: measured.idle.connections },
    ...(['browsers', 'http'] as const).map((kind) => ({
      runs: workloads[kind].concurrency,
      connections: singleWorker(measured, kind).connections,
    })),
  ];
  const index = points.findIndex(({ runs }) => runs > runsAtOnce);
  const [before, after] = [points[index - 1], points[index]];
  if (!before || !after) return points.at(-1)?.connections ?? Number.NaN;
  const share = (runsAtOnce - before.runs) / (after.runs - before.runs);
  return before.connections + share * (after.connections - before.connections);
}
