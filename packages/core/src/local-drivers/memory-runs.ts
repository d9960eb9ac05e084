import {
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
} from '@runwright/contract';
import {
  assertNewEntries,
  attemptsOf,
  type Batch,
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
import {
  awaitedBy,
  byTurn,
  findNextWithinLimit,
  mayPassLimits,
  mustWait,
  needsNoTurn,
  openRows,
  promoteSibling,
} from './memory-run-keys.ts';
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
      const isWithoutTurn = needsNoTurn(tables, run);
      tables.runs.set(run.runId, {
        run,
        owner: null,
        token: 0,
        leaseUntil: null,
        lostWorkers: 0,
        returnedWorkers: 0,
        deadOwners: [],
        passedLimits: false,
      });
      if (!isWithoutTurn) tables.turns.add(run);
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
    async findStatus(id) {
      return tables.runs.get(id)?.run.status ?? null;
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
      return findNextWithinLimit(tables, limit);
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
      const free = held ? row : loseOwner(row);
      const passedLimits = row.token === 0 ? mayPassLimits(tables, row.run) : row.passedLimits;
      tables.runs.set(id, { ...free, owner, token, leaseUntil: now + leaseMs, passedLimits });
      const { run, lostWorkers, returnedWorkers } = free;
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
      } else {
        const returnedWorkers = Math.min(row.returnedWorkers + 1, row.lostWorkers);
        const deadOwners = row.deadOwners.filter((owner) => owner !== fence.owner);
        tables.runs.set(id, { ...row, returnedWorkers, deadOwners });
      }
    },
    async findDeadOwners(id) {
      const below = Map.groupBy(tables.runs.values(), ({ run }) => awaitedBy(run));
      const ownersFrom = (one: string): readonly string[] => [
        ...(tables.runs.get(one)?.deadOwners ?? []),
        ...(below.get(one) ?? []).flatMap(({ run }) => ownersFrom(run.runId)),
      ];
      let top = tables.runs.get(id);
      for (let above = top; above; above = tables.runs.get(awaitedBy(above.run) ?? '')) top = above;
      return ownersFrom(top?.run.runId ?? id);
    },
    async commit(id, writes, fence, { now }) {
      return commit({ runId: id, writes, fence, now });
    },
    async revise(id, decide, { now }) {
      const row = tables.runs.get(id);
      const writes = row ? decide(row.run, attemptsOf(tables, id)) : null;
      return writes === null ? null : commit({ runId: id, writes, fence: null, now });
    },
    async endLeases() {
      for (const row of openRows(tables)) endLease(row);
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

  function commit(batch: Batch): Run {
    const run = commitBatch(tables, batch);
    if (isFinal(run.status)) promoteSibling(tables, run);
    return run;
  }

  function endLease(row: RunRow): void {
    tables.runs.set(row.run.runId, loseOwner(row));
  }
}

function loseOwner(row: RunRow): RunRow {
  if (row.owner === null) return row;
  const lostWorkers = row.lostWorkers + 1;
  return { ...row, owner: null, leaseUntil: null, lostWorkers, deadOwners: [...row.deadOwners, row.owner] };
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

const createdAt = (run: Pick<Run, 'createdAt'>): number => run.createdAt;
const runId = (run: Pick<Run, 'runId'>): string => run.runId;
const byAge = byTime<Pick<Run, 'createdAt' | 'runId'>>(createdAt, runId);
