import type { RunRecord } from '@runwright/client';
import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { usePageErrors, useRunUntilEnd } from '../../../api/run-starts.ts';
import { durationOf, finalStatuses } from '../../../api/runs.ts';
import { JsonBlock } from '../../../components/code-block.tsx';
import { CodeText } from '../../../components/code-text.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { ErrorState, Loading } from '../../../components/states.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { Duration, useNow } from '../../../components/values.tsx';
import { cellText, type OutputTable } from '../../../lib/output-tables.ts';
import { pageErrorsText } from '../../../lib/page-errors.ts';
import { CancelRunButton } from '../../cancel-run/cancel-run-button.tsx';
import { asObject, type Json } from '../yaml/json.ts';
import { resultTables } from './result-tables.ts';
import './dialogs.css';

/** Status and result of a run, as they are now. With `label` the output of that block, else that of the run. */
export function RunResult({ runId, label }: { readonly runId: string; readonly label?: string }) {
  const { data: run, error } = useRunUntilEnd(runId);
  const isOver = run !== undefined && finalStatuses.has(run.status);
  const { data: pageErrors = [] } = usePageErrors(isOver ? runId : null);
  const now = useNow(1000, !isOver);
  if (error) return <ErrorState error={error} />;
  if (!run) return <Loading label="Starting…" />;
  const output = run.output as Json | undefined;
  const shown = label === undefined ? output : asObject(output)?.[`${label}_output`];
  const tables = isOver ? resultTables(output, label) : [];
  return (
    <section className="stack" aria-label="Result">
      <p className="row">
        <StatusBadge status={run.status} />
        <Duration ms={durationOf(run, now)} />
        <Link to="/runs/$runId" params={{ runId }}>
          Open the run
        </Link>
        {isOver && output !== undefined && output !== null ? (
          <Link to="/runs/$runId" params={{ runId }} search={{ tab: 'output' }}>
            Open its output
          </Link>
        ) : null}
      </p>
      {isOver ? null : (
        <div className="row">
          {hasBrowser(run) ? (
            <Link to="/live/run/$runId" params={{ runId }} className="button">
              <Eye size={16} aria-hidden />
              Watch live
            </Link>
          ) : null}
          <CancelRunButton runId={runId} />
        </div>
      )}
      {run.failure_reason ? (
        <p className="notice" data-tone="bad">
          <CodeText text={run.failure_reason} />
        </p>
      ) : null}
      {pageErrors[0] ? (
        <div className="notice" data-tone="warn">
          <span>{pageErrorsText(pageErrors)}</span>
          <Link
            to="/runs/$runId"
            params={{ runId }}
            search={{ tab: 'timeline', node: pageErrors[0].actionId }}
          >
            Show the action
          </Link>
        </div>
      ) : null}
      {tables.map((table) => (
        <TableOfResult key={table.path} table={table} />
      ))}
      {isOver && shown !== undefined && shown !== null ? (
        <details open={tables.length === 0 && run.failure_reason === null}>
          <summary>The whole output as JSON</summary>
          <JsonBlock value={shown} label={label === undefined ? 'Output of the run' : `Output of ${label}`} />
        </details>
      ) : null}
      {isOver && (shown === undefined || shown === null) ? (
        <p className="muted">There is no output.</p>
      ) : null}
    </section>
  );
}

/** The page of the live view waits for a browser; before there is one, it shows nothing. */
function hasBrowser(run: Pick<RunRecord, 'screenshot_urls' | 'browser_session_id'>): boolean {
  return run.browser_session_id !== null || (run.screenshot_urls?.length ?? 0) > 0;
}

function TableOfResult({ table: { path, columns, rows } }: { readonly table: OutputTable }) {
  return (
    <section>
      <h3>
        {path} <span className="muted">{rows.length === 1 ? '1 row' : `${rows.length} rows`}</span>
      </h3>
      <div className="result-table">
        <DataTable
          label={path}
          rows={rows.map((cells, index) => ({ cells, index }))}
          columns={columns.map((column, at) => ({
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
