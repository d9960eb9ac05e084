import type { Store, Workflow } from '@runwright/contract';
import { type Kysely, sql } from 'kysely';
import type { Connection } from './connection.ts';
import { exclusively } from './exclusively.ts';
import { prepared, value } from './prepared.ts';
import { workflowRows } from './rows.ts';
import { fromStoredText, toStoredText } from './stored-text.ts';
import type { Tables } from './tables.ts';
import { run, type Work } from './work.ts';
import { workflowRow } from './workflow-row.ts';

/** The calls of the SQL store for imports of workflows. */
export function sqlImports(
  db: Kysely<Tables>,
  connection: Connection,
  addVersion: (workflow: Workflow) => Work<void>,
): Pick<Store['workflows'], 'addImport' | 'openImports' | 'endImport'> {
  const addSource = prepared(
    db.insertInto('workflow_imports').values({ workflow_id: value('workflow_id'), source: value('source') }),
  );
  return {
    addImport: (workflow, source) =>
      connection.write(function* () {
        yield* addVersion(workflow);
        yield* run(addSource, { workflow_id: workflow.workflowId, source: toStoredText(source) });
      }),
    async openImports({ limit }) {
      const rows = await db
        .selectFrom('workflow_imports')
        .innerJoin('workflows', 'workflows.workflow_id', 'workflow_imports.workflow_id')
        .selectAll('workflows')
        .select('workflow_imports.source')
        .orderBy('workflows.created_at')
        .orderBy('workflows.workflow_id')
        .limit(limit)
        .execute();
      return rows.map(({ source, ...row }) => ({
        workflow: workflowRows.fromRow(row),
        source: fromStoredText(source),
      }));
    },
    endImport: (workflow) =>
      exclusively(db, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('workflow_imports')
          .where('workflow_id', '=', workflow.workflowId)
          .executeTakeFirstOrThrow();
        if (!numDeletedRows) return false;
        const { title, title_text, search_text, status, draft, import_error, modified_at, folder_id } =
          workflowRow(workflow);
        await transaction
          .updateTable('workflows')
          .set({ title, title_text, search_text, status, draft, import_error, modified_at })
          .set({ folder_id: sql<string | null>`coalesce(${sql.ref('folder_id')}, ${folder_id})` })
          .where('workflow_id', '=', workflow.workflowId)
          .execute();
        return true;
      }),
  };
}
