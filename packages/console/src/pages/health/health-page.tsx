import type { Health } from '@runwright/client';
import { Link } from '@tanstack/react-router';
import { mostCounted, useHealth, useReadiness, useRunCount, useVersion } from '../../api/service.ts';
import { Facts } from '../../components/facts.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState, Loading } from '../../components/states.tsx';
import { Time } from '../../components/values.tsx';
import { formatNumber } from '../../lib/format.ts';
import './health.css';
import { ModelList } from './model-list.tsx';
import { StateBadge } from './state-badge.tsx';

/** State of the service: what it needs, its workers, the runs that wait, and its models. */
export function HealthPage() {
  const health = useHealth();
  const ready = useReadiness();
  const version = useVersion();
  return (
    <div className="stack">
      <PageHeader title="Health">
        <p>
          State of the process that answered. Read again every 5 seconds
          {health.dataUpdatedAt > 0 ? (
            <>
              ; last <Time at={new Date(health.dataUpdatedAt).toISOString()} />
            </>
          ) : null}
          .
        </p>
      </PageHeader>
      {health.error ? (
        <ErrorState
          error={
            health.error instanceof TypeError
              ? new Error('The service does not answer. Check that it runs; this page goes on asking.')
              : health.error
          }
        />
      ) : null}
      {health.isPending ? <Loading label="Asking the service…" /> : null}
      {health.data && !health.error ? <Problems health={health.data} /> : null}
      <div className="health-cards">
        <section className="card stack" aria-labelledby="service">
          <h2 id="service">Service</h2>
          <Facts
            facts={{
              State: <StateBadge state={health.error ? 'unavailable' : health.data?.status} />,
              'Takes requests': <StateBadge state={ready.error ? 'unavailable' : ready.data?.status} />,
              Version: version.data?.version,
              API: version.data?.api,
            }}
          />
        </section>
        <section className="card stack" aria-labelledby="drivers">
          <h2 id="drivers">What it needs</h2>
          <Facts
            facts={{
              Store: <StateBadge state={health.data?.store} />,
              Queue: <StateBadge state={health.data?.queue} />,
              'Workers of this process': formatNumber(health.data?.workers ?? null),
            }}
          />
        </section>
        <RunCounts />
      </div>
      <ModelList />
    </div>
  );
}

function Problems({ health }: { readonly health: Health }) {
  const problems = [
    health.status === 'draining' ? 'It is about to stop: it begins nothing new, and finishes what runs.' : '',
    health.store === 'unavailable'
      ? 'The database cannot be read or written. Check its disk or its server.'
      : '',
    health.queue === 'unavailable' ? 'The queue does not answer, so no run starts. Check its server.' : '',
    health.master_key === 'wrong'
      ? 'The master key of the store was changed, so credentials cannot be read. Start this process again with the new key.'
      : '',
    health.workers === 0
      ? 'No worker runs in this process. That is right if `runwright worker` processes do the work; else no run starts.'
      : '',
  ].filter(Boolean);
  if (problems.length === 0) return null;
  const isBad = health.status === 'unavailable';
  return (
    <div className="notice" data-tone={isBad ? 'bad' : 'warn'} role={isBad ? 'alert' : 'status'}>
      <strong>{isBad ? 'The service cannot do its work.' : 'The service works with limits.'}</strong>
      {problems.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </div>
  );
}

function RunCounts() {
  const queued = useRunCount('queued');
  const running = useRunCount('running');
  const counted = (count: number | undefined) =>
    count === undefined ? null : count >= mostCounted ? `${mostCounted} or more` : formatNumber(count);
  return (
    <section className="card stack" aria-labelledby="run-counts">
      <h2 id="run-counts">Runs of your organization</h2>
      {queued.error ? <ErrorState error={queued.error} /> : null}
      <Facts
        facts={{
          Queued: (
            <Link to="/runs" search={{ status: 'queued' }}>
              {counted(queued.data)}
            </Link>
          ),
          Running: (
            <Link to="/runs" search={{ status: 'running' }}>
              {counted(running.data)}
            </Link>
          ),
        }}
      />
    </section>
  );
}
