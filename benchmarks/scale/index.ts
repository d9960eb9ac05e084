import { fork } from 'node:child_process';
import { findPostgres, postgresServer } from '@runwright/testing/postgres';
import { heard, load } from '../http/load.ts';
import { machine, median } from '../machine.ts';
import { idleTransactions } from './idle.ts';
import { recordedRun } from './recorded-run.ts';
import type { Listening } from './server-child.ts';
import { bareBlocksPerSecond, blocksPerSecond } from './throughput.ts';

const rounds = 3;
const work = { runs: 160, blocks: 20 };
const loadMs = 10_000;
/** As PostgreSQL is installed: a commit is on the disk. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_connections: '200' };

/** What several processes on one PostgreSQL do in a second, beside the same statements without an engine. Medians, interleaved. */
export async function scale(): Promise<string> {
  if (findPostgres() === null) return '## scale: PostgreSQL is not installed\n';
  const server = await postgresServer({ settings: durable });
  try {
    const { url } = server;
    const recorded = await recordedRun(url, work.blocks);
    const blocks = new Map<number, number[]>([1, 2, 4].map((workers) => [workers, []]));
    const bare: number[] = [];
    const starts = { service: [] as number[], bare: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await bareBlocksPerSecond(url, recorded, { ...work, clients: 4 }));
      for (const [workers, figures] of blocks) figures.push(await blocksPerSecond(url, workers, work));
      for (const kind of ['bare', 'service'] as const) starts[kind].push(await startsPerSecond(url, kind));
    }
    const idle = await idleTransactions(url, { workers: 4, waiting: 1000 });
    const row = (name: string, figures: readonly number[], of: readonly number[]) =>
      `| ${name} | ${Math.round(median(figures)).toLocaleString('en')} | ${(median(figures) / median(of)).toFixed(2)} |`;
    return [
      '## scale: several processes on PostgreSQL',
      '',
      `${machine()}; medians of ${rounds} rounds; ${work.runs} runs of ${work.blocks} blocks; fsync and synchronous_commit on`,
      '',
      '| what | per second | of bare |',
      '|---|---:|---:|',
      row(
        `blocks: the transactions of ${recorded.transactions.length} in a run, sent bare by 4 pg clients`,
        bare,
        bare,
      ),
      ...[...blocks].map(([workers, figures]) => row(`blocks: ${workers} workers`, figures, bare)),
      row('starts over HTTP: one bare insert', starts.bare, starts.bare),
      row('starts over HTTP: POST /v1/run/workflows', starts.service, starts.bare),
      '',
      `An idle worker causes ${idle.toFixed(1)} transactions a second (4 workers, 1,000 runs that wait for a later time).`,
      '',
    ].join('\n');
  } finally {
    await server.close();
  }
}

async function startsPerSecond(url: string, kind: 'service' | 'bare'): Promise<number> {
  const child = fork(new URL('server-child.ts', import.meta.url).pathname, [kind, url]);
  try {
    const { url: target, body } = await heard<Listening>(child);
    return (await load({ url: target, body, forMs: loadMs })).perSecond;
  } finally {
    child.kill('SIGKILL');
  }
}
