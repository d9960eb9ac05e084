import type { Json } from './json.ts';
import type { FailureCategory, RunErrorEntry } from './run.ts';

/**
 * Where a block stands in a walk: labels, and iteration numbers below a loop, such as `["each_row", 3, "extract"]`. What
 * stands in a later attempt of a loop, which begins at index 0 again, names it:
 * `["each_row", "attempt 2", 0, "extract"]`. A label has no blank in it.
 */
export type CursorPath = readonly (string | number)[];

/**
 * Status of one attempt of a block. `waiting` is a stored timer (`dueAt` says when it goes on) or, without `dueAt`, waits
 * for a child run. `paused` waits for a person, until `dueAt`.
 */
export type AttemptStatus =
  | 'running'
  | 'waiting'
  | 'paused'
  | 'completed'
  | 'failed'
  | 'terminated'
  | 'timed_out'
  | 'canceled'
  | 'lost';

/** One row of the journal: one try of one block. Identified by (`runId`, `path`, `attempt`). */
export interface Attempt {
  readonly runId: string;
  readonly organizationId: string;
  readonly path: CursorPath;
  /** 1 on the first try; every retry and every lost worker adds one. */
  readonly attempt: number;
  /** `wrb_` id of this attempt's timeline item. */
  readonly blockRunId: string;
  readonly label: string;
  readonly blockType: string;
  readonly status: AttemptStatus;
  /** While a `for_loop` is under way: its items, so that the next worker goes through the same ones. */
  readonly output: Json;
  readonly failureReason: string | null;
  readonly failureCategory: FailureCategory | null;
  readonly errors: readonly RunErrorEntry[];
  /** Label that the block chose as the next one (a branch); null when the walk's order decides. */
  readonly chosenLabel: string | null;
  /** True when a side effect was intended; written before the effect happens. */
  readonly effect: boolean;
  /** Worker that owns the attempt, and its fencing token. */
  readonly owner: string;
  readonly fenceToken: number;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly finishedAt: number | null;
  /** Epoch ms when a waiting attempt goes on; null when nothing is waited for. */
  readonly dueAt: number | null;
}
