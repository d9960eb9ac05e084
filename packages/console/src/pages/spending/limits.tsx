import type { Spending } from '@runwright/client';
import { useId } from 'react';
import { Facts } from '../../components/facts.tsx';
import { formatMoney, formatNumber } from '../../lib/format.ts';

/** Limits of the service, and how much of those of the current day is used. */
export function Limits({
  spending: { caps, today },
}: {
  readonly spending: Pick<Spending, 'caps' | 'today'>;
}) {
  const limits = Object.values(caps).filter((cap) => cap !== null);
  return (
    <section className="card stack" aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      {limits.length === 0 ? (
        <p className="muted">
          The service has no limits for what runs spend on models. Its host sets them with{' '}
          <code>RUNWRIGHT_MAX_RUN_COST</code>, <code>RUNWRIGHT_MAX_DAY_COST</code> and the same for tokens.
        </p>
      ) : null}
      {today !== null && caps.day_cost !== null ? (
        <DayUse label="Cost today" used={today.cost} cap={caps.day_cost} format={formatMoney} />
      ) : null}
      {today !== null && caps.day_tokens !== null ? (
        <DayUse label="Tokens today" used={today.tokens} cap={caps.day_tokens} format={formatNumber} />
      ) : null}
      {caps.run_cost !== null || caps.run_tokens !== null ? (
        <Facts
          facts={{
            'Most that a run may cost': caps.run_cost === null ? null : formatMoney(caps.run_cost),
            'Most tokens of a run': caps.run_tokens === null ? null : formatNumber(caps.run_tokens),
          }}
        />
      ) : null}
    </section>
  );
}

function DayUse({
  label,
  used,
  cap,
  format,
}: {
  readonly label: string;
  readonly used: number;
  readonly cap: number;
  readonly format: (value: number) => string;
}) {
  const id = useId();
  const isReached = used >= cap;
  return (
    <div className="day-use">
      <span className="row">
        <label htmlFor={id}>{label} (UTC)</label>
        <span>
          {format(used)} of {format(cap)} ({percentOf(used, cap)})
        </span>
      </span>
      <meter id={id} value={used} max={cap} high={cap * 0.8} optimum={0} low={cap * 0.8} />
      {isReached ? (
        <span className="problem-text">
          The limit is reached: model calls are refused and runs fail with <code>REACH_MAX_COST</code> until
          midnight UTC.
        </span>
      ) : null}
    </div>
  );
}

function percentOf(used: number, cap: number): string {
  const percent = (used / cap) * 100;
  return percent > 0 && percent < 1 ? 'less than 1 %' : `${Math.floor(percent)} %`;
}
