import { fork } from 'node:child_process';
import { heard } from '../http/load.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { Replay } from './replay-child.ts';
import { started } from './started.ts';

/** Blocks per second when `pg` clients alone send the recorded transactions, each in a process of its own. */
export async function bareBlocksPerSecond(
  url: string,
  recorded: RecordedRun,
  { clients, runs, blocks }: { readonly clients: number; readonly runs: number; readonly blocks: number },
): Promise<number> {
  const replay: Replay = { url, recorded, runs: Math.ceil(runs / clients) };
  const children = await started(clients, () => {
    const child = fork(new URL('replay-child.ts', import.meta.url).pathname);
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
