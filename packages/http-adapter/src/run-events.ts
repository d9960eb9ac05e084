import { isFinal, type Run, type TimelineEvent } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { createTimeline, showsItem, toArtifactRecord, toRecordStatus } from '@runwright/core/records';

/** One event of a run's stream. */
export interface RunEvent {
  /** Grows within the run. */
  readonly id: number;
  readonly event: 'run' | 'block' | 'thought' | 'take_over' | 'action' | 'artifact' | 'end';
  readonly data: unknown;
}

/**
 * Yields what happens in a run: its statuses, blocks, thoughts, take-overs, actions and artifacts, each as the timeline and the list of
 * artifacts show it, and `end`. For a run with a webhook, `end` comes when its delivery is decided.
 *
 * @param options `after`: only events with a larger id; what they build on is read all the same
 */
export async function* runEvents(
  engine: Pick<Engine, 'runs' | 'artifacts' | 'links'>,
  run: Run,
  options: { readonly after: number; readonly signal: AbortSignal },
): AsyncGenerator<RunEvent> {
  const { organizationId } = run;
  const timeline = createTimeline(run);
  let last = 0;
  for await (const event of engine.runs.events(organizationId, run, { signal: options.signal })) {
    last = event.sequence;
    const change = timeline.add(event);
    if (last <= options.after) continue;
    const id = last;
    if (event.type === 'run-status' || event.type === 'run-end')
      yield { id, event: 'run', data: runData(run, event) };
    else if (event.type === 'artifact') yield* artifactEvent(id, event.artifactId);
    else if (change?.type === 'action') yield { id, event: 'action', data: change.record };
    else if (change && showsItem(change.record, {})) yield { id, event: change.type, data: change.record };
  }
  const { status } = await engine.runs.get(organizationId, run.runId);
  if (isFinal(status)) yield { id: last + 1, event: 'end', data: { run_id: run.runId, status } };

  /** One that has been removed since is left out. */
  async function* artifactEvent(id: number, artifactId: string): AsyncGenerator<RunEvent> {
    const artifact = await engine.artifacts.get(organizationId, artifactId).catch(() => null);
    if (artifact) yield { id, event: 'artifact', data: toArtifactRecord(artifact, engine.links) };
  }
}

function runData(run: Run, { status, failureReason }: TimelineEvent & { type: 'run-status' | 'run-end' }) {
  return {
    run_id: run.runId,
    status: toRecordStatus(status),
    paused: status === 'paused',
    failure_reason: failureReason,
  };
}
