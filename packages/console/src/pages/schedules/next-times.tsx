import { errorText } from '../../components/states.tsx';
import { useNow } from '../../components/values.tsx';
import { cronInWords } from '../../lib/cron-in-words.ts';
import { formatAgo } from '../../lib/format.ts';
import { formatInZone } from '../../lib/zoned-time.ts';

/** The schedule in words, and the next times at which it starts runs, in its zone. */
export function NextTimes({
  cron,
  timezone,
  times,
  error,
}: {
  readonly cron: string;
  readonly timezone: string;
  readonly times: readonly string[] | undefined;
  readonly error: unknown;
}) {
  const now = useNow(10_000);
  const words = cronInWords(cron);
  return (
    <section className="next-times" aria-label="Next runs" aria-live="polite">
      <strong>{words ?? 'This is no schedule yet.'}</strong>
      <span className="muted">
        <code>{cron}</code> in {timezone}
      </span>
      {error ? <span className="problem">{errorText(error)}</span> : null}
      {times?.length === 0 ? <span className="muted">It is never due.</span> : null}
      {times?.length ? (
        <ol>
          {times.map((at) => (
            <li key={at}>
              <time dateTime={at}>{formatInZone(at, timezone)}</time>
              <span className="muted">{formatAgo(Date.parse(at), now)}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}
