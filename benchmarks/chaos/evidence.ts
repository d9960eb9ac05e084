import type { Arrival } from './receiver.ts';
import type { PlannedRun } from './run-mix.ts';

/** A run as it stands in the store. */
export interface RunRow {
  readonly runId: string;
  readonly status: string;
  readonly failureCategory: string | null;
  readonly failureReason: string | null;
}

/** An attempt of a block as it stands in the store. */
export interface AttemptRow {
  readonly runId: string;
  /** Place of the block in the run, iterations of loops included. */
  readonly path: string;
  readonly attempt: number;
  readonly label: string;
  readonly status: string;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly finishedAt: number | null;
}

/** A delivery of a webhook as it stands in the store. */
export interface DeliveryRow {
  readonly runId: string;
  readonly status: string;
  readonly error: string | null;
}

/** A run that was to be started. */
export interface StartedRun extends PlannedRun {
  /** Null when no answer of the API named it. */
  readonly runId: string | null;
  /** Status that the API tells after the end of all; null when it could not be read. */
  readonly statusOfApi: string | null;
}

/** What is known after the end of all. */
export interface Evidence {
  readonly started: readonly StartedRun[];
  readonly runs: readonly RunRow[];
  readonly attempts: readonly AttemptRow[];
  readonly deliveries: readonly DeliveryRow[];
  readonly posts: readonly Arrival[];
  readonly webhooks: readonly Arrival[];
  /** Outbox entries that are neither done nor failed. */
  readonly openEntries: number;
  /** Processes that were ended in order. */
  readonly processes: number;
  /** Browsers of the processes after these had ended. */
  readonly browsersLeft: number;
  /** Processes that did not end within a minute when they were asked to. */
  readonly notEnded: readonly string[];
}
