import { type BrowserProfile, RunwrightError, type Store } from '@runwright/contract';
import type { Kysely, Transaction } from 'kysely';
import { exclusively } from './exclusively.ts';
import { cutPage } from './page.ts';
import { browserProfileRows } from './rows.ts';
import { toStoredText } from './stored-text.ts';
import type { Tables } from './tables.ts';

/** Browser profiles, each with its encrypted state. */
export function sqlBrowserProfiles(db: Kysely<Tables>): Store['browserProfiles'] {
  return {
    add: (profile) =>
      exclusively(db, async (transaction) => {
        await assertNameIsFree(transaction, profile);
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('browser_profiles')
          .values(browserProfileRows.toRow(profile))
          .onConflict((key) => key.doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows) return;
        throw new RunwrightError(
          'conflict',
          `Cannot add browser profile \`${profile.browserProfileId}\`: it exists. Make a new id.`,
        );
      }),
    async get(organizationId, browserProfileId) {
      const row = await db
        .selectFrom('browser_profiles')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('browser_profile_id', '=', browserProfileId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row ? browserProfileRows.fromRow(row) : null;
    },
    change: (organizationId, browserProfileId, patch) =>
      exclusively(db, async (transaction) => {
        const { name } = patch;
        if (name !== undefined) {
          await assertNameIsFree(transaction, { organizationId, browserProfileId, name });
        }
        const row = await transaction
          .updateTable('browser_profiles')
          .set(browserProfileRows.toPartialRow(patch))
          .where('organization_id', '=', organizationId)
          .where('browser_profile_id', '=', browserProfileId)
          .where('deleted_at', 'is', null)
          .returning(shownColumns)
          .executeTakeFirst();
        return row ? withoutState(row) : null;
      }),
    async list({ organizationId, includeDeleted, page, pageSize }) {
      let query = db
        .selectFrom('browser_profiles')
        .select(shownColumns)
        .where('organization_id', '=', organizationId);
      if (!includeDeleted) query = query.where('deleted_at', 'is', null);
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('browser_profile_id', 'desc')
        .limit(pageSize + 1)
        .offset((page - 1) * pageSize)
        .execute();
      return cutPage(rows.map(withoutState), { page, pageSize });
    },
  };
}

/** All columns but the state, which is large. */
const shownColumns = [
  'browser_profile_id',
  'organization_id',
  'name',
  'description',
  'created_at',
  'modified_at',
  'deleted_at',
] as const;

function withoutState(row: Omit<Tables['browser_profiles'], 'ciphertext'>): BrowserProfile {
  const { ciphertext: _none, ...profile } = browserProfileRows.fromRow({ ...row, ciphertext: '' });
  return profile;
}

async function assertNameIsFree(
  transaction: Transaction<Tables>,
  profile: Pick<BrowserProfile, 'organizationId' | 'browserProfileId' | 'name'>,
): Promise<void> {
  const other = await transaction
    .selectFrom('browser_profiles')
    .select('browser_profile_id')
    .where('organization_id', '=', profile.organizationId)
    .where('name', '=', toStoredText(profile.name))
    .where('deleted_at', 'is', null)
    .where('browser_profile_id', '!=', profile.browserProfileId)
    .executeTakeFirst();
  if (!other) return;
  throw new RunwrightError('conflict', `A browser profile with the name \`${profile.name}\` exists`);
}
