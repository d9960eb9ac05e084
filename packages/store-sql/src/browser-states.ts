import type { Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The browser states that workflows, runs and sessions have left. */
export function sqlBrowserStates(db: Kysely<Tables>): Store['browserStates'] {
  return {
    async put(organizationId, ownerId, ciphertext) {
      await db
        .insertInto('browser_states')
        .values({ organization_id: organizationId, owner_id: ownerId, ciphertext })
        .onConflict((key) => key.columns(['organization_id', 'owner_id']).doUpdateSet({ ciphertext }))
        .execute();
    },
    async get(organizationId, ownerId) {
      const row = await db
        .selectFrom('browser_states')
        .select('ciphertext')
        .where('organization_id', '=', organizationId)
        .where('owner_id', '=', ownerId)
        .executeTakeFirst();
      return row?.ciphertext ?? null;
    },
  };
}
