import { type Kysely, PostgresAdapter, type SelectQueryBuilder } from 'kysely';

/**
 * Returns a function that makes a select lock its rows until the transaction ends. SQLite has one transaction that writes at a
 * time, so there it changes nothing.
 */
export function forUpdate<Tables>(db: Kysely<Tables>) {
  const locks = db.getExecutor().adapter instanceof PostgresAdapter;
  return <DB, Names extends keyof DB, Row>(
    query: SelectQueryBuilder<DB, Names, Row>,
  ): SelectQueryBuilder<DB, Names, Row> => (locks ? query.forUpdate() : query);
}
