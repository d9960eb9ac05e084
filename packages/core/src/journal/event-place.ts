import type { Attempt, Clock, Run, TimelineDraft } from '@runwright/contract';

/** The run in which an event happens, and the clock that tells when. */
export interface EventSource {
  readonly run: Pick<Run, 'runId' | 'organizationId'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Returns place and time of an event that happens now, in a block or in the run itself. */
export function eventPlace(
  scope: EventSource,
  eventId: string,
  attempt: Pick<Attempt, 'blockRunId' | 'label'> | null,
): Pick<TimelineDraft, 'runId' | 'organizationId' | 'eventId' | 'blockRunId' | 'label' | 'at'> {
  return {
    runId: scope.run.runId,
    organizationId: scope.run.organizationId,
    eventId,
    blockRunId: attempt?.blockRunId ?? null,
    label: attempt?.label ?? null,
    at: scope.clock.now(),
  };
}
