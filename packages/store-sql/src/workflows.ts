import { RunwrightError, type Store, type Workflow } from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Connection, Session } from './connection.ts';
import { contains } from './contains.ts';
import { cutPage } from './page.ts';
import { prepared, value } from './prepared.ts';
import { workflowRows } from './rows.ts';
import type { Tables } from './tables.ts';

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
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('workflow_permanent_id', '=', workflowPermanentId);

  return {
    add: (workflow) => connection.write((session) => addVersion(session, workflow)),
    async get(organizationId, workflowPermanentId, version) {
      const all = versions(organizationId, workflowPermanentId);
      const latest = await all.orderBy('version', 'desc').limit(1).executeTakeFirst();
      if (!latest || latest.deleted_at !== null) return null;
      if (version === undefined) return workflowRows.fromRow(latest);
      const row = await all.where('version', '=', version).where('deleted_at', 'is', null).executeTakeFirst();
      return row ? workflowRows.fromRow(row) : null;
    },
    getVersion: (organizationId, workflowId) =>
      connection.read((session) => {
        const ids = { organization_id: organizationId, workflow_id: workflowId };
        const [row] = session.all(versionOfId, ids);
        return row ? workflowRows.fromRow(row) : null;
      }),
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

/** Adds one version, within a transaction. Throws `conflict` when the version, or its id, is already there. */
export function versionWriter(db: Kysely<Tables>): (session: Session, workflow: Workflow) => void {
  const statement = prepared(
    db
      .insertInto('workflows')
      .values({ ...workflowRows.values, title_text: value('title_text'), search_text: value('search_text') })
      .onConflict((key) => key.doNothing()),
  );
  return (session, workflow) => {
    const added = session.run(statement, {
      ...workflowRows.toRow(workflow),
      title_text: workflow.title.toLowerCase(),
      search_text: searchText(workflow),
    });
    if (added > 0) return;
    throw new RunwrightError(
      'conflict',
      `Cannot add version ${workflow.version} of workflow \`${workflow.workflowPermanentId}\`: it exists. Read the latest version and add the next one.`,
    );
  };
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
