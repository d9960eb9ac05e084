import type { RunStatus } from '@runwright/contract';

/** The statuses of runs that have not ended. */
export const openStatuses: readonly RunStatus[] = ['created', 'queued', 'running', 'paused', 'finalizing'];
