import { fork } from 'node:child_process';
import { heard, load } from '../http/load.ts';
import type { Listening } from '../http/server-child.ts';
import { databaseMeter } from './database-use.ts';
import { processorTime } from './processor-time.ts';

/** Starts of runs over HTTP, of one organization through one process. */
export interface MeasuredStarts {
  readonly perSecond: number;
  /** Processor time of the API process for one start, in seconds. */
  readonly apiSeconds: number;
  /** Processor time of PostgreSQL for one start, in seconds. */
  readonly postgresSeconds: number;
  /** Time in ms of one request, when 50 are sent at once. */
  readonly p50: number;
}

/** Starts through the service on PostgreSQL, and what they are compared with. */
export interface Starts {
  /** A route that inserts one row. */
  readonly bare: MeasuredStarts;
  readonly service: MeasuredStarts;
  /** The service with its store and its queue in memory. */
  readonly memory: MeasuredStarts;
}

const loadMs = 6000;

/**
 * Sends starts for six seconds over 50 connections. `bare`: to a route that inserts one row. `memory`: to the service with its
 * store and its queue in memory, which is the time that a start takes without a database.
 */
export async function measureStarts(
  url: string,
  kind: 'service' | 'bare' | 'memory',
): Promise<MeasuredStarts> {
  const server = kind === 'memory' ? ['service', 'memory'] : [kind, url];
  const child = fork(new URL('../http/server-child.ts', import.meta.url).pathname, server);
  const meter = await databaseMeter(url);
  try {
    const { address, startPath, startBody } = await heard<Listening>(child);
    const worked = async () => ({
      api: (await processorTime(child.pid ?? 0)).own,
      postgres: await meter.seconds(),
    });
    const before = await worked();
    const { perSecond, p50 } = await load({ url: address + startPath, body: startBody, forMs: loadMs });
    const after = await worked();
    const count = perSecond * (loadMs / 1000);
    return {
      perSecond,
      p50,
      apiSeconds: (after.api - before.api) / count,
      postgresSeconds: (after.postgres - before.postgres) / count,
    };
  } finally {
    child.kill('SIGKILL');
    await meter.close();
  }
}
