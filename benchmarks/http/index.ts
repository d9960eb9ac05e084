import { fork } from 'node:child_process';
import { once } from 'node:events';
import { machine, median } from '../machine.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import type { Load } from './load-child.ts';
import type { Listening } from './server-child.ts';

const rounds = 5;
const forMs = 2000;
const wanted = 0.5;

interface Rates {
  readonly starts: number;
  readonly reads: number;
}

/** Compares requests per second of the service with those of a bare Fastify route over the same kind of store. */
export async function http(): Promise<string> {
  const measured: { service: Rates; bare: Rates }[] = [];
  // In turns, so that what else the machine does meets both alike.
  for (let round = 0; round < rounds; round++) {
    measured.push({ service: await ratesOf('service'), bare: await ratesOf('bare') });
  }
  const row = (name: string, what: keyof Rates): string => {
    const service = median(measured.map((each) => each.service[what]));
    const bare = median(measured.map((each) => each.bare[what]));
    const share = median(measured.map((each) => each.service[what] / each.bare[what]));
    return `| ${name} | ${service.toFixed(0)} | ${bare.toFixed(0)} | ${share.toFixed(2)} |`;
  };
  return [
    '## http: requests per second',
    '',
    `${machine()}; 50 connections from another process; medians of ${rounds} rounds of ${forMs / 1000} s; SQLite in WAL with synchronous=FULL; wanted is a share of ${wanted}`,
    '',
    '| request | service | bare route | share |',
    '|---|---:|---:|---:|',
    row('start of a run', 'starts'),
    row('read of a run', 'reads'),
    '',
  ].join('\n');
}

function ratesOf(kind: 'service' | 'bare'): Promise<Rates> {
  return withTempFolder(async (folder) => {
    const server = fork(new URL('./server-child.ts', import.meta.url).pathname, [kind, folder]);
    try {
      const { address, startBody, startPath, readPath } = await heard<Listening>(server);
      const starts = await rateOf({ url: address + startPath, body: startBody, forMs });
      return { starts, reads: await rateOf({ url: address + readPath, forMs }) };
    } finally {
      const exited = once(server, 'exit');
      server.kill();
      await exited;
    }
  });
}

async function rateOf(load: Load): Promise<number> {
  const child = fork(new URL('./load-child.ts', import.meta.url).pathname);
  child.send(load);
  return await heard<number>(child);
}

/** Returns the first message of a process. Throws when it ends before. */
async function heard<T>(child: ReturnType<typeof fork>): Promise<T> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A process of the benchmark ended with ${code}.`);
  });
  ended.catch(() => undefined);
  return (await Promise.race([once(child, 'message').then(([message]) => message), ended])) as T;
}
