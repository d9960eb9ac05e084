import type { Kysely, SelectQueryBuilder } from 'kysely';
import { isPostgres } from './is-postgres.ts';

/**
 * Returns a function that makes a select lock its rows until the transaction ends. SQLite has one transaction that writes at a
 * time, so there it changes nothing. `skipLocked`: rows that another transaction has locked are left out.
 */
export function forUpdate<Tables>(db: Kysely<Tables>, { skipLocked = false } = {}) {
  const locks = isPostgres(db);
  return <DB, Names extends keyof DB, Row>(
    query: SelectQueryBuilder<DB, Names, Row>,
  ): SelectQueryBuilder<DB, Names, Row> => {
    if (!locks) return query;
    return skipLocked ? query.forUpdate().skipLocked() : query.forUpdate();
  };
}
