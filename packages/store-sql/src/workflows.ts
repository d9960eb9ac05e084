import { RunwrightError, type Store, type Workflow } from '@runwright/contract';
import type { Kysely } from 'kysely';
import { contains } from './contains.ts';
import { cutPage } from './page.ts';
import { workflowRows } from './rows.ts';
import type { Tables } from './tables.ts';

/** The workflow calls of the SQL store. A workflow is deleted when its latest version is. */
export function sqlWorkflows(db: Kysely<Tables>): Store['workflows'] {
  const versions = (organizationId: string, workflowPermanentId: string) =>
    db
      .selectFrom('workflows')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('workflow_permanent_id', '=', workflowPermanentId);

  return {
    add: (workflow) => addVersion(db, workflow),
    async get(organizationId, workflowPermanentId, version) {
      const all = versions(organizationId, workflowPermanentId);
      const latest = await all.orderBy('version', 'desc').limit(1).executeTakeFirst();
      if (!latest || latest.deleted_at !== null) return null;
      if (version === undefined) return workflowRows.fromRow(latest);
      const row = await all.where('version', '=', version).where('deleted_at', 'is', null).executeTakeFirst();
      return row ? workflowRows.fromRow(row) : null;
    },
    async getVersion(organizationId, workflowId) {
      const row = await db
        .selectFrom('workflows')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('workflow_id', '=', workflowId)
        .executeTakeFirst();
      return row ? workflowRows.fromRow(row) : null;
    },
    async list({ organizationId, searchKey, title, folderId, statuses, page, pageSize }) {
      if (statuses.length === 0) return cutPage([], { page, pageSize });
      let query = db
        .selectFrom('workflows')
        .selectAll()
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
      if (searchKey !== undefined) query = query.where(contains('search_text', searchKey));
      else if (title !== undefined) query = query.where(contains('title_text', title));
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('workflow_permanent_id', 'desc')
        .limit(pageSize + 1)
        .offset((page - 1) * pageSize)
        .execute();
      return cutPage(rows.map(workflowRows.fromRow), { page, pageSize });
    },
  };
}

/** Adds one version. Throws `conflict` when the version, or its id, is already there. */
export async function addVersion(db: Kysely<Tables>, workflow: Workflow): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('workflows')
    .values({
      ...workflowRows.toRow(workflow),
      title_text: workflow.title.toLowerCase(),
      search_text: searchText(workflow),
    })
    .onConflict((key) => key.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows) return;
  throw new RunwrightError(
    'conflict',
    `Version ${workflow.version} of workflow \`${workflow.workflowPermanentId}\` was to be added, but it exists; read the latest version and add the one after it.`,
  );
}

/** Everything that a workflow is searched by, in lower case; databases disagree about the case of other than ASCII. */
function searchText({ title, draft }: Workflow): string {
  const parameters = draft.workflow_definition.parameters.flatMap((parameter) => [
    parameter.key,
    parameter.description ?? '',
    'default_value' in parameter ? printed(parameter.default_value) : '',
  ]);
  return [title, draft.description ?? '', ...parameters].join(unitSeparator).toLowerCase();
}

/** A control character that no text has, so that nothing is found across two texts. */
const unitSeparator = '\u001f';

function printed(found: unknown): string {
  return typeof found === 'string' ? found : (JSON.stringify(found) ?? '');
}
