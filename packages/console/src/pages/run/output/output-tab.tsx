import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../../components/button.tsx';
import { JsonBlock } from '../../../components/code-block.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { saveFile } from '../../../lib/file-download.ts';
import { formatCount } from '../../../lib/format.ts';
import { cellText, csvOf, dataFirst, type OutputTable, tablesOf } from '../../../lib/output-tables.ts';
import { useRunView } from '../run-context.ts';

/** Output of the run: its lists as tables with export, and all of it as JSON. */
export function OutputTab() {
  const { run } = useRunView();
  const tables = useMemo(() => dataFirst(tablesOf(run.output)), [run.output]);
  if (run.output === null || run.output === undefined)
    return <EmptyState title="No output">The run has produced none so far.</EmptyState>;
  return (
    <div className="stack">
      {tables.map((table) => (
        <OutputSection key={table.path} table={table} runId={run.run_id} />
      ))}
      <section>
        <div className="row section-head">
          <h2>Everything</h2>
          <Button
            small
            icon={<Download size={14} aria-hidden />}
            onClick={() => saveJson(run.output, `${run.run_id}.json`)}
          >
            Export JSON
          </Button>
        </div>
        <JsonBlock label="Output" value={run.output} />
      </section>
    </div>
  );
}

function OutputSection({ table, runId }: { readonly table: OutputTable; readonly runId: string }) {
  const title = table.path || 'Output';
  const name = `${runId}-${title.replace(/[^\w.-]/g, '_')}`;
  const rows = useMemo(() => table.rows.map((cells, index) => ({ cells, index })), [table]);
  const objects = () =>
    table.rows.map((row) => Object.fromEntries(table.columns.map((column, at) => [column, row[at]])));
  return (
    <section>
      <div className="row section-head">
        <h2>{title}</h2>
        <span className="muted">{formatCount(table.rows.length, 'row')}</span>
        <Button
          small
          icon={<Download size={14} aria-hidden />}
          onClick={() => saveFile(new Blob([csvOf(table)], { type: 'text/csv' }), `${name}.csv`)}
        >
          Export CSV
        </Button>
        <Button
          small
          icon={<Download size={14} aria-hidden />}
          onClick={() => saveJson(objects(), `${name}.json`)}
        >
          Export JSON
        </Button>
      </div>
      <div className="output-table">
        <DataTable
          label={title}
          rows={rows}
          columns={table.columns.map((column, at) => ({
            id: column,
            header: column,
            cell: ({ cells }: { readonly cells: readonly unknown[]; readonly index: number }) =>
              cellText(cells[at]),
          }))}
          rowKey={({ index }) => String(index)}
        />
      </div>
    </section>
  );
}

function saveJson(value: unknown, name: string): void {
  saveFile(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }), name);
}
