import type { TimelineEvent } from '../timeline.ts';

/** Timeline events of runs. */
export interface TimelineRepository {
  /** Events after a sequence number, oldest first. */
  read(
    runId: string,
    options: { readonly after?: number; readonly limit: number },
  ): Promise<readonly TimelineEvent[]>;
}
