import { useEffect, useState } from 'react';
import { formatAgo, formatDuration, formatElapsed, formatMoney } from '../lib/format.ts';

/** Returns the present time in epoch ms, again after each interval while `active`. */
export function useNow(intervalMs: number, active = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs, active]);
  return now;
}

/** An instant as how long ago it was, with the exact time as title. */
export function Time({ at }: { readonly at: string | null }) {
  const [isFresh, setFresh] = useState(() => isRecent(at));
  const now = useNow(isFresh ? 1000 : 10_000, at !== null);
  useEffect(() => setFresh(isRecent(at, now)), [at, now]);
  if (at === null) return <span className="muted">–</span>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {formatAgo(date.getTime(), now)}
    </time>
  );
}

/** Recent times are told in seconds, so they count on each second. */
function isRecent(at: string | null, now = Date.now()): boolean {
  return at !== null && Math.abs(now - Date.parse(at)) < 60_000;
}

/** How long ago something began that goes on, counting. */
export function Elapsed({ since }: { readonly since: string }) {
  const now = useNow(1000);
  return <span className="duration">{formatElapsed(now - Date.parse(since))}</span>;
}

/** A duration in ms. */
export function Duration({ ms }: { readonly ms: number | null }) {
  return <span className="duration">{formatDuration(ms)}</span>;
}

/** An amount of US dollars; `unknown` says why there is none, as title and to screen readers. */
export function Money({ dollars, unknown }: { readonly dollars: number | null; readonly unknown: string }) {
  if (dollars !== null) return <span className="money">{formatMoney(dollars)}</span>;
  return (
    <span className="money unknown" title={unknown}>
      <span aria-hidden>{formatMoney(null)}</span>
      <span className="visually-hidden">{unknown}</span>
    </span>
  );
}
