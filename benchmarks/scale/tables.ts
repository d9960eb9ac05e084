import type { IdleWorker } from './idle.ts';
import type { MeasuredRuns, RunCost } from './measure-runs.ts';
import type { MeasuredStarts, Starts } from './starts.ts';
import { type Workload, type WorkloadKind, workloads } from './workloads.ts';

/** Table of what the start of a run and one run of each kind cost, executed by one worker. */
export function costTable(measured: ReadonlyMap<WorkloadKind, MeasuredRuns>, commitMs: number): string {
  const all = [...measured];
  const [[, { start }]] = all as [[WorkloadKind, MeasuredRuns]];
  const row = (name: string, ofStart: string, value: (of: RunCost, workload: Workload) => string): string =>
    `| ${name} | ${ofStart} | ${all.map(([kind, { cost }]) => value(cost, workloads[kind])).join(' | ')} |`;
  return [
    '### Cost of one run',
    '',
    `Executed by one worker that has executed others before. A commit of one row by itself takes ${commitMs.toFixed(2)} ms.`,
    '',
    `| | start | ${all.map(([kind]) => workloads[kind].name).join(' | ')} |`,
    `|---|---:|${all.map(() => '---:').join('|')}|`,
    row('blocks', '', (_, { blocks }) => String(blocks)),
    row('commits', start.commits.toFixed(1), ({ commits }) => commits.toFixed(1)),
    row('rows written', start.rows.toFixed(0), ({ rows }) => rows.toFixed(0)),
    row('write-ahead log, kB', kilobytes(start.walBytes), ({ walBytes }) => kilobytes(walBytes)),
    row('growth of the database, kB', kilobytes(start.databaseBytes), ({ databaseBytes }) =>
      kilobytes(databaseBytes),
    ),
    row('artifacts, kB', '', ({ artifactBytes }) => kilobytes(artifactBytes)),
    row('processor time of the worker, ms', '', ({ workerSeconds }) => milliseconds(workerSeconds)),
    row('processor time of PostgreSQL, ms', '', ({ postgresSeconds }) => milliseconds(postgresSeconds)),
    row('processor time of the browser, ms', '', ({ browserProcessorSeconds }) =>
      milliseconds(browserProcessorSeconds),
    ),
    row('browser-seconds', '', ({ browserSeconds }) => browserSeconds.toFixed(2)),
    '',
  ].join('\n');
}

/** Table of runs and blocks per second. `bare`: blocks per second of the same transactions without an engine. */
export function throughputTable(workload: Workload, points: readonly MeasuredRuns[], bare?: number): string {
  const { name, blocks, concurrency, runs } = workload;
  const [first] = points;
  const row = ({ workers, runsPerSecond, processorsLeft, connections }: MeasuredRuns): string =>
    `| ${workers} | ${runsPerSecond.toFixed(runsPerSecond < 10 ? 2 : 1)} | ${whole(runsPerSecond * blocks)} | ${(runsPerSecond / (first?.runsPerSecond ?? Number.NaN)).toFixed(2)} | ${processorsLeft.toFixed(2)} | ${connections} |`;
  return [
    `### Throughput: ${name}`,
    '',
    `${runs} runs of ${blocks} blocks for each worker, ${concurrency} at once.`,
    '',
    '| workers | runs/s | blocks/s | of one worker | processors left by other programs | connections, at most |',
    '|---:|---:|---:|---:|---:|---:|',
    ...points.map(row),
    '',
    ...(bare === undefined
      ? []
      : [
          `The same transactions, sent bare by four \`pg\` clients: ${whole(bare)} blocks/s. The engine with the most workers does ${(((points.at(-1)?.runsPerSecond ?? Number.NaN) * blocks) / bare).toFixed(2)} of that.`,
          '',
        ]),
  ].join('\n');
}

/** Table of starts over HTTP. */
export function startsTable({ bare, service, memory }: Starts): string {
  const row = (name: string, of: MeasuredStarts): string =>
    `| ${name} | ${whole(of.perSecond)} | ${of.p50.toFixed(1)} | ${(of.apiSeconds * 1000).toFixed(2)} | ${(of.postgresSeconds * 1000).toFixed(2)} |`;
  return [
    '### Starts over HTTP',
    '',
    'One API process, 50 connections, one organization.',
    '',
    '| request | per second | p50, ms | processor time of the API, ms | of PostgreSQL, ms |',
    '|---|---:|---:|---:|---:|',
    row('a bare route that inserts one row', bare),
    row('POST /v1/run/workflows', service),
    row('the same, with store and queue in memory', memory),
    '',
  ].join('\n');
}

/** Sentence about workers that have nothing to do: without waiting runs, and with them. */
export function idleLine({
  alone,
  waiting,
}: {
  readonly alone: IdleWorker;
  readonly waiting: IdleWorker;
}): string {
  const use = ({ transactionsPerSecond, postgresSeconds }: IdleWorker): string =>
    `${transactionsPerSecond.toFixed(1)} transactions a second, which are ${(postgresSeconds * 1000).toFixed(1)} ms of processor time of PostgreSQL in each second`;
  return `Beyond what PostgreSQL does by itself, each of 4 idle workers causes ${use(alone)}; while 1,000 runs wait for a later time: ${use(waiting)}. It holds ${waiting.connections.toFixed(1)} connections.\n`;
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
const milliseconds = (seconds: number): string => (seconds * 1000).toFixed(seconds < 0.1 ? 1 : 0);
const whole = (value: number): string => Math.round(value).toLocaleString('en');
