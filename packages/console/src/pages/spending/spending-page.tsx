import type { Spending } from '@runwright/client';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { sumOf, useSpending } from '../../api/spending.ts';
import { Facts } from '../../components/facts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState, Loading } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Cost } from './cost.tsx';
import { CreditsTab } from './credits-tab.tsx';
import { DaysTab } from './days-tab.tsx';
import { Limits } from './limits.tsx';
import { PeriodFilter } from './period-filter.tsx';
import './spending.css';
import { periodOf, type SpendingSearch, type SpendingTab } from './spending-search.ts';
import { WorkflowsTab } from './workflows-tab.tsx';

const route = getRouteApi('/spending');

/** What the model calls of runs have used, by day and by workflow, with the limits and the credits. */
export function SpendingPage() {
  const search: SpendingSearch = route.useSearch();
  const navigate = route.useNavigate();
  const [now] = useState(Date.now);
  const spending = useSpending(periodOf(search, now));
  const change = (changed: SpendingSearch) => void navigate({ search: changed, replace: true });
  return (
    <div className="stack spending">
      <PageHeader title="Spending">
        <p>
          What runs have spent on models. A run counts for the day on which it was created; deleted runs are
          not counted.
        </p>
      </PageHeader>
      <PeriodFilter search={search} now={now} onChange={change} />
      {spending.error ? <ErrorState error={spending.error} onRetry={() => void spending.refetch()} /> : null}
      {spending.isPending ? <Loading label="Loading the figures…" /> : null}
      {spending.data ? <Totals spending={spending.data} /> : null}
      <Tabs
        label="Parts of the spending"
        selected={search.tab ?? 'days'}
        onSelect={(tab) => change({ ...search, tab: tab as SpendingTab })}
        tabs={[
          {
            id: 'days',
            label: 'By day',
            content: () => (spending.data ? <DaysTab days={spending.data.days} /> : null),
          },
          {
            id: 'workflows',
            label: 'By workflow',
            content: () => (spending.data ? <WorkflowsTab workflows={spending.data.workflows} /> : null),
          },
          { id: 'credits', label: 'Credits and charges', content: () => <CreditsTab /> },
        ]}
      />
    </div>
  );
}

function Totals({ spending }: { readonly spending: Spending }) {
  const total = sumOf(spending.days);
  const { unpriced_run_count: unpriced } = total;
  return (
    <>
      {spending.is_complete ? null : (
        <p className="notice" data-tone="warn">
          <strong>The figures are too low.</strong>
          <span>There are more runs in this period than one answer counts: the oldest are left out.</span>
          <span className="muted">Choose a shorter period.</span>
        </p>
      )}
      {unpriced > 0 ? (
        <p className="notice" data-tone="warn">
          <strong>
            The cost of {formatNumber(unpriced)} {unpriced === 1 ? 'run' : 'runs'} is not known.
          </strong>
          <span>
            {unpriced === 1 ? 'It' : 'They'} called a model without a price: tokens are counted, the cost is
            at least what is shown.
          </span>
          <span className="muted">
            The host of the service sets prices of models with <code>RUNWRIGHT_PRICES</code>.
          </span>
        </p>
      ) : null}
      <div className="totals">
        <section className="card stack" aria-labelledby="totals">
          <h2 id="totals">This period</h2>
          <Facts
            facts={{
              Cost: <Cost use={total} />,
              Tokens: formatNumber(total.tokens),
              Runs: formatNumber(total.run_count),
              'Runs without a price': unpriced > 0 ? formatNumber(unpriced) : null,
            }}
          />
        </section>
        <Limits spending={spending} />
      </div>
    </>
  );
}
