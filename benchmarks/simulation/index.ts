import { machine } from '../machine.ts';
import { type Measured, readMeasured } from '../scale/measured.ts';
import { workloads } from '../scale/workloads.ts';
import { type Bottleneck, findBottlenecks, more } from './bottlenecks.ts';
import { type CheckedPoint, checkMachine, isNear, tolerance } from './check-machine.ts';
import { type Deployment, deployment, type Multiples, resourceNames } from './deployment.ts';
import { type Simulated, simulateDeployment } from './simulate-deployment.ts';

const seed = 1;
const window = { warmUp: 60, measured: 60 };
const loads = [0.1, 0.3, 1, 2, 5, 10, 20, 30].map((millions) => millions * 1e6);

/**
 * Simulates 1,000 workers at loads up to 30 million runs a day, with the costs that `scale` measured last, and names the first three
 * bottlenecks. Sets the exit code to 1 when a simulation of the measured points is more than 30 % off.
 */
export async function simulation(): Promise<string> {
  const measured = await readMeasured();
  const begunAt = performance.now();
  const checked = checkMachine(measured);
  const sweep = (multiples: Multiples): readonly Simulated[] =>
    loads.map((runsPerDay) =>
      simulateDeployment(measured, { deployment, multiples, runsPerDay, seed, window }),
    );
  const { bottlenecks, sweeps } = findBottlenecks(3, sweep);
  if (!checked.every(isNear)) process.exitCode = 1;
  const seconds = ((performance.now() - begunAt) / 1000).toFixed(0);
  return [
    '## simulation: 1,000 workers',
    '',
    `Costs of \`benchmarks/scale/measured.json\`: ${measured.machine}, ${measured.date}, load average ${measured.load.before.toFixed(1)} before, ${measured.load.after.toFixed(1)} after. Simulated in ${seconds} s on ${machine()}.`,
    '',
    checkTable(checked),
    assumptions(deployment),
    loadTable(sweeps[0] ?? []),
    bottleneckTable(bottlenecks),
    widenedTable(sweeps.at(-1) ?? [], bottlenecks, measured),
  ].join('\n');
}

function checkTable(checked: readonly CheckedPoint[]): string {
  return [
    '### The simulation beside the measured points',
    '',
    `The workers of one machine, simulated with the costs of one worker and the processors that other programs left. A ratio further from 1 than ${tolerance} fails.`,
    '',
    '| runs | workers | measured, runs/s | simulated, runs/s | simulated / measured | |',
    '|---|---:|---:|---:|---:|---|',
    ...checked.map(
      (point) =>
        `| ${workloads[point.kind].name} | ${point.workers} | ${point.measured.toFixed(2)} | ${point.simulated.toFixed(2)} | ${point.ratio.toFixed(2)} | ${isNear(point) ? 'near' : 'FAILED'} |`,
    ),
    '',
  ].join('\n');
}

function assumptions({ postgres, runs, ...of }: Deployment): string {
  return [
    '### Assumptions',
    '',
    `${of.workers} workers with ${of.processorsPerWorker} processors, ${of.runsAtOnce} runs and ${of.browsersAtOnce} browsers at once; ${of.apiProcesses} API processes; PostgreSQL with ${postgres.processors} processors, ${postgres.connections} connections, ${postgres.commitSeconds * 1000} ms for a commit and ${postgres.logBytesPerSecond / 1e6} MB/s for its log; ${of.roundTripSeconds * 1000} ms between a process and PostgreSQL; ${of.objectBytesPerSecond / 1e9} GB/s to the object storage.`,
    '',
    `${of.organizations} organizations, of which the largest starts ${of.largestShare * 100} % of the runs. The busiest hour has ${runs.peak} times the mean: ${window.measured} s of it are simulated, after ${window.warmUp} s in which the places fill; seed ${seed}. ${(1 - runs.browserShare) * 100} % of the runs have ${runs.httpBlocks} http blocks of ${runs.httpSeconds} s; the others have a browser and ${runs.agentSteps} steps, each with ${runs.modelSeconds} s for the model and ${runs.settleSeconds} s for the page.`,
    '',
  ].join('\n');
}

