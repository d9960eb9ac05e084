import type { Spending } from '@runwright/client';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/states.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Cost } from './cost.tsx';

type WorkflowUse = Spending['workflows'][number];

/** Cost, tokens and runs of each workflow, those that cost most first. */
export function WorkflowsTab({ workflows }: { readonly workflows: readonly WorkflowUse[] }) {
  if (workflows.length === 0)
    return (
      <EmptyState title="No runs in this period">
        Choose a longer period, or <Link to="/runs">start a run</Link>.
      </EmptyState>
    );
  return (
    <div className="stack">
      <DataTable
        label="Spending by workflow"
        rows={workflows}
        columns={columnsOf(workflows)}
        rowKey={({ workflow_permanent_id: id }) => id ?? 'tasks'}
      />
      {workflows.length >= 100 ? <p className="muted">Only the 100 that cost most are shown.</p> : null}
    </div>
  );
}

function columnsOf(workflows: readonly WorkflowUse[]): readonly Column<WorkflowUse>[] {
  // Where no price is known, tokens tell who uses most.
  const byCost = workflows.some(({ cost }) => cost > 0);
  const total = workflows.reduce((sum, use) => sum + (byCost ? use.cost : use.tokens), 0);
  const shareOf = (use: WorkflowUse) => (total === 0 ? 0 : (byCost ? use.cost : use.tokens) / total);
  return [
    { id: 'workflow', header: 'Workflow', className: 'main-cell', cell: (use) => <WorkflowName use={use} /> },
    { id: 'cost', header: 'Cost', className: 'number', cell: (use) => <Cost use={use} /> },
    {
      id: 'share',
      header: byCost ? 'Share of the cost' : 'Share of the tokens',
      className: 'wide-only',
      cell: (use) => <Share of={shareOf(use)} />,
    },
    { id: 'tokens', header: 'Tokens', className: 'number', cell: ({ tokens }) => formatNumber(tokens) },
    { id: 'runs', header: 'Runs', className: 'number', cell: (use) => formatNumber(use.run_count) },
    ...(workflows.some(({ unpriced_run_count: unpriced }) => unpriced > 0) ? [unpricedColumn] : []),
  ];
}

const unpricedColumn: Column<WorkflowUse> = {
  id: 'unpriced',
  header: 'Without a price',
  className: 'number wide-only',
  cell: (use) => formatNumber(use.unpriced_run_count),
};

function WorkflowName({ use }: { readonly use: WorkflowUse }) {
  const { workflow_permanent_id: id, workflow_title: title } = use;
  return (
    <div className="truncate">
      {id === null ? (
        'Tasks'
      ) : (
        <Link to="/runs" search={{ workflow: id }}>
          {title ?? id}
        </Link>
      )}
    </div>
  );
}

function Share({ of }: { readonly of: number }) {
  return (
    <span className="share">
      <span className="share-bar" style={{ width: `${Math.round(of * 100)}px` }} />
      {Math.round(of * 100)} %
    </span>
  );
}
