import { loadavg } from 'node:os';
import { findPostgres, postgresServer } from '@runwright/testing/postgres';
import { machine, median } from '../machine.ts';
import { bareBlocksPerSecond } from './bare-blocks.ts';
import { type DatabaseMeter, databaseMeter } from './database-use.ts';
import { type IdleWorker, idleWorker } from './idle.ts';
import { type MeasuredRuns, measureRuns, type RunCost } from './measure-runs.ts';
import { writeMeasured } from './measured.ts';
import { processors } from './processor-time.ts';
import { recordedRun } from './recorded-run.ts';
import { type Site, startSite } from './site.ts';
import { type MeasuredStarts, measureStarts, type Starts } from './starts.ts';
import { costTable, idleLine, startsTable, throughputTable } from './tables.ts';
import { type Workload, type WorkloadKind, workloads } from './workloads.ts';

const rounds = 3;
/** As PostgreSQL is installed: a commit is on the disk. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_connections: '200' };

interface Place {
  readonly url: string;
  readonly site: Site;
}

/** The parts that can be measured alone, by what stands behind `scale` on the command line. */
const parts: Readonly<Record<string, (place: Place) => Promise<string>>> = {
  noop: async (place) => {
    const bare = await bareRate(place);
    const points = await rates(place, 'noop', bare.measure);
    return throughputTable(workloads.noop, points, bare.median());
  },
  http: async (place) => throughputTable(workloads.http, await rates(place, 'http')),
  browsers: async (place) => throughputTable(workloads.browsers, await rates(place, 'browsers')),
  starts: async (place) => startsTable(await starts(place)),
  idle: async (place) => idleLine(await idle(place)),
  cost: async (place) => {
    const kinds = Object.keys(workloads) as WorkloadKind[];
    const measured = new Map<WorkloadKind, MeasuredRuns>();
    for (const kind of kinds) measured.set(kind, await measuredRuns(place, workloads[kind], 1));
    return costTable(measured, await commitMs(place));
  },
};

/**
 * What runs cost and what several processes on one PostgreSQL do in a second. `asked`: one of {@link parts}; empty measures everything, and
 * writes `measured.json` for the simulation.
 */
export async function scale(asked: string): Promise<string> {
  const part = parts[asked];
  if (asked !== '' && part === undefined) {
    const names = Object.keys(parts).join('`, `');
    throw new Error(
      `Cannot measure \`${asked}\`: no such part of \`scale\`. Name one of \`${names}\`, or none for all.`,
    );
  }
  if (findPostgres() === null) return '## scale: PostgreSQL is not installed\n';
  const server = await postgresServer({ settings: durable });
  const site = await startSite();
  const before = load();
  try {
    const place = { url: server.url, site };
    const tables = part ? await part(place) : await everything(place, before);
    return [
      '## scale: several processes on PostgreSQL',
      '',
      `${machine()}; load average ${before.toFixed(1)} before, ${load().toFixed(1)} after; medians of ${rounds} rounds; fsync and synchronous_commit on.`,
      '',
      tables,
    ].join('\n');
  } finally {
    site.close();
    await server.close();
  }
}

async function everything(place: Place, before: number): Promise<string> {
  // First: after the others, autovacuum cleans up what they wrote, and its transactions count, too.
  const idling = await idle(place);
  const bare = await bareRate(place);
  const runs = {
    noop: await rates(place, 'noop', bare.measure),
    http: await rates(place, 'http'),
    browsers: await rates(place, 'browsers'),
  };
  const { bare: bareStarts, service, memory } = await starts(place);
  const alone = await commitMs(place);
  const lookSeconds = await look(place);
  const date = new Date().toISOString().slice(0, 10);
  await writeMeasured({
    ...{ machine: machine(), processors, date, load: { before, after: load() }, commitMs: alone },
    ...{ lookSeconds, runs, starts: { bare: bareStarts, service }, idle: idling.waiting },
  });
  const kinds = Object.keys(workloads) as WorkloadKind[];
  const single = new Map(kinds.map((kind) => [kind, runs[kind][0] as MeasuredRuns]));
  return [
    costTable(single, alone),
    throughputTable(workloads.noop, runs.noop, bare.median()),
    throughputTable(workloads.http, runs.http),
    throughputTable(workloads.browsers, runs.browsers),
    startsTable({ bare: bareStarts, service, memory }),
    idleLine(idling),
  ].join('\n');
}

