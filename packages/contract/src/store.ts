import type { Artifact, ArtifactType } from './artifact.ts';
import type { Attempt } from './attempt.ts';
import type { CredentialRow, CredentialType } from './credential.ts';
import type { Workflow, WorkflowStatus } from './definition.ts';
import { RunwrightError } from './error.ts';
import type { StoredFile } from './file.ts';
import type { JsonObject } from './json.ts';
import type { Run, RunDraft, RunPatch, RunStatus, RunType } from './run.ts';
import type { ScriptRevision } from './script.ts';
import type { TimelineDraft, TimelineEvent } from './timeline.ts';

/** Proof of ownership. The token grows with every change of owner; an older one writes nothing. */
export interface Fence {
  readonly owner: string;
  readonly token: number;
}

/**
 * A committed intention: `enqueue` hands a run id to the queue, `webhook` sends the run's end, `mail` sends a message,
 * `wake` lets those go on that waited for the run's end: its parent, and the next run of each of its concurrency keys.
 */
export interface OutboxEntry {
  readonly entryId: string;
  readonly organizationId: string;
  readonly runId: string;
  readonly type: 'enqueue' | 'webhook' | 'mail' | 'wake';
  readonly payload: JsonObject;
  /** `sending` is written before a webhook or a mail leaves, so that it is never sent twice. */
  readonly status: 'pending' | 'sending' | 'done' | 'failed';
  /** Epoch ms; not before this. In `sending`: when a sender took it. */
  readonly dueAt: number;
  readonly createdAt: number;
}

/** One write of a batch. `revision` is the one that the writer read; `attempt` inserts or replaces by (run, path, attempt). */
export type Write =
  | { readonly type: 'run'; readonly patch: RunPatch; readonly revision: number }
  | { readonly type: 'attempt'; readonly attempt: Attempt }
  | { readonly type: 'timeline'; readonly event: TimelineDraft }
  | { readonly type: 'outbox'; readonly entry: OutboxEntry };

/** A page of a longer list; `next` is the cursor of the following page. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** Filter of runs to list, newest first, ties by id descending. `page` counts from 1. */
export interface RunQuery {
  readonly organizationId: string;
  readonly statuses?: readonly RunStatus[];
  readonly workflowPermanentId?: string;
  /** Type of the run; see {@link runTypeOf}. */
  readonly types?: readonly RunType[];
  /** Case-insensitive part of its id, title, prompt or URL; see {@link runSearchText}. */
  readonly searchKey?: string;
  /** Epoch ms, inclusive. */
  readonly createdAfter?: number;
  /** Epoch ms, inclusive. */
  readonly createdBefore?: number;
  readonly page: number;
  readonly pageSize: number;
}

/** One encrypted text, and what it belongs to. */
export interface StoredCiphertext {
  readonly kind: 'api_key' | 'credential';
  /** The id of its row. */
  readonly id: string;
  readonly ciphertext: string;
}

/** Filter of workflows to list: the latest version of each that is not deleted, newest first. */
export interface WorkflowQuery {
  readonly organizationId: string;
  /** Case-insensitive part of title, parameter key, description or default value. */
  readonly searchKey?: string;
  /** Case-insensitive part of the title; used only without `searchKey`. */
  readonly title?: string;
  readonly folderId?: string;
  readonly statuses: readonly WorkflowStatus[];
  readonly page: number;
  readonly pageSize: number;
}

