import type { RunOutline } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import { readTimeline } from '../runs/timeline.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { filesNamedByOpenRuns } from './named-files.ts';

/** Runs that are deleted in one transaction. */
const batchSize = 100;
/** Batches of an organization in one call, so that one with many runs does not keep others waiting. */
const maxBatches = 10;
const dayMs = 86_400_000;

type ExpireDeps = Pick<EngineDeps, 'store' | 'artifacts' | 'clock' | 'settings' | 'report'>;

/**
 * Deletes ended runs whose time is over, of each organization at most 1,000 in one call: the bytes of their artifacts and files
 * first, then their rows, so that a crash in between leaves no bytes that nobody finds. Files that belong to no run stay, and so
 * does a run while an open run names one of its files or artifacts.
 */
export async function expireRuns(deps: ExpireDeps, signal: AbortSignal): Promise<void> {
  const { store, clock, settings } = deps;
  for (const { organizationId, retentionDays } of await store.organizations.list()) {
    const days = retentionDays ?? settings.retention.days;
    if (days === null) continue;
    const finishedBefore = clock.now() - days * dayMs;
    await expireRunsOf(deps, { organizationId, finishedBefore }, signal);
  }
  await store.timeline.maintain?.({ now: clock.now() });
}

async function expireRunsOf(
  deps: ExpireDeps,
  { organizationId, finishedBefore }: { readonly organizationId: string; readonly finishedBefore: number },
  signal: AbortSignal,
): Promise<void> {
  const { store, clock } = deps;
  let named: ReadonlySet<string> | null = null;
  let last: RunOutline | undefined;
  for (let batch = 0; batch < maxBatches && !signal.aborted; batch += 1) {
    const after = last ? { after: { finishedAt: last.finishedAt ?? 0, runId: last.runId } } : {};
    const runs = await store.runs.expired({ organizationId, finishedBefore, limit: batchSize, ...after });
    if (runs.length === 0) return;
    named ??= await filesNamedByOpenRuns(store, organizationId);
    const removed: string[] = [];
    for (const run of runs) {
      await yieldToEventLoop(clock);
      if (signal.aborted) break;
      if (await removeBytes(deps, run, named, signal)) removed.push(run.runId);
    }
    // The others are tried again at the next call.
    await store.runs.delete(organizationId, removed);
    if (runs.length < batchSize) return;
    last = runs.at(-1);
  }
}

/** Archives a run and removes its bytes; false when they are still needed, or when that failed, which is reported. */
async function removeBytes(
  deps: ExpireDeps,
  { organizationId, runId }: RunOutline,
  named: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, settings } = deps;
  try {
    const artifacts = await store.artifacts.list(organizationId, runId);
    const files = await store.files.list(organizationId, runId);
    if (artifacts.some(({ artifactId }) => named.has(artifactId))) return false;
    if (files.some(({ fileId }) => named.has(fileId))) return false;
    if (settings.retention.archive) {
      const run = await store.runs.find(runId);
      // Another process has deleted it.
      if (run === null) return false;
      const attempts = await store.attempts.read(runId);
      const timeline = await readTimeline(deps, runId);
      await settings.retention.archive({ run, attempts, timeline, artifacts, files });
    }
    for (const { key } of [...artifacts, ...files]) await deps.artifacts.remove(key, { signal });
    return true;
  } catch (error) {
    if (!signal.aborted) deps.report(error, { component: 'retention', operation: `delete run ${runId}` });
    return false;
  }
}
