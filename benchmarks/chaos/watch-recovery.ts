import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { RecoveredRun } from './recovery.ts';

const everyMs = 100;
const mostMs = 60_000;

/** Watches the runs of a worker that was killed just now, until each is held by another one or has ended. */
export async function watchRecovery(database: Database, workerId: string): Promise<readonly RecoveredRun[]> {
  const killedAt = performance.now();
  const waiting = new Set(await database.heldBy(workerId));
  const found: RecoveredRun[] = [];
  while (waiting.size > 0 && performance.now() - killedAt < mostMs) {
    for (const { runId, owner, isFinal } of await database.owners([...waiting])) {
      if (!isFinal && (owner === null || owner.startsWith(`${workerId}/`))) continue;
      waiting.delete(runId);
      found.push({ runId, afterMs: Math.round(performance.now() - killedAt) });
    }
    await delay(everyMs);
  }
  return [...found, ...[...waiting].map((runId) => ({ runId, afterMs: null }))];
}
