import { finalRunStatuses, type RunStatus } from '@runwright/contract';

/** Statuses of runs as the API filters by them. */
export const wireStatuses = ['created', 'queued', 'running', ...finalRunStatuses] as const;
export type WireStatus = (typeof wireStatuses)[number];

/** Maps statuses of the API to the engine's: `running` includes paused and finalizing runs. */
export function ownStatuses(statuses: readonly WireStatus[]): readonly RunStatus[] {
  return statuses.flatMap((status): readonly RunStatus[] =>
    status === 'running' ? ['running', 'paused', 'finalizing'] : [status],
  );
}
