import { finalRunStatuses, type Run } from '@runwright/contract';
import { type ExpressionBuilder, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { prepared, value } from './prepared.ts';
import { forUpdate } from './row-locks.ts';
import type { RunTable, Tables } from './tables.ts';
import { first, run, type Work } from './work.ts';

/** A claim that another one, which committed in between, left no slot for. */
export class TakenSlot extends Error {}

/** The rows of the concurrency keys and limits of runs; a limit has a capacity, a key has none and lets one run pass, in order. */
export interface RunKeys {
  /** Adds those of a new run, within its transaction. `order`: that of its limits. */
  add(created: Run, order: number): Work<void>;
  /**
   * Takes a slot of each key and limit, within the transaction that claims the run; none of a limit that it passes. A slot is taken once:
   * the unique index says so. Throws {@link TakenSlot} when there is none any more.
   */
  claim(row: RunTable): Work<void>;
}

export function runKeys(db: Kysely<Tables>): RunKeys {
  const addKey = prepared(
    db.insertInto('run_lanes').values({
      run_id: value('run_id'),
      lane: value('lane'),
      turn_at: value('turn_at'),
      capacity: value('capacity'),
      claimed: 0,
      slot: 0,
    }),
  );
  const claimSlots = prepared(
    db
      .updateTable('run_lanes')
      .set({ claimed: 1, slot: lowestFreeSlot })
      .where('run_id', '=', value<string>('run_id'))
      .where('claimed', '=', 0)
      .where(sql<SqlBool>`${lowestFreeSlot} < coalesce(run_lanes.capacity, 1)`),
  );
  const unclaimed = prepared(
    db
      .selectFrom('run_lanes')
      .select('lane')
      .where('run_id', '=', value<string>('run_id'))
      .where('claimed', '=', 0)
      .limit(1),
  );

  const lockRun = prepared(
    db.selectFrom('runs').select('run_id').where('run_id', '=', value<string>('run_id')).$call(forUpdate(db)),
  );
  const passLimits = prepared(
    db
      .deleteFrom('run_lanes')
      .where('run_id', '=', value<string>('run_id'))
      .where('claimed', '=', 0)
      .where('capacity', 'is not', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('runs')
            .select('runs.run_id')
            .where('runs.run_id', '=', value<string>('run_id'))
            .where(mayPassLimits),
        ),
      ),
  );

  return {
    *add({ runId, createdAt, concurrencyKeys, concurrencyLimits }, order) {
      for (const lane of concurrencyKeys)
        yield* run(addKey, { run_id: runId, lane, turn_at: createdAt, capacity: null });
      for (const { key, capacity } of concurrencyLimits)
        yield* run(addKey, { run_id: runId, lane: key, turn_at: order, capacity });
    },
    *claim(row) {
      // Renewals come here too, and have none to take; so does nobody else, whose token is another one.
      if (row.token !== 1 || (row.lanes === '[]' && row.concurrency_limits === '[]')) return;
      if ((yield* first(unclaimed, { run_id: row.run_id })) === undefined) return;
      if (row.awaited_by !== null && row.concurrency_limits !== '[]') {
        // Otherwise two children that are claimed at once would both pass.
        yield* first(lockRun, { run_id: row.awaited_by });
        yield* run(passLimits, { run_id: row.run_id });
      }
      yield* run(claimSlots, { run_id: row.run_id });
      if (yield* first(unclaimed, { run_id: row.run_id })) throw new TakenSlot();
    },
  };
}

/** Tells whether no key of a run refuses it, and no limit that it does not pass. */
export function mayBegin(expression: ExpressionBuilder<Tables, 'runs'>, runId: RawBuilder<string>) {
  return expression.and([
    keysAllow(expression, runId),
    expression.or([limitsAllow(expression, runId), mayPassLimits(expression)]),
  ]);
}

/** Tells whether no key and no limit of a run refuses it. */
export function mayTakeSlots(expression: ExpressionBuilder<Tables, 'runs'>, runId: RawBuilder<string>) {
  return expression.and([keysAllow(expression, runId), limitsAllow(expression, runId)]);
}

