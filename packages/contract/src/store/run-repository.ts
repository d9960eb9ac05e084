import type { Attempt } from '../attempt.ts';
import type { Workflow } from '../definition.ts';
import type { IdempotencyKey } from '../idempotency-key.ts';
import type { ConcurrencyLimit, Run, RunDraft, RunStatus, RunType } from '../run.ts';
import type { DueTime } from '../schedule.ts';
import type { nextTurn, WaitingTurn } from '../waiting-turn.ts';
import type { Fence } from './fence.ts';
import type { OutboxEntry } from './outbox-repository.ts';
import type { Page } from './page.ts';
import type { isWebhookOutcome, makesProgress, Write } from './write.ts';

/** Filter of runs to list, newest first, ties by id descending. `page` counts from 1. */
export interface RunQuery {
  readonly organizationId: string;
  readonly statuses?: readonly RunStatus[];
  readonly workflowPermanentId?: string;
  /** Type of the run; see {@link runTypeOf}. */
  readonly types?: readonly RunType[];
  /** Case-insensitive part of its id, title, prompt or URL; see {@link runSearchText}. */
  readonly searchKey?: string;
  /** Texts that its metadata has, all of them, each exactly; see {@link hasMetadata}. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Epoch ms, inclusive. */
  readonly createdAfter?: number;
  /** Epoch ms, inclusive. */
  readonly createdBefore?: number;
  readonly page: number;
  readonly pageSize: number;
}

/**
 * The members of a run that work on many runs needs. None of them grows with the request, so many fit into memory; `find` reads the
 * whole run.
 */
export type RunOutline = Pick<
  Run,
  'runId' | 'organizationId' | 'status' | 'createdAt' | 'startedAt' | 'finishedAt' | 'wakeAt'
>;

/** Returns whether a list has left out the request and the parameters of a run; `find` reads them. */
export function isRequestOmitted({ request }: Pick<Run, 'request'>): boolean {
  return request.request_omitted === true;
}

/** Rows that are written in the transaction that creates a run. */
export interface StartRecords {
  /** The final row of the idempotency key that the start holds. Throws `conflict` when another request has it. */
  readonly idempotencyKey?: IdempotencyKey;
  /** The due time that the run is for; its schedule moves on. Throws `conflict` when the due time is taken. */
  readonly dueTime?: DueTime;
}

/** Runs that have not begun, with concurrency keys or without. */
export interface WaitingRuns {
  /** Whether the runs have concurrency keys, and so may wait for other runs instead of a worker. */
  readonly haveConcurrencyKeys: boolean;
  readonly count: number;
  /** Epoch ms when the first of them was created; null when there is none. */
  readonly oldestCreatedAt: number | null;
}

