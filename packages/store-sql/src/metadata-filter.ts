import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** A name in the metadata of runs, and its value. */
export type MetadataEntry = readonly [name: string, value: string];

/** Runs that are counted for an entry before another one is preferred. */
const maxCounted = 5000;

/**
 * Returns the entries of a filter with the one first that the fewest runs have: its runs are read in their order, and the other
 * entries are looked up for each of them.
 */
export async function rarestFirst(
  db: Kysely<Tables>,
  organizationId: string,
  metadata: Readonly<Record<string, string>> = {},
): Promise<readonly MetadataEntry[]> {
  const entries = Object.entries(metadata);
  if (entries.length < 2) return entries;
  const counted = await Promise.all(
    entries.map(async (entry) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from (
        select 1 from run_metadata as entry where ${hasEntry(organizationId, entry)} limit ${maxCounted}) as part`.execute(
        db,
      );
      return { entry, count: Number(rows[0]?.count ?? 0) };
    }),
  );
  return counted.sort((one, other) => one.count - other.count).map(({ entry }) => entry);
}

/** The condition that a row of `run_metadata`, called `entry`, is an entry of an organization. */
export function hasEntry(organizationId: string, [name, value]: MetadataEntry): RawBuilder<unknown> {
  return sql`entry.organization_id = ${organizationId} and entry.name = ${name} and entry.value = ${value}`;
}

/** The conditions that a run has all entries; `runId` is the column with its id. */
export function hasMetadata(entries: readonly MetadataEntry[], runId: string): RawBuilder<unknown>[] {
  return entries.map(
    ([name, value]) =>
      sql`exists (select 1 from run_metadata as other
        where other.run_id = ${sql.ref(runId)} and other.name = ${name} and other.value = ${value})`,
  );
}
