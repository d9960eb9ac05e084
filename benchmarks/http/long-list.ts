import { fork } from 'node:child_process';
import { once } from 'node:events';
import { withTempFolder } from '../with-temp-folder.ts';
import { heard, load } from './load.ts';
import type { Listening } from './server-child.ts';

const runs = 100_000;
const wantedMs = 20;

/** Measures the first page of a list over many runs, asked for by one client at a time. */
export function longList(): Promise<string> {
  return withTempFolder(async (folder) => {
    const server = fork(new URL('./server-child.ts', import.meta.url).pathname, [
      'service',
      folder,
      String(runs),
    ]);
    try {
      const { address } = await heard<Listening>(server);
      const rows: string[] = [];
      for (const path of ['/v1/runs', '/v1/runs?page_size=100', '/v1/runs?status=queued']) {
        const { p50, p99 } = await load({ url: address + path, forMs: 3_000, connections: 1 });
        rows.push(`| \`${path}\` | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`);
      }
      return [
        `First page of a list over ${runs.toLocaleString('en')} runs, one client; wanted are less than ${wantedMs} ms`,
        '',
        '| list | median, ms | p99, ms |',
        '|---|---:|---:|',
        ...rows,
      ].join('\n');
    } finally {
      const exited = once(server, 'exit');
      server.kill();
      await exited;
    }
  });
}
