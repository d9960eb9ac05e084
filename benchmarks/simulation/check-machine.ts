import { median } from '../machine.ts';
import type { Measured } from '../scale/measured.ts';
import { type WorkloadKind, workloads } from '../scale/workloads.ts';
import { simulateMachine } from './simulate-machine.ts';

/** A measured point beside the simulated one. Runs per second. */
export interface CheckedPoint {
  readonly kind: WorkloadKind;
  readonly workers: number;
  readonly measured: number;
  readonly simulated: number;
  /** Simulated divided by measured. */
  readonly ratio: number;
}

/** How far a simulated point may be off: this share of the measured one. */
export const tolerance = 0.3;

/** Simulates all measured points: the median of three seeds each. */
export function checkMachine(measured: Measured): readonly CheckedPoint[] {
  return (Object.keys(workloads) as WorkloadKind[]).flatMap((kind) =>
    measured.runs[kind].map(({ workers, runsPerSecond, processorsLeft }) => {
      const machine = { processors: measured.processors, processorsLeft };
      const simulated = median(
        [1, 2, 3].map((seed) => simulateMachine(measured, kind, { workers, machine, seed })),
      );
      return { kind, workers, measured: runsPerSecond, simulated, ratio: simulated / runsPerSecond };
    }),
  );
}

/** True when the simulation of a point is near enough to the measurement. */
export function isNear({ ratio }: CheckedPoint): boolean {
  return Math.abs(ratio - 1) <= tolerance;
}
