import type { PushedCodeRow } from '../pushed-code.ts';
import type { Page } from './page.ts';

/** Filter of pushed codes to list, newest first, ties by id descending. */
export interface PushedCodeQuery {
  readonly organizationId: string;
  /** See {@link PushedCodeRow.identifierKey}. */
  readonly identifierKey?: string;
  readonly workflowRunId?: string;
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** One-time codes that were pushed, until their time is over. */
export interface PushedCodeRepository {
  /** Throws `conflict` when the id exists. */
  add(code: PushedCodeRow): Promise<void>;
  list(query: PushedCodeQuery): Promise<Page<PushedCodeRow>>;
  /** The codes of an identifier that were created at `since` or later and are not over at `now`: newest first, at most 100. */
  find(query: {
    readonly organizationId: string;
    readonly identifierKey: string;
    readonly since: number;
    readonly now: number;
  }): Promise<readonly PushedCodeRow[]>;
  /** Deletes the codes of all organizations that are over at `now`, and returns how many there were. */
  deleteExpired(options: { readonly now: number }): Promise<number>;
}
