import type { Spending } from '@runwright/client';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState, Loading } from '../../components/states.tsx';
import { formatMoney, formatNumber } from '../../lib/format.ts';
import { Cost } from './cost.tsx';

type Day = Spending['days'][number];

// uPlot is loaded when a chart is shown.
const DayChart = lazy(() => import('./day-chart.tsx').then((module) => ({ default: module.DayChart })));

/** Cost and tokens of each day, as charts and as a table. */
export function DaysTab({ days }: { readonly days: readonly Day[] }) {
  const cost = useMemo(() => days.map(({ day, cost: value }) => ({ day, value })), [days]);
  const tokens = useMemo(() => days.map(({ day, tokens: value }) => ({ day, value })), [days]);
  const used = useMemo(() => days.filter(({ run_count: runs }) => runs > 0).reverse(), [days]);
  const unused = days.length - used.length;
  return (
    <div className="stack">
      <div className="chart-pair">
        <Suspense fallback={<Loading label="Loading the charts…" />}>
          <DayChart title="Cost by day" values={cost} format={formatMoney} />
          <DayChart title="Tokens by day" values={tokens} format={formatShort} />
        </Suspense>
      </div>
      {used.length === 0 ? (
        <EmptyState title="No runs in this period">
          Choose a longer period, or <Link to="/runs">start a run</Link>.
        </EmptyState>
      ) : (
        <>
          <DataTable
            label="Spending by day"
            rows={used}
            columns={columnsOf(days)}
            rowKey={({ day }) => day}
          />
          {unused > 0 ? (
            <p className="muted">
              {unused} of {days.length} days had no runs.
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}

function columnsOf(days: readonly Day[]): readonly Column<Day>[] {
  return days.some(({ unpriced_run_count: unpriced }) => unpriced > 0)
    ? [...columns, unpricedColumn]
    : columns;
}

const columns: readonly Column<Day>[] = [
  { id: 'day', header: 'Day (UTC)', cell: ({ day }) => <time dateTime={day}>{day}</time> },
  { id: 'cost', header: 'Cost', className: 'number', cell: (day) => <Cost use={day} /> },
  { id: 'tokens', header: 'Tokens', className: 'number', cell: ({ tokens }) => formatNumber(tokens) },
  { id: 'runs', header: 'Runs', className: 'number', cell: (day) => formatNumber(day.run_count) },
];

const unpricedColumn: Column<Day> = {
  id: 'unpriced',
  header: 'Without a price',
  className: 'number wide-only',
  cell: (day) => formatNumber(day.unpriced_run_count),
};

const shortNumber = new Intl.NumberFormat('en-US', { notation: 'compact' });

function formatShort(value: number): string {
  return shortNumber.format(value);
}
