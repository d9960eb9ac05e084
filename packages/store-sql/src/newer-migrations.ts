import type { Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';

/** What the name of a migration has after its number when the version before it cannot use the tables any more. */
const contracting = /^\d+-contract-/;

interface MigrationTable {
  readonly [DEFAULT_MIGRATION_TABLE]: { readonly name: string };
}

/**
 * Names of the migrations of newer versions that a database has, when this version can go on with it: all of them come after `last`, the
 * newest that it knows, and none of them removes what it uses. Empty otherwise, which the migrator refuses.
 */
export async function newerMigrations<Tables>(
  db: Kysely<Tables>,
  { last, schema }: { readonly last: string; readonly schema?: string | undefined },
): Promise<readonly string[]> {
  if (!(await hasMigrations(db, schema))) return [];
  const scoped = (schema === undefined ? db : db.withSchema(schema)) as unknown as Kysely<MigrationTable>;
  const rows = await scoped
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .where('name', '>', last)
    .execute();
  const names = rows.map(({ name }) => name);
  return names.some((name) => contracting.test(name)) ? [] : names;
}

async function hasMigrations<Tables>(db: Kysely<Tables>, schema: string | undefined): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.some(
    (table) => table.name === DEFAULT_MIGRATION_TABLE && (schema === undefined || table.schema === schema),
  );
}
