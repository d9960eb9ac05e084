import type { Attempt } from '../attempt.ts';

/** The journal: attempts of blocks. */
export interface AttemptRepository {
  /** In order of `startedAt`, then attempt. */
  read(runId: string): Promise<readonly Attempt[]>;
}
