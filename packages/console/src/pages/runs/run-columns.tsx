import type { ListedRun } from '@runwright/client';
import { Link } from '@tanstack/react-router';
import { costOf, durationOf, finalStatuses } from '../../api/runs.ts';
import { CodeText } from '../../components/code-text.tsx';
import type { Column } from '../../components/data-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Duration, Money, Time, useNow } from '../../components/values.tsx';
import { noCostOf } from './run-cost.ts';
import { runTitle, workflowBeside } from './run-title.ts';
import { runTypes } from './runs-search.ts';

/** Columns of the list of runs. */
export const runColumns: readonly Column<ListedRun>[] = [
  {
    id: 'run',
    header: 'Run',
    className: 'main-cell',
    cell: (run) => (
      <div className="truncate">
        <Link to="/runs/$runId" params={{ runId: run.run_id }} className="row-link">
          {runTitle(run)}
        </Link>
        {workflowBeside(run) === null ? null : <span className="muted"> · {workflowBeside(run)}</span>}
        {run.failure_reason ? (
          <span className="muted" title={run.failure_reason}>
            {' – '}
            <CodeText text={shortReason(run.failure_reason)} />
          </span>
        ) : null}
      </div>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: (run) => <StatusBadge status={run.paused ? 'paused' : run.status} />,
  },
  { id: 'type', header: 'Type', className: 'wide-only', cell: (run) => runTypes[run.run_type] },
  { id: 'started', header: 'Started', cell: (run) => <Time at={run.started_at ?? run.created_at} /> },
  {
    id: 'duration',
    header: 'Duration',
    className: 'number wide-only',
    cell: (run) => <RunDuration run={run} />,
  },
  {
    id: 'cost',
    header: 'Cost',
    className: 'number wide-only',
    cell: (run) => <Money dollars={costOf(run)} unknown={noCostOf(run)} />,
  },
];

/** How long a run has executed; counts on while it does. */
export function RunDuration({ run }: { readonly run: ListedRun }) {
  const now = useNow(1000, !finalStatuses.has(run.status));
  return <Duration ms={durationOf(run, now)} />;
}

/** The reason without the block that failed: what happened is to be read in one line. */
function shortReason(reason: string): string {
  return reason.replace(/^\w+ block .+? (?:failed|terminated|timed_out): /, '');
}
