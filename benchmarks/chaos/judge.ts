import type { AttemptRow, Evidence, StartedRun } from './evidence.ts';
import type { Arrival } from './receiver.ts';

/** What was promised of one thing, and where it was broken. */
export interface Verdict {
  readonly promise: string;
  /** Number of things that were looked at. */
  readonly checked: number;
  /** One sentence for each break. */
  readonly broken: readonly string[];
}

const finals = new Set(['completed', 'failed', 'terminated', 'timed_out', 'canceled']);

/** Holds the promises of the service against what happened. */
export function judge(evidence: Evidence): readonly Verdict[] {
  const { started, runs, attempts, posts, openEntries, processes, browsersLeft, notEnded } = evidence;
  return [
    {
      promise: 'every start is answered, and makes one run',
      checked: started.length,
      broken: [
        ...started.filter(({ runId }) => runId === null).map(({ id }) => `start ${id} was not answered`),
        ...repeated(started.flatMap(({ runId }) => runId ?? [])).map(([id]) => `run ${id} was started twice`),
      ],
    },
    {
      promise: 'every run is final',
      checked: runs.length,
      broken: [
        ...runs
          .filter(({ status }) => !finals.has(status))
          .map(({ runId, status }) => `${runId} is ${status}`),
        ...started.flatMap(disagreements(new Map(runs.map((run) => [run.runId, run.status])))),
      ],
    },
    {
      promise: 'no finished block is executed again',
      checked: attempts.filter(({ status }) => status === 'completed').length,
      broken: [...Map.groupBy(attempts, ({ runId, path }) => `${runId} ${path}`)].flatMap(executedAgain),
    },
    {
      promise: 'no guarded POST arrives twice',
      checked: posts.length,
      broken: repeated(posts.map(({ id }) => id)).map(([id, times]) => `${id} arrived ${times} times`),
    },
    {
      promise: 'each completed POST has arrived',
      checked: attempts.filter(isCompletedPost).length,
      broken: missingPosts(evidence),
    },
    { promise: 'one delivery for each webhook', checked: started.length, broken: webhooksBroken(evidence) },
    {
      promise: 'nothing is left in the outbox',
      checked: runs.length,
      broken: openEntries === 0 ? [] : [`${openEntries} entries are open`],
    },
    {
      promise: 'processes end when asked to, and no browser is left',
      checked: processes,
      broken: [
        ...notEnded.map((name) => `${name} did not end within a minute`),
        ...(browsersLeft === 0 ? [] : [`${browsersLeft} browsers are left`]),
      ],
    },
  ];
}

/** What is worth knowing and is no break. */
export function remarks({ started, runs, attempts, deliveries, webhooks }: Evidence): readonly string[] {
  const arrived = new Set(webhooks.map(({ id }) => id));
  const failed = deliveries.filter(({ status }) => status === 'failed');
  const byReason = countBy(failed, ({ error }) => error ?? 'no reason');
  const idOf = new Map(started.map(({ runId, id }) => [runId, id]));
  const arrivedAll = failed.filter(({ runId }) => arrived.has(idOf.get(runId) ?? '')).length;
  const lost = attempts.filter(({ status }) => status === 'lost').length;
  return [
    `runs: ${counts(countBy(runs, ({ status }) => status))}`,
    `reasons of runs that failed: ${
      counts(
        countBy(
          runs.filter(({ status }) => status === 'failed'),
          reasonOf,
        ),
      ) || 'none'
    }`,
    `attempts whose worker was lost: ${lost}`,
    `webhooks that were decided without an answer: ${failed.length} (${counts(byReason) || 'none'}); ${arrivedAll} of them had arrived`,
  ];
}

/** The category and the beginning of the reason, without labels. */
function reasonOf(run: {
  readonly failureCategory: string | null;
  readonly failureReason: string | null;
}): string {
  const reason = (run.failureReason ?? '').replace(/`[^`]*`/g, '…').split(/[.:;]/)[0] ?? '';
  return `${run.failureCategory ?? 'unknown'} (${reason.trim()})`;
}

function disagreements(stored: ReadonlyMap<string, string>) {
  return ({ runId, statusOfApi }: StartedRun): readonly string[] => {
    if (runId === null || stored.get(runId) === statusOfApi) return [];
    return [`${runId} is ${statusOfApi} to the API and ${stored.get(runId) ?? 'missing'} in the database`];
  };
}

function executedAgain([place, rows]: readonly [string, readonly AttemptRow[]]): readonly string[] {
  const done = rows.filter(({ status }) => status === 'completed');
  const [first] = done;
  if (!first) return [];
  if (done.length > 1) return [`${place} was completed ${done.length} times`];
  return rows.some((row) => row.attempt > first.attempt) ? [`${place} was begun after it was completed`] : [];
}

/** POSTs are named after their labels. */
const postLabels = new Set(['write', 'slow', 'chosen', 'before', 'after', 'inner_write', 'save']);
const isCompletedPost = ({ label, status }: AttemptRow): boolean =>
  postLabels.has(label) && status === 'completed';

function missingPosts({ started, attempts, posts }: Evidence): readonly string[] {
  const idOf = new Map(started.map(({ runId, id }) => [runId, id]));
  const arrived = Map.groupBy(posts, ({ id }) =>
    id.replace(/-\d+$/, (end) => (id.includes('/save') ? '' : end)),
  );
  const done = Map.groupBy(
    attempts.filter(isCompletedPost),
    ({ runId, label }) => `${idOf.get(runId)}/${label}`,
  );
  return [...done].flatMap(([id, rows]) => {
    // Runs that a run has started are not known by their ids.
    if (id.startsWith('undefined/')) return [];
    const count = arrived.get(id)?.length ?? 0;
    return count >= rows.length
      ? []
      : [`${id} was completed ${rows.length} times and arrived ${count} times`];
  });
}

function webhooksBroken({ started, deliveries, webhooks }: Evidence): readonly string[] {
  const arrivals = Map.groupBy(webhooks, ({ id }: Arrival) => id);
  const byRun = Map.groupBy(deliveries, ({ runId }) => runId);
  return started.flatMap(({ id, runId }) => {
    if (runId === null) return [];
    const arrived = arrivals.get(id)?.length ?? 0;
    const [delivery, ...more] = byRun.get(runId) ?? [];
    if (arrived > 1) return [`the webhook of ${runId} arrived ${arrived} times`];
    if (!delivery || more.length > 0) return [`${runId} has ${more.length + (delivery ? 1 : 0)} deliveries`];
    if (delivery.status === 'delivered' && arrived === 1) return [];
    // It may have arrived, so it is not sent again.
    if (delivery.status === 'failed') return [];
    return [`the webhook of ${runId} is ${delivery.status} and arrived ${arrived} times`];
  });
}

function repeated(ids: readonly string[]): readonly (readonly [string, number])[] {
  return [...countBy(ids, (id) => id)].filter(([, times]) => times > 1);
}

function countBy<T>(items: readonly T[], name: (item: T) => string): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(items, name)].map(([key, group]) => [key, group.length]));
}

function counts(numbers: ReadonlyMap<string, number>): string {
  return [...numbers].map(([name, count]) => `${count} ${name}`).join(', ');
}
