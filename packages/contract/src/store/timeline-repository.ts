import type { TimelineEvent } from '../timeline.ts';

/** Timeline events of runs. */
export interface TimelineRepository {
  /**
   * Events after a sequence number, oldest first: at most `limit`, and fewer when they are large, so that only an empty page says that
   * there are no more.
   */
  read(
    runId: string,
    options: { readonly after?: number; readonly limit: number },
  ): Promise<readonly TimelineEvent[]>;
  /**
   * Divides the timeline by time ahead of `now`, and gives back the room of times whose runs are all deleted. Called every now and
   * then by one process. Absent: nothing to do.
   */
  maintain?(options: { readonly now: number }): Promise<void>;
}
