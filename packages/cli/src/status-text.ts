import type { ServiceStatus, WorkerStatus } from '@runwright/core';

/** Returns the status of a service for people: a table of its workers, and lines about its runs. */
export function statusText({ now, workers, runs }: ServiceStatus): string {
  const statuses = Object.entries(runs.byStatus).map(([name, count]) => `${count} ${name}`);
  const oldest = runs.oldestWaiting;
  return [
    ...(workers.length === 0
      ? ['No worker is running. Start one with `runwright worker` or `runwright start`.']
      : table([columns, ...workers.map((worker) => rowOf(worker, now))])),
    '',
    `Open runs       ${statuses.length === 0 ? 'none' : statuses.join(', ')}`,
    `Waiting now     ${runs.waiting}`,
    `Oldest waiting  ${oldest ? `${oldest.runId} of ${oldest.organizationId}, for ${duration(now - oldest.since)}` : 'none'}`,
    ...(runs.lostLeases === 0
      ? []
      : [
          `Lost leases     ${runs.lostLeases}: their worker is gone; another one takes the runs when they end`,
        ]),
  ].join('\n');
}

const columns = ['WORKER', 'HOST', 'PROCESS', 'VERSION', 'RUNS', 'LEASES', 'BROWSERS', 'UP', 'SEEN'];

function rowOf(worker: WorkerStatus, now: number): readonly string[] {
  return [
    worker.name,
    worker.hostName,
    String(worker.processId),
    worker.version,
    `${worker.running} of ${worker.places}`,
    String(worker.leases),
    worker.browsers === null ? String(worker.browsersHeld) : `${worker.browsersHeld} of ${worker.browsers}`,
    duration(now - worker.startedAt),
    `${duration(now - worker.seenAt)} ago`,
  ];
}

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

/** Returns a time such as `3 min`: whole units, rounded down. */
function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [unit, length] = units.find((each) => seconds >= each[1]) ?? ['s', 1];
  return `${Math.floor(seconds / length)} ${unit}`;
}
