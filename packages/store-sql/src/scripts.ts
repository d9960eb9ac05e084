import { setImmediate } from 'node:timers/promises';
import { RunwrightError, type ScriptRevision, type Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { RowIn } from './codec.ts';
import type { Connection } from './connection.ts';
import { storeWithTexts } from './json-texts.ts';
import { cutPage } from './page.ts';
import { prepared } from './prepared.ts';
import { scriptOutlineRows, scriptRows } from './rows.ts';
import { toStoredText } from './stored-text.ts';
import type { Tables } from './tables.ts';
import { run } from './work.ts';

/** The script calls of the SQL store. */
export function sqlScripts(db: Kysely<Tables>, connection: Connection): Store['scripts'] {
  const addRevision = prepared(
    db
      .insertInto('scripts')
      .values(scriptRows.values)
      .onConflict((key) => key.doNothing()),
  );
  return {
    async add(revision) {
      const added = await storeWithTexts([revision.files], (texts) =>
        connection.write(() => run(addRevision, { ...scriptRows.toRow(revision, texts) })),
      );
      if (added > 0) return;
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
      return readRevision(await query.orderBy('version', 'desc').limit(1).executeTakeFirst());
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
        .where('cache_key', '=', toStoredText(cacheKey))
        .where('deleted_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('version', 'desc')
        .orderBy('script_revision_id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return readRevision(row);
    },
  };
}

/** The files may have 40 MiB: to read them, to parse them and what follows are a turn of the event loop each. */
async function readRevision(row: RowIn<typeof scriptRows> | undefined): Promise<ScriptRevision | null> {
  if (row === undefined) return null;
  await setImmediate();
  const revision = scriptRows.fromRow(row);
  await setImmediate();
  return revision;
}
