import { RunwrightError, type Store } from '@runwright/contract';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { contains } from './contains.ts';
import { exclusively } from './exclusively.ts';
import { cutPage } from './page.ts';
import { folderRows } from './rows.ts';
import type { FolderTable, Tables } from './tables.ts';

/** The folder calls of the SQL store. */
export function sqlFolders(db: Kysely<Tables>): Store['folders'] {
  const counted = () =>
    db
      .selectFrom('folders')
      .selectAll('folders')
      .select((folder) => workflowsOf(folder).as('workflow_count'));

  const get: Store['folders']['get'] = async (organizationId, folderId) => {
    const row = await counted()
      .where('organization_id', '=', organizationId)
      .where('folder_id', '=', folderId)
      .executeTakeFirst();
    return row ? folderOf(row) : null;
  };
  const assertFree = async (
    executor: Kysely<Tables>,
    { organizationId, folderId, title }: { organizationId: string; folderId: string; title: string },
  ) => {
    const other = await executor
      .selectFrom('folders')
      .select('folder_id')
      .where('organization_id', '=', organizationId)
      .where('title', '=', title)
      .where('folder_id', '!=', folderId)
      .executeTakeFirst();
    if (other) throw taken(title);
  };

  return {
    get,
    async add(folder) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('folders')
        .values({ ...folderRows.toRow(folder), title_text: folder.title.toLowerCase() })
        .onConflict((key) => key.doNothing())
        .executeTakeFirstOrThrow();
      if (!numInsertedOrUpdatedRows) throw taken(folder.title);
    },
    async change(organizationId, folderId, patch) {
      const { title } = patch;
      const changed = await exclusively(db, async (transaction) => {
        if (title !== undefined) await assertFree(transaction, { organizationId, folderId, title });
        const { numUpdatedRows } = await transaction
          .updateTable('folders')
          .set({
            ...folderRows.toPartialRow(patch),
            ...(title === undefined ? {} : { title_text: title.toLowerCase() }),
          })
          .where('organization_id', '=', organizationId)
          .where('folder_id', '=', folderId)
          .executeTakeFirstOrThrow();
        return Number(numUpdatedRows) > 0;
      });
      return changed ? get(organizationId, folderId) : null;
    },
    async list({ organizationId, search, page, pageSize }) {
      let query = counted().where('organization_id', '=', organizationId);
      if (search !== undefined) query = query.where(contains('folders.title_text', search));
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('folder_id', 'desc')
        .limit(pageSize + 1)
        .offset((page - 1) * pageSize)
        .execute();
      return cutPage(rows.map(folderOf), { page, pageSize });
    },
    async workflowsIn(organizationId, folderId) {
      const rows = await db
        .selectFrom('workflows')
        .select('workflow_permanent_id')
        .where('organization_id', '=', organizationId)
        .where('folder_id', '=', folderId)
        .where('deleted_at', 'is', null)
        .where((row) => row.not(row.exists(laterVersion(row))))
        .execute();
      return rows.map((row) => row.workflow_permanent_id);
    },
    delete: (organizationId, folderId) =>
      exclusively(db, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('folders')
          .where('organization_id', '=', organizationId)
          .where('folder_id', '=', folderId)
          .executeTakeFirstOrThrow();
        if (!numDeletedRows) return false;
        await transaction
          .updateTable('workflows')
          .set({ folder_id: null })
          .where('organization_id', '=', organizationId)
          .where('folder_id', '=', folderId)
          .execute();
        return true;
      }),
  };
}

/** Counts the workflows whose latest version is in the folder of the outer query. */
function workflowsOf(folder: ExpressionBuilder<Tables, 'folders'>) {
  return folder
    .selectFrom('workflows')
    .select((row) => row.fn.countAll<number>().as('count'))
    .whereRef('workflows.folder_id', '=', 'folders.folder_id')
    .whereRef('workflows.organization_id', '=', 'folders.organization_id')
    .where('workflows.deleted_at', 'is', null)
    .where((row) => row.not(row.exists(laterVersion(row))));
}

function laterVersion(row: ExpressionBuilder<Tables, 'workflows'>) {
  return row
    .selectFrom('workflows as later')
    .select(sql<number>`1`.as('one'))
    .whereRef('later.workflow_permanent_id', '=', 'workflows.workflow_permanent_id')
    .whereRef('later.version', '>', 'workflows.version');
}

function folderOf(row: FolderTable & { readonly workflow_count: number | null }) {
  return { ...folderRows.fromRow(row), workflowCount: Number(row.workflow_count ?? 0) };
}

function taken(title: string): RunwrightError {
  return new RunwrightError('conflict', `A folder with the title \`${title}\` exists. Choose another title.`);
}