/** Filter of credentials to list, newest first, ties by id descending. Deleted ones are never included. */
export interface CredentialQuery {
  readonly organizationId: string;
  readonly type?: CredentialType;
  /** Case-insensitive part of the name. */
  readonly search?: string;
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** A tenant. */
export interface Organization {
  readonly organizationId: string;
  readonly name: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** An API key: looked up by hash, its text kept encrypted because it signs webhooks. */
export interface ApiKey {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly name: string;
  /** First 8 characters. */
  readonly prefix: string;
  /** SHA-256 of the key text, hexadecimal. */
  readonly hash: string;
  /** The key text under the master key (AES-256-GCM), base64. */
  readonly ciphertext: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** One try to deliver a webhook. */
export interface WebhookDelivery {
  readonly deliveryId: string;
  readonly organizationId: string;
  readonly runId: string;
  readonly trigger: 'automatic' | 'manual';
  readonly webhookUrl: string;
  readonly status: 'scheduled' | 'sending' | 'delivered' | 'failed';
  readonly httpStatus: number | null;
  readonly latencyMs: number | null;
  /** First 2,048 characters of the answer. */
  readonly responseExcerpt: string | null;
  readonly error: string | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/**
 * Keeps what is true. A batch of writes as data is the transaction; no connection leaks out. Every row belongs to an
 * organization; calls without one are the worker's and the sweep's, which serve all of them.
 */
export interface Store {
  readonly specVersion: 'v1';
  readonly organizations: {
    get(organizationId: string): Promise<Organization | null>;
    list(): Promise<readonly Organization[]>;
    /** Inserts or replaces. */
    put(organization: Organization): Promise<void>;
  };
  readonly apiKeys: {
    /** The key with this hash, revoked ones too. */
    find(hash: string): Promise<ApiKey | null>;
    get(organizationId: string, apiKeyId: string): Promise<ApiKey | null>;
    /** Oldest first. */
    list(organizationId: string): Promise<readonly ApiKey[]>;
    put(key: ApiKey): Promise<void>;
  };
  readonly workflows: {
    /** Adds one version. Throws `conflict` when the version of this permanent id exists. */
    add(workflow: Workflow): Promise<void>;
    /** The latest version, or `version`; null when unknown or deleted. A workflow is deleted when its latest version is. */
    get(organizationId: string, workflowPermanentId: string, version?: number): Promise<Workflow | null>;
    /** One version by its `w_` id, deleted ones too: running work stays pinned to it. */
    getVersion(organizationId: string, workflowId: string): Promise<Workflow | null>;
    list(query: WorkflowQuery): Promise<Page<Workflow>>;
  };
  readonly runs: {
    /**
     * Run row (status `created`), workflow when it is new, and outbox rows in one transaction. Throws `conflict` when
     * one of them is there already.
     */
    create(draft: RunDraft, outbox: readonly OutboxEntry[], workflow?: Workflow): Promise<Run>;
    /** By `runId` or, for task runs, by `workflowRunId` too. */
    get(organizationId: string, runId: string): Promise<Run | null>;
    /** By `runId` alone, of whichever organization: for a worker, which holds nothing but the id. */
    find(runId: string): Promise<Run | null>;
    list(query: RunQuery): Promise<Page<Run>>;
    /** Runs that a run started and waits for, and that are not final; oldest first. */
    children(runId: string): Promise<readonly Run[]>;
    /**
     * The next run of a concurrency key: not final, never claimed, and the first by the time when it was queued (or,
     * before that, created), then by id. Null when there is none. Of whichever organization.
     */
    nextWithConcurrencyKey(key: string): Promise<Run | null>;
    /**
     * Takes ownership (token + 1) or renews it for its holder (same token); null while another owner's lease is
     * alive, or when the run is final. A run that was never claimed also waits for its concurrency keys: null while a run that
     * shares one is not final and has been claimed, or comes first in the order of `nextWithConcurrencyKey`. `now` is epoch ms.
     *
     * `lostWorkers` counts how often a claim took the run from an owner that had not released it, because its process
     * died or stood still for longer than its lease, since the last batch that {@link makesProgress}. Absent: never.
     */
    claim(
      runId: string,
      options: { readonly owner: string; readonly leaseMs: number; readonly now: number },
    ): Promise<{ readonly run: Run; readonly fence: Fence; readonly lostWorkers?: number } | null>;
    /** Ends the lease of this fence, so that another worker may claim at once. An older fence changes nothing. */
    release(runId: string, fence: Fence): Promise<void>;
    /**
     * All writes or none, answering the run as it is then. Throws `lease_lost` when the fence is old and `conflict`
     * when a revision is, or when the run is final and a write would change its status (the one exception: a final
     * status other than `failed` may become `failed` with the outcome of a webhook: in a patch whose `failureCategory`
     * is `webhook`). `null` is for writers without a lease, who have the revision alone. All patches of a batch name
     * the revision that was read and count as one change. Sets `modifiedAt` to `now`.
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
     * Runs of all organizations that are not final and whose lease is absent or over: work for the sweep. Oldest first, ties
     * by id. `after`: only those that come after this run in that order, so that many are read in pages.
     */
    unowned(options: {
      readonly now: number;
      readonly limit: number;
      readonly after?: Pick<Run, 'createdAt' | 'runId'>;
    }): Promise<readonly Run[]>;
  };
  readonly attempts: {
    /** In order of `startedAt`, then attempt. */
    read(runId: string): Promise<readonly Attempt[]>;
  };
  readonly timeline: {
    /** Events after a sequence number, oldest first. */
    read(
      runId: string,
      options: { readonly after?: number; readonly limit: number },
    ): Promise<readonly TimelineEvent[]>;
  };
  readonly outbox: {
    /** Pending entries of one type that are due; oldest first, ties by id. So no type hides behind many of another. */
    due(options: {
      readonly type: OutboxEntry['type'];
      readonly now: number;
      readonly limit: number;
    }): Promise<readonly OutboxEntry[]>;
    /**
     * Entries in `sending`, of all types: their sender works on them, or was lost. Oldest first, ties by id. `after`: only
     * those that come after this entry in that order, so that many are read in pages.
     */
    sending(options: {
      readonly limit: number;
      readonly after?: Pick<OutboxEntry, 'createdAt' | 'entryId'>;
    }): Promise<readonly OutboxEntry[]>;
    /** Moves an entry from one status to another, with a new `dueAt` if one is given; false when it was not in the first one any more. */
    settle(
      entryId: string,
      change: {
        readonly from: OutboxEntry['status'];
        readonly to: OutboxEntry['status'];
        readonly dueAt?: number;
      },
    ): Promise<boolean>;
  };
  readonly artifacts: {
    add(artifact: Artifact): Promise<void>;
    get(organizationId: string, artifactId: string): Promise<Artifact | null>;
    /** Oldest first. */
    list(
      organizationId: string,
      runId: string,
      options?: { readonly types?: readonly ArtifactType[] },
    ): Promise<readonly Artifact[]>;
  };
  /** Files of runs; their bytes are in the {@link ArtifactStore}. */
  readonly files: {
    /** Throws `conflict` when the id exists. */
    add(file: StoredFile): Promise<void>;
    get(organizationId: string, fileId: string): Promise<StoredFile | null>;
    /** Downloads of a run, oldest first. */
    list(organizationId: string, runId: string): Promise<readonly StoredFile[]>;
  };
  /** Credentials of organizations. A deleted one is as if it had never been, except that its id stays taken. */
  readonly credentials: {
    /** Throws `conflict` when the id exists. */
    add(credential: CredentialRow): Promise<void>;
    get(organizationId: string, credentialId: string): Promise<CredentialRow | null>;
    /** Changes the named members and answers the row as it is then; null when there is none. */
    change(
      organizationId: string,
      credentialId: string,
      patch: Pick<CredentialRow, 'modifiedAt'> &
        Partial<Pick<CredentialRow, 'name' | 'ciphertext' | 'deletedAt'>>,
    ): Promise<CredentialRow | null>;
    list(query: CredentialQuery): Promise<Page<CredentialRow>>;
    /** Number of previous calls for the name: 0, 1, 2, …; unique per call. */
    nextTurn(organizationId: string, name: string): Promise<number>;
  };
  /** Texts that are encrypted with the master key, of all organizations. */
  readonly ciphertexts: {
    /**
     * Replaces each by what `change` makes of it, in one transaction: all of them or, when `change` throws, none. Erased
     * ones are left out. Returns how many there are.
     */
    replace(change: (entry: StoredCiphertext) => string): Promise<number>;
  };
  /** Scripts, a row for each version. A deleted revision is as if it had never been, except that its number stays taken. */
  readonly scripts: {
    /** Throws `conflict` when the version of this script, or the revision's id, exists. */
    add(revision: ScriptRevision): Promise<void>;
    /** The latest version, or `version`; null when there is none. */
    get(organizationId: string, scriptId: string, version?: number): Promise<ScriptRevision | null>;
    /** The newest revision for a workflow and a key; ties by version, then by id, the later one. */
    find(
      organizationId: string,
      workflowPermanentId: string,
      cacheKey: string,
    ): Promise<ScriptRevision | null>;
  };
  readonly deliveries: {
    /** Inserts or replaces by id. */
    put(delivery: WebhookDelivery): Promise<void>;
    /** Newest first. */
    list(organizationId: string, runId: string): Promise<readonly WebhookDelivery[]>;
  };
  close(): Promise<void>;
}

/**
 * A fence proves the ownership of one run, so a batch may not reach into another one. Throws `invalid_input` for a
 * write that names another run or organization; every store checks it before it commits.
 */
export function assertWritesBelongToRun(run: Run, writes: readonly Write[]): void {
  for (const write of writes) {
    if (write.type === 'run') continue;
    const { runId, organizationId } = placeOf(write);
    if (runId === run.runId && organizationId === run.organizationId) continue;
    throw new RunwrightError(
      'invalid_input',
      `A write of type \`${write.type}\` in a batch for run \`${run.runId}\` names run \`${runId}\` of organization \`${organizationId}\`; commit it with its own run.`,
    );
  }
}

/** Tells whether a batch completes a block: then the run has got on, and a store counts lost workers from 0 again. */
export function makesProgress(writes: readonly Write[]): boolean {
  return writes.some((write) => write.type === 'attempt' && write.attempt.status === 'completed');
}

function placeOf(write: Exclude<Write, { type: 'run' }>): Pick<Run, 'runId' | 'organizationId'> {
  if (write.type === 'attempt') return write.attempt;
  return write.type === 'timeline' ? write.event : write.entry;
}