/** Runs, their leases, and the transactions that change them. */
export interface RunRepository {
  /**
   * Run row (status `created`), workflow when it is new, outbox rows, and `records` in one transaction. Throws `conflict`
   * when one of them is there already. A run with a browser session becomes the one that uses it, in the same transaction: throws
   * `not_found` when the organization has no such session, and `conflict` when it is final or in use. A run that its parent
   * waits for may share the parent's session.
   *
   * The run gets a turn, see {@link WaitingTurn} and {@link nextTurn}; of the open runs that a run waits for, one has none: the first one,
   * and when no other is without, a new one. When one of them ends and none is left without, the commit takes its turn from the next one that
   * was never claimed and that no concurrency key refuses. Runs that were refused by
   * `claim` count for the smallest turn only when no other one waits. Two runs of an organization do not get the same turn, also
   * when they are created at once.
   */
  create(
    draft: RunDraft,
    outbox: readonly OutboxEntry[],
    workflow?: Workflow,
    records?: StartRecords,
  ): Promise<Run>;
  /** By `runId` or, for task runs, by `workflowRunId` too. */
  get(organizationId: string, runId: string): Promise<Run | null>;
  /** By `runId` alone, of whichever organization: for a worker, which holds nothing but the id. */
  find(runId: string): Promise<Run | null>;
  /** The status alone of the run that `find` reads: called every half second while a run is executed or followed. */
  findStatus(runId: string): Promise<RunStatus | null>;
  /**
   * A store may leave out the outputs of the last runs of a page where all have more than 32 MiB as JSON: they are then objects with
   * `output_omitted: true` and a `reason`. Where their requests, parameters and settings have more, it may leave those of the last runs
   * out: their `request` has `request_omitted: true`, their `parameters` `parameters_omitted: true`, both a `reason`, and their settings
   * no `blockOutputs`. The `engine` of a task stays. See {@link isRequestOmitted}.
   */
  list(query: RunQuery): Promise<Page<Run>>;
  /**
   * Final runs that ended before a time (epoch ms), oldest end first, ties by id. Those that an open run waits for are left out. `after`: only
   * those that come after a run in this order.
   */
  expired(options: {
    readonly organizationId: string;
    readonly finishedBefore: number;
    readonly limit: number;
    readonly after?: { readonly finishedAt: number; readonly runId: string };
  }): Promise<readonly RunOutline[]>;
  /**
   * Deletes final runs with their attempts, timeline, outbox entries, artifact and file rows, deliveries and browser states, and with the
   * workflows that were made for them alone, in one transaction; answers their number. Charges stay. Others are left as they are. A run that is
   * deleted by two calls at once is counted by one of them.
   */
  delete(organizationId: string, runIds: readonly string[]): Promise<number>;
  /** Runs that a run started and waits for, and that are not final; oldest first. */
  children(runId: string): Promise<readonly RunOutline[]>;
  /**
   * The next run of a concurrency key: not final, never claimed, and the first by the time when it was queued (or,
   * before that, created), then by id. Null when there is none. Of whichever organization.
   */
  nextWithConcurrencyKey(key: string): Promise<RunOutline | null>;
  /**
   * The runs that may take the slots of a limit that are free now, in the order of their turns: each was never claimed, is not
   * final, and has no other key or limit that refuses it. As many as there are free slots, or fewer.
   */
  nextWithinLimit(limit: ConcurrencyLimit): Promise<readonly RunOutline[]>;
  /** The turns of those of these runs that have one: it ends with the first claim, and with the run. */
  findTurns(runIds: readonly string[]): Promise<ReadonlyMap<string, WaitingTurn>>;
  /**
   * Takes ownership (token + 1) or renews it for its holder (same token); null while another owner's lease is
   * alive, or when the run is final. A run that was never claimed also waits for its concurrency keys: null while a run that
   * shares one is not final and has been claimed, or comes first in the order of `nextWithConcurrencyKey`, or while so many runs as one of its limits lets pass have been claimed and
   * are not final. A run that its parent waits for passes its limits and does not count for them, unless another one that the parent waits
   * for has passed its own and is not final: so neither waits for the other. `now` is epoch ms.
   *
   * `lostWorkers` counts how often a claim took the run from an owner that had not released it, because its process
   * died or stood still for longer than its lease, since the last batch that {@link makesProgress}. Absent: never.
   * `returnedWorkers` counts those of them that released it later, see `release`. Absent: none.
   */
  claim(
    runId: string,
    options: { readonly owner: string; readonly leaseMs: number; readonly now: number },
  ): Promise<{
    readonly run: Run;
    readonly fence: Fence;
    readonly lostWorkers?: number;
    readonly returnedWorkers?: number;
  } | null>;
  /** Returns who has the lease of a run; null when nobody does, or when it is over. `now` is epoch ms. */
  ownerOf(runId: string, now: number): Promise<string | null>;
  /**
   * Ends the lease of this fence, so that another worker may claim at once. To be called once for each fence. An older fence leaves
   * the lease of its successor alone; its owner was lost and is alive, so `returnedWorkers` counts it, up to `lostWorkers`, and
   * `findDeadOwners` does not name it any more.
   */
  release(runId: string, fence: Fence): Promise<void>;
  /**
   * Returns the owners that lost a run of a tree and have not released it since, in any order and whatever was completed meanwhile. The
   * tree is the run, the runs that wait for it, directly or not, and all runs for which these wait or have waited.
   */
  findDeadOwners(runId: string): Promise<readonly string[]>;
  /**
   * All writes or none, answering the run as it is then. Throws `lease_lost` when the fence is old and `conflict`
   * when a revision is, or when the run is final and a write would change its status (the one exception: a final
   * status may become another one with the outcome of a webhook, see {@link isWebhookOutcome}). `null` is for writers
   * without a lease, who have the revision alone. All patches of a batch name the revision that was read and count as
   * one change. Sets `modifiedAt` to `now`. A final status clears the run from the browser session that it uses.
   *
   * Throws `not_found` for an unknown run, `conflict` for an outbox entry that is there already, and
   * `invalid_input` for a write that names another run or organization.
   */
  commit(
    runId: string,
    writes: readonly Write[],
    fence: Fence | null,
    options: { readonly now: number },
  ): Promise<Run>;
  /**
   * Reads a run and its attempts, in the order of `attempts.read`, and commits what `decide` makes of them, in one
   * transaction: nobody writes in between, so a writer without a lease needs no revision that still fits. Answers the run
   * as it is then; null when there is no such run or `decide` answers null. What `decide` throws comes out, and nothing is
   * written. `decide` may be called more than once; it waits for nothing. Otherwise like `commit` without a fence.
   */
  revise(
    runId: string,
    decide: (run: Run, attempts: readonly Attempt[]) => readonly Write[] | null,
    options: { readonly now: number },
  ): Promise<Run | null>;
  /**
   * Ends every lease, as if its owner had been lost: older fences write nothing any more, and `lostWorkers` counts it when
   * the run is claimed again. For the only process of a store, at its start.
   */
  endLeases(): Promise<void>;
  /**
   * Ends the leases that are over, the longest first, and answers the ids of their runs; the rest is as for `endLeases`. Of calls
   * at the same instant each run is answered to one. For the recovery of runs whose worker died.
   */
  endExpiredLeases(options: { readonly now: number; readonly limit: number }): Promise<readonly string[]>;
  /**
   * Runs of all organizations that are not final and whose lease is absent or over: work for the sweep. Oldest first, ties
   * by id. `wakeBefore` (epoch ms): without those that wait for a later time. `after`: only those that come after this run
   * in that order, so that many are read in pages.
   */
  unowned(options: {
    readonly now: number;
    readonly limit: number;
    readonly wakeBefore?: number;
    readonly after?: Pick<Run, 'createdAt' | 'runId'>;
  }): Promise<readonly RunOutline[]>;
  /**
   * Counts the runs of all organizations with the status `created` or `queued`: one row for those with concurrency keys and one for
   * those without, also when there are none. Called each time that metrics are collected. Absent: the store does not count them.
   */
  waiting?(): Promise<readonly WaitingRuns[]>;
}
