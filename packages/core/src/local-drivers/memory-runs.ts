import {
  type ConcurrencyLimit,
  hasMetadata,
  isFinal,
  lostIdempotencyKey,
  newRun,
  type OutboxEntry,
  type Run,
  type RunQuery,
  RunwrightError,
  runSearchText,
  runTypeOf,
  type Store,
  takenDueTime,
  turnPriority,
} from '@runwright/contract';
import {
  assertNewEntries,
  attemptsOf,
  commitBatch,
  putEntry,
  type RunRow,
  type RunTables,
} from './commit-batch.ts';
import { byTime, newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { cutPage } from './cut-page.ts';
import { checkBrowserSession, occupyBrowserSession } from './memory-browser-sessions.ts';
import { completeKey, type IdempotencyRows } from './memory-idempotency.ts';
import { isDue, moveOn, type ScheduleRows } from './memory-schedules.ts';
import { assertNewVersion, type WorkflowRows } from './memory-workflows.ts';

/** The other tables that the start of a run writes to. */
interface StartTables {
  readonly workflows: WorkflowRows;
  readonly idempotency: IdempotencyRows;
  readonly schedules: ScheduleRows;
}

/** The run calls of the memory store. Nothing awaits inside them, so each one is a transaction. */
export function memoryRuns(
  tables: RunTables,
  { workflows, idempotency, schedules }: StartTables,
): Omit<Store['runs'], 'expired' | 'delete'> {
  const allRuns = (): Run[] => [...tables.runs.values()].map((row) => row.run);

  return {
    async create(draft, outbox, workflow, { idempotencyKey, dueTime } = {}) {
      if (tables.runs.has(draft.runId)) {
        throw new RunwrightError(
          'conflict',
          `Cannot create run \`${draft.runId}\`: it exists. Make a new id.`,
        );
      }
      assertNewEntries(tables, outbox);
      if (workflow) assertNewVersion(workflows, workflow);

      const parent = draft.parent?.waits ? tables.runs.get(draft.parent.runId)?.run : undefined;
      checkBrowserSession(tables.browserSessions, draft, parent ?? null);

      const run = copyFrozen(newRun(draft));
      const entries: readonly OutboxEntry[] = copyFrozen(outbox);
      const version = workflow && copyFrozen(workflow);
      if (dueTime && !isDue(schedules, dueTime)) throw takenDueTime(dueTime);
      // The last that may refuse: what follows writes.
      if (idempotencyKey && !completeKey(idempotency, idempotencyKey)) throw lostIdempotencyKey();
      if (dueTime)
        moveOn(schedules, dueTime, { lastRunId: run.runId, lastRunAt: run.createdAt, lastError: null });
      tables.runs.set(run.runId, {
        run,
        owner: null,
        token: 0,
        leaseUntil: null,
        lostWorkers: 0,
        returnedWorkers: 0,
        excusedWorkers: 0,
      });
      tables.turns.add(run);
      for (const entry of entries) putEntry(tables, entry);
      if (version) workflows.set(version.workflowId, version);
      occupyBrowserSession(tables.browserSessions, run);
      return run;
    },
    async get(organizationId, runId) {
      const run =
        tables.runs.get(runId)?.run ?? allRuns().find((candidate) => candidate.workflowRunId === runId);
      return run?.organizationId === organizationId ? run : null;
    },
    async find(id) {
      return tables.runs.get(id)?.run ?? null;
    },
    async list(query) {
      const found = allRuns().filter((run) => isWanted(run, query));
      return cutPage(found.sort(newestFirst<Pick<Run, 'createdAt' | 'runId'>>(createdAt, runId)), query);
    },
    async children(parentId) {
      return allRuns()
        .filter((run) => run.parent?.waits === true && run.parent.runId === parentId && !isFinal(run.status))
        .sort(byAge);
    },
    async nextWithConcurrencyKey(key) {
      const waiting = openRows(tables).filter(
        (row) => row.token === 0 && row.run.concurrencyKeys.includes(key),
      );
      return waiting.map((row) => row.run).sort(byTurn)[0] ?? null;
    },
    async nextWithinLimit(limit) {
      const free = freeSlots(tables, limit);
      if (free <= 0) return [];
      const order = (run: Run): number => {
        const turn = tables.turns.get(run.runId);
        return turn ? -turnPriority(turn) : 0;
      };
      const waiting = openRows(tables)
        .filter((row) => row.token === 0 && hasLimit(row.run, limit.key))
        .map((row) => row.run)
        .sort((one, other) => order(one) - order(other) || (one.runId < other.runId ? -1 : 1));
      const next: Run[] = [];
      for (const run of waiting) {
        if (next.length === free) break;
        if (!mustWait(tables, run)) next.push(run);
      }
      return next;
    },
    async findTurns(runIds) {
      return new Map(
        runIds.flatMap((each) => {
          const turn = tables.turns.get(each);
          return turn ? [[each, turn] as const] : [];
        }),
      );
    },
    async claim(id, { owner, leaseMs, now }) {
      const row = tables.runs.get(id);
      if (!row || isFinal(row.run.status)) return null;
      const held = row.owner === owner;
      if (!held && row.leaseUntil !== null && row.leaseUntil > now) return null;
      if (row.token === 0 && mustWait(tables, row.run)) {
        tables.turns.pass(id);
        return null;
      }
      tables.turns.begin(id);
      const token = held ? row.token : row.token + 1;
      const lostWorkers = row.lostWorkers + (held || row.owner === null ? 0 : 1);
      tables.runs.set(id, { ...row, owner, token, leaseUntil: now + leaseMs, lostWorkers });
      const { run, returnedWorkers } = row;
      return {
        ...{ run, fence: { owner, token } },
        ...(lostWorkers > 0 ? { lostWorkers } : {}),
        ...(returnedWorkers > 0 ? { returnedWorkers } : {}),
      };
    },
    async ownerOf(id, now) {
      const row = tables.runs.get(id);
      return row && row.leaseUntil !== null && row.leaseUntil > now ? row.owner : null;
    },
    async release(id, fence) {
      const row = tables.runs.get(id);
      if (!row) return;
      if (row.owner === fence.owner && row.token === fence.token) {
        tables.runs.set(id, { ...row, owner: null, leaseUntil: null });
      } else if (row.returnedWorkers < row.lostWorkers) {
        tables.runs.set(id, { ...row, returnedWorkers: row.returnedWorkers + 1 });
      }
    },
    async commit(id, writes, fence, { now }) {
      return commitBatch(tables, { runId: id, writes, fence, now });
    },
    async revise(id, decide, { now }) {
      const row = tables.runs.get(id);
      const writes = row ? decide(row.run, attemptsOf(tables, id)) : null;
      return writes === null ? null : commitBatch(tables, { runId: id, writes, fence: null, now });
    },
    async endLeases() {
      for (const row of openRows(tables)) if (row.owner !== null) endLease(row);
    },
    async endExpiredLeases({ now, limit }) {
      const lost = openRows(tables)
        .filter((row) => row.owner !== null && row.leaseUntil !== null && row.leaseUntil <= now)
        .sort((one, other) => (one.leaseUntil ?? 0) - (other.leaseUntil ?? 0))
        .slice(0, limit);
      for (const row of lost) endLease(row);
      return lost.map((row) => row.run.runId);
    },
    async unowned({ now, limit, wakeBefore, after }) {
      return [...tables.runs.values()]
        .filter((row) => row.leaseUntil === null || row.leaseUntil <= now)
        .map((row) => row.run)
        .filter((run) => wakeBefore === undefined || run.wakeAt === null || run.wakeAt < wakeBefore)
        .filter((run) => !isFinal(run.status) && (after === undefined || byAge(run, after) > 0))
        .sort(byAge)
        .slice(0, limit);
    },
    async waiting() {
      const waiting = openRows(tables)
        .map((row) => row.run)
        .filter(({ status }) => status === 'created' || status === 'queued');
      return [false, true].map((haveConcurrencyKeys) => {
        const times = waiting
          .filter((run) => run.concurrencyKeys.length > 0 === haveConcurrencyKeys)
          .map((run) => run.createdAt);
        const oldestCreatedAt = times.reduce<number | null>((least, at) => Math.min(least ?? at, at), null);
        return { haveConcurrencyKeys, count: times.length, oldestCreatedAt };
      });
    },
  };

  function endLease(row: RunRow): void {
    const lostWorkers = row.lostWorkers + 1;
    tables.runs.set(row.run.runId, { ...row, owner: null, leaseUntil: null, lostWorkers });
  }
}

function isWanted(run: Run, query: RunQuery): boolean {
  const { statuses, workflowPermanentId, types, searchKey, createdAfter, createdBefore, metadata } = query;
  return (
    run.organizationId === query.organizationId &&
    (statuses === undefined || statuses.includes(run.status)) &&
    (workflowPermanentId === undefined || run.workflowPermanentId === workflowPermanentId) &&
    (types === undefined || types.includes(runTypeOf(run))) &&
    (searchKey === undefined || runSearchText(run).includes(searchKey.toLowerCase())) &&
    (metadata === undefined || hasMetadata(run.settings.metadata, metadata)) &&
    (createdAfter === undefined || run.createdAt >= createdAfter) &&
    (createdBefore === undefined || run.createdAt <= createdBefore)
  );
}

function openRows(tables: RunTables): readonly RunRow[] {
  return [...tables.runs.values()].filter((row) => !isFinal(row.run.status));
}

/** Tells whether one of its limits has no free slot, or a run with one of its concurrency keys is under way, or comes before it. */
function mustWait(tables: RunTables, run: Run): boolean {
  if (run.concurrencyLimits.some((limit) => freeSlots(tables, limit) <= 0)) return true;
  if (run.concurrencyKeys.length === 0) return false;
  const others = openRows(tables).filter(
    (row) =>
      row.run.runId !== run.runId && row.run.concurrencyKeys.some((key) => run.concurrencyKeys.includes(key)),
  );
  return others.some((row) => row.token > 0 || byTurn(row.run, run) < 0);
}

function freeSlots(tables: RunTables, { key, capacity }: ConcurrencyLimit): number {
  return capacity - openRows(tables).filter((row) => row.token > 0 && hasLimit(row.run, key)).length;
}

function hasLimit(run: Run, key: string): boolean {
  return run.concurrencyLimits.some((limit) => limit.key === key);
}

const byTurn = byTime(
  (run: Run) => run.queuedAt ?? run.createdAt,
  (run) => run.runId,
);
const createdAt = (run: Pick<Run, 'createdAt'>): number => run.createdAt;
const runId = (run: Pick<Run, 'runId'>): string => run.runId;
const byAge = byTime<Pick<Run, 'createdAt' | 'runId'>>(createdAt, runId);
