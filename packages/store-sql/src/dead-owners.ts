import { type Kysely, sql } from 'kysely';
import { value } from './prepared.ts';
import type { Tables } from './tables.ts';

/** Writes an owner as it stands in `dead_owners`: between line breaks, so that it is found as a whole. */
export function formatOwner(owner: string): string {
  return `\n${owner}\n`;
}

/** Value of `dead_owners` with the owner of its row. */
export const withRowOwner = sql<string>`dead_owners || ${'\n'} || owner || ${'\n'}`;

/** Value of `dead_owners` without the {@link value} `dead_owner`. */
export const withoutOwner = sql<string>`replace(dead_owners, ${value('dead_owner')}, '')`;

/** See `Store.runs.findDeadOwners`. An index finds the children, so that it takes as long as the tree is large. */
export async function findDeadOwners(db: Kysely<Tables>, runId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly dead_owners: string }>`
    with recursive above (run_id, awaited_by) as (
      select run_id, awaited_by from runs where run_id = ${runId}
      union all
      select runs.run_id, runs.awaited_by from above join runs on runs.run_id = above.awaited_by
    ), tree (run_id) as (
      select run_id from above
      union
      select runs.run_id from tree join runs on runs.awaited_by = tree.run_id
    )
    select dead_owners from tree join runs on runs.run_id = tree.run_id where dead_owners <> ''`.execute(db);
  return rows.flatMap(({ dead_owners }) => dead_owners.split('\n').filter((owner) => owner !== ''));
}
