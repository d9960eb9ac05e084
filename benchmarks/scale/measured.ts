import { readFile, writeFile } from 'node:fs/promises';
import type { IdleWorker } from './idle.ts';
import type { MeasuredRuns } from './measure-runs.ts';
import type { Starts } from './starts.ts';
import type { WorkloadKind } from './workloads.ts';

/** What `npm run bench -- scale` measured last; the simulation takes its costs from it. */
export interface Measured {
  readonly machine: string;
  readonly processors: number;
  /** Day of the measurement, such as `2026-01-31`. */
  readonly date: string;
  /** Load average of the machine over one minute: before the first and after the last measurement. */
  readonly load: { readonly before: number; readonly after: number };
  /** Time in ms that a commit of one row takes by itself. */
  readonly commitMs: number;
  /** Processor time of PostgreSQL for one read of a run by its id, in seconds. */
  readonly lookSeconds: number;
  readonly runs: Readonly<Record<WorkloadKind, readonly MeasuredRuns[]>>;
  /** Without the service in memory, which the simulation does not take. */
  readonly starts: Pick<Starts, 'bare' | 'service'>;
  readonly idle: IdleWorker;
}

const file = new URL('measured.json', import.meta.url);

/** Reads the figures of the last measurement. */
export async function readMeasured(): Promise<Measured> {
  return JSON.parse(await readFile(file, 'utf8')) as Measured;
}

/** Replaces the figures. Numbers keep four digits. */
export async function writeMeasured(measured: Measured): Promise<void> {
  const short = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  await writeFile(file, `${JSON.stringify(measured, short, 2)}\n`);
}
