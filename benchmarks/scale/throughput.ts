import { type ChildProcess, fork } from 'node:child_process';
import { pgbossQueue } from '@runwright/queue-pgboss';
import { postgresStore } from '@runwright/store-sql';
import { noopBlock, noopEngine } from '../engine/noop-engine.ts';
import { heard } from '../http/load.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { Replay } from './replay-child.ts';

/** Runs of one measurement, and the blocks of each. */
export interface Work {
  readonly runs: number;
  readonly blocks: number;
}

const concurrency = 8;
const inFolder = (name: string) => new URL(name, import.meta.url).pathname;

/** No-op blocks per second of workers in processes of their own, from the first start until every run has ended. */
export async function blocksPerSecond(url: string, workers: number, { runs, blocks }: Work): Promise<number> {
  const children = await started(workers, () =>
    fork(inFolder('worker-child.ts'), [url, String(concurrency)]),
  );
  const engine = await noopEngine({
    concurrency: 0,
    store: await postgresStore({ url }),
    queue: await pgbossQueue({ url }),
  });
  try {
    const workflowId = await engine.save(Array.from({ length: blocks }, (_, n) => noopBlock(`b${n}`)));
    const begunAt = performance.now();
    const ids = await Promise.all(Array.from({ length: runs }, () => engine.start(workflowId)));
    await Promise.all(ids.map((id) => engine.finished(id)));
    return (runs * blocks) / ((performance.now() - begunAt) / 1000);
  } finally {
    await engine.close();
    for (const child of children) child.kill('SIGKILL');
  }
}

/** The same when `pg` clients alone send the recorded transactions, each in a process of its own. */
export async function bareBlocksPerSecond(
  url: string,
  recorded: RecordedRun,
  { clients, runs, blocks }: Work & { readonly clients: number },
): Promise<number> {
  const replay: Replay = { url, recorded, runs: Math.ceil(runs / clients) };
  const children = await started(clients, () => {
    const child = fork(inFolder('replay-child.ts'));
    child.send(replay);
    return child;
  });
  const begunAt = performance.now();
  await Promise.all(
    children.map((child) => {
      child.send('go');
      return heard(child);
    }),
  );
  const seconds = (performance.now() - begunAt) / 1000;
  for (const child of children) child.disconnect();
  return (replay.runs * clients * blocks) / seconds;
}

/** Starts processes and waits until each has told that it is ready. */
export async function started(count: number, start: () => ChildProcess): Promise<readonly ChildProcess[]> {
  const children = Array.from({ length: count }, start);
  await Promise.all(children.map((child) => heard(child)));
  return children;
}
