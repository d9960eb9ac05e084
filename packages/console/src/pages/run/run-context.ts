import type { Artifact, RunRecord } from '@runwright/client';
import { createContext, useContext } from 'react';
import type { TimelineData } from './timeline/timeline-data.ts';
import type { Following } from './timeline/use-run-timeline.ts';

/** What the tabs of the page of a run show. */
export interface RunView {
  readonly run: RunRecord;
  readonly timeline: TimelineData;
  readonly artifacts: readonly Artifact[];
  readonly following: Following;
  /** Opens the timeline at a node. */
  readonly showNode: (id: string) => void;
}

/** Provides the run to the tabs of its page. */
export const RunContext = createContext<RunView | null>(null);

/** Returns the run whose page is open. */
export function useRunView(): RunView {
  const view = useContext(RunContext);
  if (view === null)
    throw new Error('Cannot show a part of a run outside its page. Render it below `RunPage`.');
  return view;
}
