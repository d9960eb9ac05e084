import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresServer } from '@runwright/testing/postgres';
import type { Database } from './database.ts';
import type { Fault } from './fault-schedule.ts';
import type { Disturbance, Kill } from './recovery.ts';
import type { ServiceProcess } from './service-process.ts';
import type { TcpProxy } from './tcp-proxy.ts';
import { watchRecovery } from './watch-recovery.ts';

/** What faults are done to. */
export interface Targets {
  readonly workers: readonly ServiceProcess[];
  readonly server: PostgresServer;
  readonly proxy: TcpProxy;
  readonly database: Database;
}

/** What was done. */
export interface Injected {
  readonly kills: readonly Kill[];
  readonly disturbances: readonly Disturbance[];
}

/** Executes the schedule and resolves when the last fault is over, and each killed worker's runs were seen elsewhere. */
export async function injectFaults(
  faults: readonly Fault[],
  targets: Targets,
  print: (line: string) => void,
): Promise<Injected> {
  const began = performance.now();
  const now = () => Math.round(performance.now() - began);
  const kills: Kill[] = [];
  const disturbances: Disturbance[] = [];
  // Faults of one worker come one after the other; those of different ones may overlap.
  const busy = new Map<string, Promise<void>>();
  const watched: Promise<void>[] = [];

  const inject = async (fault: Fault): Promise<void> => {
    const from = now();
    const worker = targets.workers[fault.worker];
    if (!worker) throw new Error(`There is no worker ${fault.worker}.`);
    print(`${(from / 1000).toFixed(1)} s: ${describe(fault)}`);
    if (fault.kind === 'kill' || fault.kind === 'clock') {
      const { workerId } = worker;
      const killed = worker.end('SIGKILL');
      watched.push(
        killed
          .then(() => watchRecovery(targets.database, workerId))
          .then((runs) => void kills.push({ at: from, workerId, runs })),
      );
      await killed;
      disturbances.push({ from, to: from });
      await delay(fault.lastsMs);
      await worker.start({ skewMs: fault.skewMs });
      return;
    }
    if (fault.kind === 'stop') {
      worker.signal('SIGSTOP');
      await delay(fault.lastsMs);
      worker.signal('SIGCONT');
    } else if (fault.kind === 'database') {
      await targets.server.stop('immediate');
      await delay(fault.lastsMs);
      await targets.server.start();
    } else targets.proxy.cut();
    disturbances.push({ from, to: now() });
  };

  const done: Promise<void>[] = [];
  for (const fault of faults) {
    await delay(Math.max(0, fault.at - now()));
    const victim = fault.kind === 'database' || fault.kind === 'connections' ? fault.kind : `${fault.worker}`;
    const last = busy.get(victim) ?? Promise.resolve();
    const mine = last.then(() => inject(fault));
    busy.set(victim, mine);
    done.push(mine);
  }
  await Promise.all(done);
  await Promise.all(watched);
  return { kills, disturbances };
}

function describe({ kind, worker, lastsMs, skewMs }: Fault): string {
  const seconds = `${(lastsMs / 1000).toFixed(1)} s`;
  if (kind === 'kill') return `kill worker ${worker}, start it after ${seconds}`;
  if (kind === 'stop') return `stop worker ${worker} for ${seconds}`;
  if (kind === 'database') return `stop PostgreSQL (immediate), start it after ${seconds}`;
  if (kind === 'connections') return 'cut all connections to PostgreSQL';
  return `kill worker ${worker}, start it after ${seconds} with a clock that is ${Math.abs(skewMs) / 60_000} minutes ${skewMs < 0 ? 'slow' : 'fast'}`;
}
