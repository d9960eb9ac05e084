import type { Kysely, Transaction } from 'kysely';
import { isPostgres } from './is-postgres.ts';
import { failureKind } from './postgres/postgres-errors.ts';

/** Transactions that the database may take back before the work fails. */
const maxRepeats = 20;

/**
 * Executes work that reads and then writes what depends on it, as if no other transaction ran meanwhile. It may be executed several times:
 * PostgreSQL takes a serializable transaction back when another one interferes. SQLite has one transaction that writes at a time.
 */
export async function exclusively<Tables, T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (!isPostgres(db)) return await db.transaction().execute(work);
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await db.transaction().setIsolationLevel('serializable').execute(work);
    } catch (error) {
      if (repeats === maxRepeats || failureKind(error) !== 'repeat') throw error;
    }
  }
}
