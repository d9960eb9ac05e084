import { nextTurn, type Run, type TurnBounds, turnPriority, type WaitingTurn } from '@runwright/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { childTurns } from './child-turns.ts';
import { prepared, value } from './prepared.ts';
import { forUpdate } from './row-locks.ts';
import type { Tables } from './tables.ts';
import { first, run, type Together, type Work } from './work.ts';

/** The turns of runs that wait, see `RunRepository.create`. */
export interface RunTurns {
  /** The turn of a new run, within its transaction; null for one of those that its parent waits for. */
  next(run: Run, together: Together): Work<WaitingTurn | null>;
  /** Notes that a run that waits was refused, within a transaction. */
  pass(runId: string): Work<void>;
  find(runIds: readonly string[]): Promise<ReadonlyMap<string, WaitingTurn>>;
}

export function runTurns(db: Kysely<Tables>): RunTurns {
  const children = childTurns(db);
  // A version without turns leaves that of a run which it claims or ends, so it is not the turn alone that tells who waits.
  const waiting = db
    .selectFrom('runs')
    .where('waiting_turn', 'is not', null)
    .where('token', '=', sql.lit(0))
    .where('finished_at', 'is', null);
  const ofPriority = waiting.where('priority', '=', value<number>('priority')).limit(1);
  const smallest = ofPriority.select('waiting_turn').orderBy('turn_passed').orderBy('waiting_turn');
  const bounds = prepared(
    db.selectNoFrom([
      smallest.as('smallest'),
      ofPriority
        .select('waiting_turn')
        .where('organization_id', '=', value<string>('organization_id'))
        .orderBy('waiting_turn', 'desc')
        .as('own'),
      db
        .selectFrom('runs')
        .select('begun_turn')
        .where('organization_id', '=', value<string>('organization_id'))
        .where('priority', '=', value<number>('priority'))
        .where('begun_turn', 'is not', null)
        .where(sql<SqlBool>`begun_turn <= coalesce(${smallest} + 1, ${sql.lit(Number.MAX_SAFE_INTEGER)})`)
        .orderBy('begun_turn', 'desc')
        .limit(1)
        .as('begun'),
    ]),
  );
  /** Two runs of an organization that are created at once would have the same turn, and so many runs before others. */
  const lockOrganization = prepared(
    db
      .selectFrom('organizations')
      .select('organization_id')
      .where('organization_id', '=', value<string>('organization_id'))
      .$call(forUpdate(db)),
  );
  const passTurn = prepared(
    db
      .updateTable('runs')
      .set({ turn_passed: 1 })
      .where('run_id', '=', value<string>('run_id'))
      .where('waiting_turn', 'is not', null)
      .where('turn_passed', '=', 0),
  );

  function* readBounds(
    key: string,
    together: Together,
    { priority, organizationId }: { readonly priority: number; readonly organizationId: string },
  ): Work<TurnBounds> {
    together.set(key, isReading);
    yield* first(lockOrganization, { organization_id: organizationId });
    const found = yield* first(bounds, { priority, organization_id: organizationId });
    const numberOf = (turn: unknown) => (turn === null || turn === undefined ? null : Number(turn));
    return { smallest: numberOf(found?.smallest), own: numberOf(found?.own), begun: numberOf(found?.begun) };
  }

  return {
    *next({ organizationId, parent, settings }, together) {
      if (parent?.waits && (yield* children.needsNone(parent.runId, together))) return null;
      const priority = settings.priority ?? 0;
      const key = `turns ${priority} ${organizationId}`;
      while (together.get(key) === isReading) yield null;
      const known = together.get(key) ?? (yield* readBounds(key, together, { priority, organizationId }));
      const { smallest, own, begun } = known as TurnBounds;
      const turn = nextTurn({ smallest, own, begun });
      // The next run of this organization in the same transaction comes after it.
      together.set(key, { smallest: Math.min(smallest ?? turn, turn), own: turn, begun });
      return { priority, turn };
    },
    *pass(runId) {
      yield* run(passTurn, { run_id: runId });
    },
    async find(runIds) {
      if (runIds.length === 0) return new Map();
      const rows = await waiting
        .select(['run_id', 'priority', sql<number>`waiting_turn`.as('turn')])
        .where('run_id', 'in', runIds)
        .execute();
      return new Map(rows.map(({ run_id, priority, turn }) => [run_id, { priority, turn: Number(turn) }]));
    },
  };
}

/** Stands for bounds that work in the same transaction is reading. */
const isReading = 'is being read';

/** The order of runs that wait for a limit: the smallest first. */
export function limitOrder(turn: WaitingTurn | null): number {
  return turn === null ? 0 : -turnPriority(turn);
}
