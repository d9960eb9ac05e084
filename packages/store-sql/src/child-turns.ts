import { finalRunStatuses } from '@runwright/contract';
import { type Kysely, sql } from 'kysely';
import { prepared, value } from './prepared.ts';
import { keysAllow } from './run-keys.ts';
import type { Tables } from './tables.ts';
import { first, run, type Together, type Work } from './work.ts';

/** The turns of the runs that a run waits for, its children: one of them has none, see `RunRepository.create`. */
export interface ChildTurns {
  /** Tells whether a new child is to have no turn, within the transaction that creates it. */
  needsNone(parentId: string, together: Together): Work<boolean>;
  /** Takes its turn from the next child that waits, unless another one has none, within the transaction that ends one. */
  promote(parentId: string): Work<void>;
}

export function childTurns(db: Kysely<Tables>): ChildTurns {
  const children = db
    .selectFrom('runs')
    .select('run_id')
    .where('awaited_by', '=', value<string>('parent_id'))
    .where('status', 'not in', finalRunStatuses)
    .limit(1);
  const withoutTurn = children.where('waiting_turn', 'is', null).where('begun_turn', 'is', null);
  const findWithoutTurn = prepared(withoutTurn);
  const next = children
    .where('waiting_turn', 'is not', null)
    .where('token', '=', 0)
    .where((child) => keysAllow(child, sql.ref('runs.run_id')))
    .orderBy('priority', 'desc')
    .orderBy('waiting_turn')
    .orderBy('run_id');
  const takeTurn = prepared(
    db
      .updateTable('runs')
      .set({ waiting_turn: null })
      .where('run_id', '=', next)
      // Another transaction may have taken it, or claimed the run.
      .where('waiting_turn', 'is not', null)
      .where(({ not, exists }) => not(exists(withoutTurn))),
  );

  return {
    *needsNone(parentId, together) {
      const key = `child of ${parentId}`;
      // Of the children that are created in one transaction, the first one looks.
      if (together.has(key)) return false;
      together.set(key, true);
      return (yield* first(findWithoutTurn, { parent_id: parentId })) === undefined;
    },
    *promote(parentId) {
      yield* run(takeTurn, { parent_id: parentId });
    },
  };
}
