import type { JsonObject, Page, Workflow } from '@runwright/contract';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { cutPage, maxPageBytes, takeFitting } from './page.ts';
import { workflowRows } from './rows.ts';
import type { Tables } from './tables.ts';

/** Members of a definition that is left out: it has no blocks, so that whoever reads it for its blocks finds none. */
const omittedDraft = JSON.stringify({
  workflow_definition: {
    definition_omitted: true,
    reason: `The workflows of this page have more than ${maxPageBytes} bytes as JSON. Read the workflow itself.`,
    parameters: [],
    blocks: [],
  },
} satisfies JsonObject);

const others = workflowRows.columns.filter((column) => column !== 'draft');

/** Reads a page of a query, in its order. The definitions of the last versions are left out where all are too large together. */
export async function readWorkflowPage(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<Tables, 'workflows', object>,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<Page<Workflow>> {
  const sizes = await query
    .select(['workflow_id', sql<number>`octet_length(draft)`.as('bytes')])
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize)
    .execute();
  const { items, next } = cutPage(sizes, { page, pageSize });
  if (items.length === 0) return { items: [], next };
  const ids = items.map((row) => row.workflow_id);
  const whole = takeFitting(items).map((row) => row.workflow_id);
  const rows = await db
    .selectFrom('workflows')
    .where('workflow_id', 'in', ids)
    .select(others)
    .select(
      sql<string>`case when workflow_id in (${sql.join(whole)}) then draft else ${omittedDraft} end`.as(
        'draft',
      ),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.workflow_id, workflowRows.fromRow(row)]));
  return { items: ids.flatMap((id) => byId.get(id) ?? []), next };
}
