import { fork } from 'node:child_process';
import { once } from 'node:events';
import { machine, median } from '../machine.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { busyService } from './busy-service.ts';
import { heard, load } from './load.ts';
import { longList } from './long-list.ts';
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
    await longList(),
    '',
    await busyService(),
    '',
  ].join('\n');
}

function ratesOf(kind: 'service' | 'bare'): Promise<Rates> {
  return withTempFolder(async (folder) => {
    const server = fork(new URL('./server-child.ts', import.meta.url).pathname, [kind, folder]);
    try {
      const { address, startBody, startPath, readPath } = await heard<Listening>(server);
      const starts = await load({ url: address + startPath, body: startBody, forMs });
      const reads = await load({ url: address + readPath, forMs });
      return { starts: starts.perSecond, reads: reads.perSecond };
    } finally {
      const exited = once(server, 'exit');
      server.kill();
      await exited;
    }
  });
}
