import type { JsonObject, Page, Workflow } from '@runwright/contract';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { cutPage, maxPageBytes, readInTurns, takeFitting } from './page.ts';
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
  const whole = takeFitting(items);
  const fits = sql<boolean>`workflow_id in (${sql.join(whole.map((row) => row.workflow_id))})`;
  const outlines = items.slice(whole.length).map((row) => ({ ...row, bytes: 0 }));
  const workflows = await readInTurns([...whole, ...outlines], async (part) => {
    const ids = part.map((row) => row.workflow_id);
    const rows = await db
      .selectFrom('workflows')
      .where('workflow_id', 'in', ids)
      .select(others)
      .select(sql<string>`case when ${fits} then draft else ${omittedDraft} end`.as('draft'))
      .execute();
    return rows.map(workflowRows.fromRow);
  });
  const byId = new Map(workflows.map((workflow) => [workflow.workflowId, workflow]));
  return { items: items.flatMap((row) => byId.get(row.workflow_id) ?? []), next };
}