function loadTable(points: readonly Simulated[]): string {
  return [
    '### Utilization by load',
    '',
    `| runs a day, millions | ${points.map(({ runsPerDay }) => runsPerDay / 1e6).join(' | ')} |`,
    `|---|${points.map(() => '---:').join('|')}|`,
    ...resourceNames.map(
      (name) => `| ${name} | ${points.map(({ utilization }) => percent(utilization[name])).join(' | ')} |`,
    ),
    row(points, 'start of a run, p50', ({ start }) => time(start.p50)),
    row(points, 'start of a run, p99', ({ start }) => time(start.p99)),
    row(points, 'wait of a transaction, p50', ({ transaction }) => time(transaction.p50)),
    row(points, 'wait of a transaction, p99', ({ transaction }) => time(transaction.p99)),
    row(points, 'transactions/s', ({ transactionsPerSecond }) => whole(transactionsPerSecond)),
    row(points, 'write-ahead log, MB/s', ({ logBytesPerSecond }) => (logBytesPerSecond / 1e6).toFixed(1)),
    row(points, 'artifacts, MB/s', ({ objectBytesPerSecond }) => (objectBytesPerSecond / 1e6).toFixed(1)),
    row(points, 'model calls at once', ({ modelCallsAtOnce }) => whole(modelCallsAtOnce)),
    row(points, 'ended, of those started', ({ ended }) => percent(ended)),
    '',
  ].join('\n');
}

function bottleneckTable(bottlenecks: readonly Bottleneck[]): string {
  return [
    '### The first three bottlenecks',
    '',
    `Each is found after those above it were given ${more} times as much.`,
    '',
    '| | resource | 80 % busy at, runs a day | wholly busy at, runs a day |',
    '|---:|---|---:|---:|',
    ...bottlenecks.map(
      ({ resource, warnAt, fullAt, isExtended }, index) =>
        `| ${index + 1} | ${resource} | ${millions(warnAt)} | ${millions(fullAt)}${isExtended ? ', continued in a straight line' : ''} |`,
    ),
    '',
  ].join('\n');
}

/** The last sweep, and what a day leaves behind. */
function widenedTable(
  points: readonly Simulated[],
  bottlenecks: readonly Bottleneck[],
  measured: Measured,
): string {
  const ten = points.find(({ runsPerDay }) => runsPerDay === 10e6);
  const widened = bottlenecks.slice(0, -1).map(({ resource }) => resource);
  const day = (perSecond: number): string =>
    ((perSecond / deployment.runs.peak) * 86_400 * 1e-9).toLocaleString('en', { maximumFractionDigits: 0 });
  if (!ten) return '';
  return [
    `With ${more} times as much of ${widened.join(' and ')}, at 10 million runs a day: a run begins after ${time(ten.start.p50)} (p50) and ${time(ten.start.p99)} (p99), and a day writes ${day(ten.logBytesPerSecond)} GB of log and ${day(ten.objectBytesPerSecond)} GB of artifacts. A commit of one row by itself took ${measured.commitMs.toFixed(2)} ms where the costs were measured.`,
    '',
  ].join('\n');
}

function row(points: readonly Simulated[], name: string, value: (point: Simulated) => string): string {
  return `| ${name} | ${points.map(value).join(' | ')} |`;
}

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
const whole = (value: number): string => Math.round(value).toLocaleString('en');
const time = (seconds: number): string =>
  seconds < 1 ? `${(seconds * 1000).toFixed(seconds < 0.1 ? 1 : 0)} ms` : `${seconds.toFixed(1)} s`;
const millions = (runs: number): string =>
  Number.isFinite(runs) ? (runs === 0 ? 'any load' : `${(runs / 1e6).toFixed(1)} M`) : 'none';
