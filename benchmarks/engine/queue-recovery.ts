import { sqliteStore } from '@runwright/store-sql';
import { withTempFolder } from '../with-temp-folder.ts';
import { noopBlock, noopEngine } from './noop-engine.ts';

const queued = 20_000;

/** How long an engine takes to start that finds 20,000 queued runs, with and without taking over. */
export function queueRecoveryRows(): Promise<readonly string[]> {
  return withTempFolder(async (folder) => {
    await fill(folder);
    const alone = await startMs(folder, false);
    const takingOver = await startMs(folder, true);
    return [
      `| start with ${queued.toLocaleString('en')} queued runs | ms |`,
      '|---|---:|',
      `| without taking over | ${alone.toFixed(0)} |`,
      `| taking over; at most 1,000 more are wanted | ${takingOver.toFixed(0)} |`,
    ];
  });
}

async function fill(folder: string): Promise<void> {
  const store = await sqliteStore({ folder, synchronous: 'NORMAL' });
  const engine = await noopEngine({ concurrency: 0, store });
  const workflowId = await engine.save([noopBlock('only')]);
  for (let started = 0; started < queued; started += 1000) {
    await Promise.all(Array.from({ length: 1000 }, () => engine.start(workflowId)));
  }
  await engine.close();
}

async function startMs(folder: string, takeOver: boolean): Promise<number> {
  const store = await sqliteStore({ folder, synchronous: 'NORMAL' });
  const startedAt = performance.now();
  const engine = await noopEngine({ concurrency: 0, store, takeOver });
  const ms = performance.now() - startedAt;
  await engine.close();
  return ms;
}
