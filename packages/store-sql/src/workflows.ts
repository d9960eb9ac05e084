import { RunwrightError, type Store, type Workflow } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import { contains } from './contains.ts';
import { exclusively } from './exclusively.ts';
import { sqlImports } from './imports.ts';
import { cutPage } from './page.ts';
import { prepared, value } from './prepared.ts';
import { readWorkflowPage } from './read-workflow-page.ts';
import { workflowRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { first, run, type Work } from './work.ts';
import { workflowRow } from './workflow-row.ts';

/** The workflow calls of the SQL store. A workflow is deleted when its latest version is. */
export function sqlWorkflows(db: Kysely<Tables>, connection: Connection): Store['workflows'] {
  const addVersion = versionWriter(db);
  const versionOfId = prepared(
    db
      .selectFrom('workflows')
      .selectAll()
      .where('organization_id', '=', value<string>('organization_id'))
      .where('workflow_id', '=', value<string>('workflow_id')),
  );
  const versions = (organizationId: string, workflowPermanentId: string) =>
    db
      .selectFrom('workflows')
      .where('organization_id', '=', organizationId)
      .where('workflow_permanent_id', '=', workflowPermanentId);

  const getVersion = async (organizationId: string, workflowId: string) => {
    const ids = { organization_id: organizationId, workflow_id: workflowId };
    const row = await connection.read(() => first(versionOfId, ids));
    return row ? workflowRows.fromRow(row) : null;
  };

  return {
    add: (workflow) => connection.write(() => addVersion(workflow)),
    async get(organizationId, workflowPermanentId, version) {
      const all = versions(organizationId, workflowPermanentId).selectAll();
      const latest = await all.orderBy('version', 'desc').limit(1).executeTakeFirst();
      if (!latest || latest.deleted_at !== null) return null;
      if (version === undefined) return workflowRows.fromRow(latest);
      const row = await all.where('version', '=', version).where('deleted_at', 'is', null).executeTakeFirst();
      return row ? workflowRows.fromRow(row) : null;
    },
    getVersion,
    async list({ organizationId, searchKey, title, folderId, statuses, page, pageSize }) {
      if (statuses.length === 0) return cutPage([], { page, pageSize });
      let query = db
        .selectFrom('workflows')
        .where('organization_id', '=', organizationId)
        .where('deleted_at', 'is', null)
        .where('status', 'in', statuses)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('workflows as later')
                .select('later.version')
                .whereRef('later.workflow_permanent_id', '=', 'workflows.workflow_permanent_id')
                .whereRef('later.version', '>', 'workflows.version'),
            ),
          ),
        );
      if (folderId !== undefined) query = query.where('folder_id', '=', folderId);
      if (searchKey !== undefined) {
        query = query.where(({ or, exists, selectFrom }) =>
          or([
            contains('search_text', searchKey),
            exists(
              selectFrom('folders')
                .select('folders.folder_id')
                .whereRef('folders.folder_id', '=', 'workflows.folder_id')
                .where(contains('folders.title_text', searchKey)),
            ),
          ]),
        );
      }
      if (searchKey === undefined && title !== undefined) query = query.where(contains('title_text', title));
      const ordered = query.orderBy('created_at', 'desc').orderBy('workflow_permanent_id', 'desc');
      return readWorkflowPage(db, ordered, { page, pageSize });
    },
    async versions(organizationId, workflowPermanentId, { page, pageSize }) {
      const all = versions(organizationId, workflowPermanentId).orderBy('version', 'desc');
      const latest = await all.select('deleted_at').limit(1).executeTakeFirst();
      if (!latest || latest.deleted_at !== null) return cutPage([], { page, pageSize });
      return readWorkflowPage(db, all, { page, pageSize });
    },
    async move(organizationId, workflowPermanentId, folderId, { now }) {
      const rows = await db
        .updateTable('workflows')
        .set({ folder_id: folderId, modified_at: now })
        .where('organization_id', '=', organizationId)
        .where('workflow_permanent_id', '=', workflowPermanentId)
        .where('deleted_at', 'is', null)
        .returning(['workflow_id', 'version'])
        .execute();
      const [latest] = rows.toSorted((a, b) => b.version - a.version);
      return latest ? getVersion(organizationId, latest.workflow_id) : null;
    },
    async delete(organizationId, workflowPermanentIds, { now }) {
      return await exclusively(db, async (transaction) => {
        const deleted = new Set<string>();
        for (const id of workflowPermanentIds) {
          const rows = await transaction
            .updateTable('workflows')
            .set({ deleted_at: now })
            .where('organization_id', '=', organizationId)
            .where('workflow_permanent_id', '=', id)
            .where('deleted_at', 'is', null)
            .returning('workflow_permanent_id')
            .execute();
          await transaction
            .deleteFrom('schedules')
            .where('organization_id', '=', organizationId)
            .where('workflow_permanent_id', '=', id)
            .execute();
          for (const row of rows) deleted.add(row.workflow_permanent_id);
        }
        return deleted.size;
      });
    },
    ...sqlImports(db, connection, addVersion),
  };
}

/**
 * Adds one version, within a transaction. Throws `conflict` when the version, or its id, is already there, or the workflow
 * is deleted.
 */
export function versionWriter(db: Kysely<Tables>): (workflow: Workflow) => Work<void> {
  const statement = prepared(
    db
      .insertInto('workflows')
      .values({ ...workflowRows.values, title_text: value('title_text'), search_text: value('search_text') })
      .onConflict((key) => key.doNothing()),
  );
  const deleted = prepared(
    db
      .selectFrom('workflows')
      .select('workflow_id')
      .where('workflow_permanent_id', '=', value<string>('workflow_permanent_id'))
      .where('deleted_at', 'is not', null)
      .limit(1),
  );
  return function* (workflow) {
    const { workflowPermanentId } = workflow;
    const isDeleted =
      workflow.version > 1 &&
      (yield* first(deleted, { workflow_permanent_id: workflowPermanentId })) !== undefined;
    if (!isDeleted && (yield* run(statement, { ...workflowRow(workflow) })) > 0) return;
    throw new RunwrightError(
      'conflict',
      `Cannot add version ${workflow.version} of workflow \`${workflow.workflowPermanentId}\`: it exists, or the workflow is deleted. Read the latest version and add the next one.`,
    );
  };
}
