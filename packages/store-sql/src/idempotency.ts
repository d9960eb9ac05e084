import type { IdempotencyKey, Store } from '@runwright/contract';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import { prepared, value } from './prepared.ts';
import { idempotencyRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { first, run, type Work } from './work.ts';

type KeyExpression = ExpressionBuilder<Tables, 'idempotency_keys'>;

/** The idempotency calls of the SQL store. */
export function sqlIdempotency(db: Kysely<Tables>, connection: Connection): Store['idempotencyKeys'] {
  const reserveKey = prepared(
    db
      .insertInto('idempotency_keys')
      .values(idempotencyRows.values)
      .onConflict((place) =>
        place
          .columns(['organization_id', 'method', 'route', 'key'])
          .doUpdateSet(idempotencyRows.excluded)
          .where((row) =>
            row.or([
              row('idempotency_keys.expires_at', '<=', value<number>('now')),
              row('idempotency_keys.lease_until', '<=', value<number>('now')),
            ]),
          ),
      ),
  );
  const readKey = prepared(db.selectFrom('idempotency_keys').selectAll().where(isAtPlace));
  const renewKey = prepared(
    db
      .updateTable('idempotency_keys')
      .set({ lease_until: value<number>('lease_until') })
      .where(isHeld),
  );
  const releaseKey = prepared(db.deleteFrom('idempotency_keys').where(isHeld));
  const complete = idempotencyWriter(db);

  return {
    reserve: (key, { now }) =>
      connection.write(function* () {
        const row = { ...idempotencyRows.toRow(key) };
        if ((yield* run(reserveKey, { ...row, now })) > 0) return null;
        const found = yield* first(readKey, row);
        return found ? idempotencyRows.fromRow(found) : null;
      }),
    async renew(holder, { leaseUntil }) {
      const values = { ...idempotencyRows.toPartialRow(holder), lease_until: leaseUntil };
      return (await connection.write(() => run(renewKey, values))) > 0;
    },
    complete: (key) => connection.write(() => complete(key)),
    async release(holder) {
      await connection.write(() => run(releaseKey, { ...idempotencyRows.toPartialRow(holder) }));
    },
    async endLeases() {
      await db
        .updateTable('idempotency_keys')
        .set({ lease_until: 0 })
        .where('lease_until', 'is not', null)
        .execute();
    },
    async deleteExpired({ now }) {
      const { numDeletedRows } = await db
        .deleteFrom('idempotency_keys')
        .where((row) => row.or([row('expires_at', '<=', now), row('lease_until', '<=', now)]))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

/** Replaces a key in progress by its final row, within a transaction; false when another request has it. */
export function idempotencyWriter(db: Kysely<Tables>): (key: IdempotencyKey) => Work<boolean> {
  const completeKey = prepared(db.updateTable('idempotency_keys').set(idempotencyRows.values).where(isHeld));
  return function* (key) {
    return (yield* run(completeKey, { ...idempotencyRows.toRow(key) })) > 0;
  };
}

function isAtPlace(row: KeyExpression) {
  const { values } = idempotencyRows;
  return row.and([
    row('organization_id', '=', values.organization_id),
    row('method', '=', values.method),
    row('route', '=', values.route),
    row('key', '=', values.key),
  ]);
}

/** Selects the key while its request is in progress. */
function isHeld(row: KeyExpression) {
  return row.and([
    isAtPlace(row),
    row('owner', '=', idempotencyRows.values.owner),
    row('answer', 'is', null),
  ]);
}
