import { RunwrightError, type Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import { cutPage } from './page.ts';
import { scriptOutlineRows, scriptRows } from './rows.ts';
import type { Tables } from './tables.ts';

/** The script calls of the SQL store. */
export function sqlScripts(db: Kysely<Tables>): Store['scripts'] {
  return {
    async add(revision) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('scripts')
        .values(scriptRows.toRow(revision))
        .onConflict((key) => key.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows) return;
      throw new RunwrightError(
        'conflict',
        `Cannot add version ${revision.version} of script \`${revision.scriptId}\`: it exists. Read the latest version and add the next one.`,
      );
    },
    async get(organizationId, scriptId, version) {
      let query = db
        .selectFrom('scripts')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('script_id', '=', scriptId)
        .where('deleted_at', 'is', null);
      if (version !== undefined) query = query.where('version', '=', version);
      const row = await query.orderBy('version', 'desc').limit(1).executeTakeFirst();
      return row ? scriptRows.fromRow(row) : null;
    },
    async list({ organizationId, workflowPermanentId, page, pageSize }) {
      let query = db
        .selectFrom('scripts')
        .select(scriptOutlineRows.columns)
        .where('organization_id', '=', organizationId)
        .where('deleted_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('scripts as later')
                .select('later.version')
                .whereRef('later.script_id', '=', 'scripts.script_id')
                .whereRef('later.version', '>', 'scripts.version')
                .where('later.deleted_at', 'is', null),
            ),
          ),
        );
      if (workflowPermanentId !== undefined) {
        query = query.where('workflow_permanent_id', '=', workflowPermanentId);
      }
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('script_id', 'desc')
        .limit(pageSize + 1)
        .offset((page - 1) * pageSize)
        .execute();
      return cutPage(rows.map(scriptOutlineRows.fromRow), { page, pageSize });
    },
    async find(organizationId, workflowPermanentId, cacheKey) {
      const row = await db
        .selectFrom('scripts')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('workflow_permanent_id', '=', workflowPermanentId)
        .where('cache_key', '=', cacheKey)
        .where('deleted_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('version', 'desc')
        .orderBy('script_revision_id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? scriptRows.fromRow(row) : null;
    },
  };
}
