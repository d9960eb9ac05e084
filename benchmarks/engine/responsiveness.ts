import { type ChildProcess, fork } from 'node:child_process';
import { machine } from '../machine.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { queueRecoveryRows } from './queue-recovery.ts';
import type { FromService } from './service-child.ts';
import { type Workload, workloads } from './workloads.ts';

const program = new URL('./service-child.ts', import.meta.url).pathname;
/** Pause between two probes, ms. */
const everyMs = 20;
/** Into the work when the cancel is sent, ms. */
const cancelAfterMs = 300;
const wanted = { p99: 50, worst: 200, cancel: 1000 };

interface Figures {
  readonly workMs: number;
  /** How long each answer of `/health` took, ms, shortest first. */
  readonly health: readonly number[];
  /** From the request to the answer of a cancel in the middle of the same work, ms. */
  readonly cancelMs: number;
}

/**
 * Whether the service answers while it works: `/health` every 20 ms and one cancel, asked from another process, while runs
 * without real I/O are worked off. And how long a start takes that finds 20,000 queued runs.
 */
export async function responsiveness(): Promise<string> {
  const rows: string[] = [];
  for (const load of Object.keys(workloads) as Workload[])
    rows.push(row(workloads[load], await measured(load)));
  return [
    '## engine: answers while it works',
    '',
    `${machine()}; ms; a request every ${everyMs} ms from another process; SQLite in WAL with synchronous=FULL; 10 runs at once; wanted are a p99 of ${wanted.p99} and a worst of ${wanted.worst} for /health, and ${wanted.cancel} for a cancel`,
    '',
    '| work | takes | /health p50 | p99 | worst | cancel |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    ...(await queueRecoveryRows()),
    '',
  ].join('\n');
}

function row(name: string, { workMs, health, cancelMs }: Figures): string {
  const at = (part: number) => health[Math.min(health.length - 1, Math.floor(health.length * part))] ?? 0;
  const figures = [workMs, at(0.5), at(0.99), at(1), cancelMs].map((ms) => ms.toFixed(ms < 10 ? 1 : 0));
  return `| ${name} | ${figures.join(' | ')} |`;
}

function measured(load: Workload): Promise<Figures> {
  return withTempFolder(async (folder) => {
    const service = fork(program, [folder]);
    const { address } = await heard(service, 'listening');
    await probe(`${address}/health`, Promise.resolve());

    const saved = heard(service, 'saved');
    const done = heard(service, 'done');
    service.send(load);
    // What the check of a large definition costs is another table.
    await saved;
    const health = await probe(`${address}/health`, done);
    const { ms: workMs } = await done;

    const began = heard(service, 'began');
    const ended = heard(service, 'done');
    service.send(load);
    const { runId } = await began;
    await new Promise((resolve) => setTimeout(resolve, cancelAfterMs));
    const sentAt = performance.now();
    const answer = await fetch(`${address}/v1/runs/${runId}/cancel`, { method: 'POST' });
    const cancelMs = performance.now() - sentAt;
    if (!answer.ok) throw new Error(`the cancel was answered with ${answer.status}: ${await answer.text()}`);
    await ended;
    service.send('close');
    await new Promise((resolve) => service.once('exit', resolve));
    return { workMs, health, cancelMs };
  });
}

/** Asks until the work is done, each time after a pause; a slow answer holds the next question up. */
async function probe(url: string, done: Promise<unknown>): Promise<readonly number[]> {
  let asking = true;
  void done.then(() => {
    asking = false;
  });
  const times: number[] = [];
  do {
    const askedAt = performance.now();
    await (await fetch(url)).text();
    times.push(performance.now() - askedAt);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  } while (asking);
  return times.sort((one, other) => one - other);
}

function heard<Type extends FromService['type']>(
  service: ChildProcess,
  type: Type,
): Promise<Extract<FromService, { readonly type: Type }>> {
  return new Promise((resolve, reject) => {
    service.on('message', (message: FromService) => {
      if (message.type === type) resolve(message as Extract<FromService, { readonly type: Type }>);
    });
    service.once('exit', (code) => reject(new Error(`the service ended with ${code} before it was ${type}`)));
  });
}