/** Tells whether no key of a run refuses it. */
export function keysAllow(expression: ExpressionBuilder<Tables, 'runs'>, runId: RawBuilder<string>) {
  return expression.and([
    expression.not(expression.exists(underWayWithSameKey(expression, runId))),
    expression.not(expression.exists(earlierWithSameKey(expression, runId))),
  ]);
}

function limitsAllow(expression: ExpressionBuilder<Tables, 'runs'>, runId: RawBuilder<string>) {
  return expression.not(expression.exists(fullLimit(expression, runId)));
}

/** Tells whether a run passes its limits: its parent waits for it, and for no other run that has passed its own. */
function mayPassLimits(expression: ExpressionBuilder<Tables, 'runs'>) {
  return expression.and([
    expression('runs.awaited_by', 'is not', null),
    expression.not(expression.exists(siblingThatPassed(expression))),
  ]);
}

/** The lowest slot of the key of a row that no claimed run has. */
const lowestFreeSlot = sql<number>`case
  when not exists (select 1 from run_lanes as taken where taken.lane = run_lanes.lane and taken.claimed = 1 and taken.slot = 0)
  then 0
  else (select min(taken.slot) + 1 from run_lanes as taken where taken.lane = run_lanes.lane and taken.claimed = 1
    and not exists (select 1 from run_lanes as next
      where next.lane = taken.lane and next.claimed = 1 and next.slot = taken.slot + 1))
  end`;

/** Selects another run with one of its concurrency keys that is under way; a run that has ended has no keys any more. */
function underWayWithSameKey({ selectFrom }: ExpressionBuilder<Tables, 'runs'>, runId: RawBuilder<string>) {
  return selectFrom('run_lanes as own')
    .innerJoin('run_lanes as shared', 'shared.lane', 'own.lane')
    .select('shared.run_id')
    .where('own.run_id', '=', runId)
    .where('own.capacity', 'is', null)
    .whereRef('shared.run_id', '<>', 'own.run_id')
    .where('shared.claimed', '=', 1);
}

/** Selects another run with one of its concurrency keys whose turn comes first. */
function earlierWithSameKey({ selectFrom }: ExpressionBuilder<Tables, 'runs'>, runId: RawBuilder<string>) {
  return selectFrom('run_lanes as own')
    .innerJoin('run_lanes as shared', 'shared.lane', 'own.lane')
    .select('shared.run_id')
    .where('own.run_id', '=', runId)
    .where('own.capacity', 'is', null)
    .where('shared.claimed', '=', 0)
    .where(sql<SqlBool>`(shared.turn_at, shared.run_id) < (own.turn_at, own.run_id)`);
}

/** Selects one of its limits that has no free slot. */
function fullLimit({ selectFrom }: ExpressionBuilder<Tables, 'runs'>, runId: RawBuilder<string>) {
  return selectFrom('run_lanes as own')
    .select('own.lane')
    .where('own.run_id', '=', runId)
    .where('own.capacity', 'is not', null)
    .where(
      sql<SqlBool>`(select count(*) from run_lanes as taken where taken.lane = own.lane and taken.claimed = 1) >= own.capacity`,
    );
}

/** Selects a sibling that was claimed and has no slot of its limits. */
function siblingThatPassed({ selectFrom }: ExpressionBuilder<Tables, 'runs'>) {
  return selectFrom('runs as sibling')
    .select('sibling.run_id')
    .whereRef('sibling.awaited_by', '=', 'runs.awaited_by')
    .where('sibling.status', 'not in', finalRunStatuses)
    .where('sibling.token', '>', 0)
    .where('sibling.concurrency_limits', '<>', '[]')
    .where(({ not, exists, selectFrom: selectSlots }) =>
      not(
        exists(
          selectSlots('run_lanes')
            .select('run_lanes.lane')
            .whereRef('run_lanes.run_id', '=', 'sibling.run_id')
            .where('run_lanes.capacity', 'is not', null),
        ),
      ),
    );
}
