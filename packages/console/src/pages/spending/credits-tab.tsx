import type { BillingState, Charge } from '@runwright/client';
import { useCallback } from 'react';
import { useBillingState, useCharges } from '../../api/spending.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { RunLink } from '../../components/run-link.tsx';
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx';
import { Time } from '../../components/values.tsx';
import { formatDuration, formatNumber, inWords } from '../../lib/format.ts';

/** Credits of the current period, and what was charged. */
export function CreditsTab() {
  const state = useBillingState();
  return (
    <div className="stack">
      {state.error ? <ErrorState error={state.error} onRetry={() => void state.refetch()} /> : null}
      {state.isPending ? <Loading label="Loading the credits…" /> : null}
      {state.data ? <Credits state={state.data} /> : null}
      <Charges />
    </div>
  );
}

function Credits({ state }: { readonly state: BillingState }) {
  const { overage_enabled: mayExceed, credits_enforced: isEnforced } = state;
  const isOut = state.credits_remaining <= 0;
  const isRefused = isEnforced && !mayExceed;
  return (
    <section className="card stack" aria-labelledby="credits">
      <h2 id="credits">Credits of this period</h2>
      {isOut ? (
        <p className="notice" data-tone={isRefused ? 'bad' : 'warn'}>
          <strong>No credits remain.</strong>
          <span>
            {isRefused
              ? 'New runs are refused. Ask the host of the service for a top-up, or wait for the next period.'
              : isEnforced
                ? 'Runs go on: the plan allows more than its credits.'
                : 'Runs go on: this service counts credits and refuses nothing.'}
          </span>
        </p>
      ) : null}
      <Facts
        facts={{
          Plan: inWords(state.plan_tier),
          Period: (
            <>
              {state.current_period_start.slice(0, 10)} to before {state.current_period_end.slice(0, 10)}
            </>
          ),
          Remaining: formatNumber(state.credits_remaining),
          Consumed: formatNumber(state.credits_consumed_this_period),
          'Included in the plan': formatNumber(state.included_credits_this_period),
          'Top-ups that remain': `${formatNumber(state.topup_credits_remaining)} of ${formatNumber(state.topup_credits_total)}`,
          'When none remain': isRefused ? 'New runs are refused' : 'Runs go on',
          'Script actions (free)': formatNumber(state.cached_credits_consumed_this_period),
          'Browser time': formatDuration(state.browser_uptime_seconds_consumed * 1000),
        }}
      />
      <p className="muted">
        One credit is one step of an agent. What models cost is not part of it.
        {isEnforced ? null : (
          <>
            {' '}
            This service only counts credits: its host has runs without credits refused with{' '}
            <code>RUNWRIGHT_BILLING_ENFORCE=true</code>, and sets plans with{' '}
            <code>runwright billing plan</code>.
          </>
        )}
      </p>
    </section>
  );
}

function Charges() {
  const charges = useCharges();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = charges;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <>
      <h2>Charges</h2>
      {charges.error ? <ErrorState error={charges.error} onRetry={() => void charges.refetch()} /> : null}
      {charges.isPending ? <Loading label="Loading the charges…" /> : null}
      {charges.data?.length === 0 ? (
        <EmptyState title="Nothing was charged yet">The steps of the next run appear here.</EmptyState>
      ) : null}
      {charges.data?.length ? (
        <div className="charges">
          <DataTable
            label="Charges"
            rows={charges.data}
            columns={columns}
            rowKey={({ charge_key: key }) => key}
            fill
            onEndReached={more}
          />
        </div>
      ) : null}
    </>
  );
}

const types: Readonly<Record<Charge['type'], string>> = {
  step: 'Step of an agent',
  script_action: 'Actions of a script',
  browser_uptime: 'Browser time',
  topup: 'Top-up',
};

const columns: readonly Column<Charge>[] = [
  { id: 'at', header: 'When', cell: ({ created_at: at }) => <Time at={at} /> },
  { id: 'type', header: 'What', cell: ({ type }) => types[type] },
  { id: 'amount', header: 'Amount', className: 'number', cell: (charge) => amountOf(charge) },
  {
    id: 'run',
    header: 'Run',
    className: 'wide-only',
    cell: ({ run_id: id }) => (id === null ? <span className="muted">–</span> : <RunLink runId={id} />),
  },
];

function amountOf({ type, amount }: Charge): string {
  if (type === 'browser_uptime') return formatDuration(amount);
  if (type === 'script_action') return `${formatNumber(amount)}, free`;
  return `${type === 'topup' ? '+' : ''}${formatNumber(amount)} ${amount === 1 ? 'credit' : 'credits'}`;
}
