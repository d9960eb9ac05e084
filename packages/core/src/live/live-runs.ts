import type { BrowserControl } from './browser-control.ts';

/** The browsers of the runs that this process executes, without those of sessions. */
export interface LiveRuns {
  /** Adds the browser of a run; the returned function removes it. */
  add(runId: string, control: BrowserControl): () => void;
  /** The browser of a run; null when it has none here. */
  get(runId: string): BrowserControl | null;
}

/** Creates an empty list. */
export function createLiveRuns(): LiveRuns {
  const controls = new Map<string, BrowserControl>();
  return {
    add(runId, control) {
      controls.set(runId, control);
      return () => {
        if (controls.get(runId) === control) controls.delete(runId);
      };
    },
    get: (runId) => controls.get(runId) ?? null,
  };
}
