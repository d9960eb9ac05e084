import type { Run, TimelineEvent } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';

/** Runs that are deleted in one transaction. */
const batchSize = 100;
/** Batches of an organization in one call, so that one with many runs does not keep others waiting. */
const maxBatches = 10;
const dayMs = 86_400_000;
/** Events that are read at once. */
const pageSize = 1000;

type ExpireDeps = Pick<EngineDeps, 'store' | 'artifacts' | 'clock' | 'settings' | 'report'>;

/**
 * Deletes ended runs whose time is over, of each organization at most 1,000 in one call: the bytes of their artifacts and files
 * first, then their rows, so that a crash in between leaves no bytes that nobody finds. Files that belong to no run stay.
 */
export async function expireRuns(deps: ExpireDeps, signal: AbortSignal): Promise<void> {
  const { store, clock, settings } = deps;
  for (const { organizationId, retentionDays } of await store.organizations.list()) {
    const days = retentionDays ?? settings.retention.days;
    if (days === null) continue;
    const finishedBefore = clock.now() - days * dayMs;
    for (let batch = 0; batch < maxBatches && !signal.aborted; batch += 1) {
      const runs = await store.runs.expired({ organizationId, finishedBefore, limit: batchSize });
      const removed: string[] = [];
      for (const run of runs) {
        await yieldToEventLoop(clock);
        if (signal.aborted) break;
        if (await removeBytes(deps, run, signal)) removed.push(run.runId);
      }
      await store.runs.delete(organizationId, removed);
      // The others are tried again at the next call.
      if (removed.length < batchSize) break;
    }
  }
  await store.timeline.maintain?.({ now: clock.now() });
}

/** Archives a run and removes its bytes; false when that failed, which is reported. */
async function removeBytes(deps: ExpireDeps, run: Run, signal: AbortSignal): Promise<boolean> {
  const { store, settings } = deps;
  const { organizationId, runId } = run;
  try {
    const artifacts = await store.artifacts.list(organizationId, runId);
    const files = await store.files.list(organizationId, runId);
    if (settings.retention.archive) {
      const attempts = await store.attempts.read(runId);
      const timeline = await wholeTimeline(deps, runId);
      await settings.retention.archive({ run, attempts, timeline, artifacts, files });
    }
    for (const { key } of [...artifacts, ...files]) await deps.artifacts.remove(key, { signal });
    return true;
  } catch (error) {
    if (!signal.aborted) deps.report(error, { component: 'retention', operation: `delete run ${runId}` });
    return false;
  }
}

async function wholeTimeline({ store }: Pick<ExpireDeps, 'store'>, runId: string): Promise<TimelineEvent[]> {
  const events: TimelineEvent[] = [];
  for (;;) {
    const after = events.at(-1)?.sequence ?? 0;
    const page = await store.timeline.read(runId, { after, limit: pageSize });
    events.push(...page);
    if (page.length < pageSize) return events;
  }
}