/**
 * Measures one kind with each of its numbers of workers, in turns, so that what else the machine does meets all alike. `first` is measured
 * in each round, too.
 */
async function rates(
  place: Place,
  kind: WorkloadKind,
  first: () => Promise<void> = async () => undefined,
): Promise<readonly MeasuredRuns[]> {
  const workload = workloads[kind];
  const measured = new Map<number, MeasuredRuns[]>(workload.workers.map((workers) => [workers, []]));
  for (let round = 0; round < rounds; round += 1) {
    await first();
    for (const [workers, all] of measured) all.push(await measureRuns(place, workload, workers));
  }
  return [...measured.values()].map(middle);
}

async function measuredRuns(place: Place, workload: Workload, workers: number): Promise<MeasuredRuns> {
  const all: MeasuredRuns[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measureRuns(place, workload, workers));
  return middle(all);
}

/** The measurement with the middle rate, with the middle of each cost. */
function middle(all: readonly MeasuredRuns[]): MeasuredRuns {
  const rate = median(all.map(({ runsPerSecond }) => runsPerSecond));
  const one = all.find(({ runsPerSecond }) => runsPerSecond === rate) as MeasuredRuns;
  const names = Object.keys(one.cost) as (keyof RunCost)[];
  const entries = names.map((name) => [name, median(all.map(({ cost }) => cost[name]))]);
  return { ...one, cost: { ...one.cost, ...Object.fromEntries(entries) } };
}

/** Prepares the same transactions without an engine. `median`: blocks per second, of all measurements. */
async function bareRate({ url }: Place): Promise<{ measure(): Promise<void>; median(): number }> {
  const { blocks, runs } = workloads.noop;
  const recorded = await recordedRun(url, blocks);
  const measured: number[] = [];
  return {
    async measure() {
      measured.push(await bareBlocksPerSecond(url, recorded, { clients: 4, runs: runs * 2, blocks }));
    },
    median: () => median(measured),
  };
}

async function starts({ url }: Place): Promise<Starts> {
  const kinds = ['bare', 'service', 'memory'] as const;
  const measured: Record<(typeof kinds)[number], MeasuredStarts[]> = { bare: [], service: [], memory: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of kinds) measured[kind].push(await measureStarts(url, kind));
  }
  const middleOf = (all: readonly MeasuredStarts[]): MeasuredStarts => {
    const rate = median(all.map(({ perSecond }) => perSecond));
    return all.find(({ perSecond }) => perSecond === rate) as MeasuredStarts;
  };
  const { bare, service, memory } = measured;
  return { bare: middleOf(bare), service: middleOf(service), memory: middleOf(memory) };
}

async function idle({ url }: Place): Promise<{ readonly alone: IdleWorker; readonly waiting: IdleWorker }> {
  const workers = 4;
  const alone = await idleWorker(url, { workers, waiting: 0 });
  return { alone, waiting: await idleWorker(url, { workers, waiting: 1000 }) };
}

const commitMs = ({ url }: Place) => withMeter(url, (meter) => meter.commitMs());
const look = ({ url }: Place) => withMeter(url, (meter) => meter.lookSeconds());

async function withMeter(url: string, read: (meter: DatabaseMeter) => Promise<number>): Promise<number> {
  const meter = await databaseMeter(url);
  try {
    return await read(meter);
  } finally {
    await meter.close();
  }
}

/** Load average over one minute. */
function load(): number {
  return loadavg()[0] ?? Number.NaN;
}
