/** Scheme and kind of the URIs of runs. */
export const runUriPrefix = 'runwright://runs/';
/** Scheme and kind of the URIs of workflows. */
export const workflowUriPrefix = 'runwright://workflows/';

/** Returns the URI of a run. */
export function runUri(runId: string): string {
  return `${runUriPrefix}${runId}`;
}

/** Returns the URI of a workflow. */
export function workflowUri(workflowPermanentId: string): string {
  return `${workflowUriPrefix}${workflowPermanentId}`;
}
