import type { BrowserSessionPatch, BrowserSessionRow } from '../browser-session-row.ts';

/** Browser sessions that may be open at once. */
export interface BrowserSessionLimits {
  /** Of all organizations. */
  readonly maxOpen: number;
  /** Of the organization of the session. */
  readonly maxOpenPerOrganization: number;
}

/**
 * Browser sessions, and the leases of the workers that hold their browsers. Which run uses a session is written with the run:
 * `runs.create` sets it, and the commit that gives the run its final status clears it.
 */
export interface BrowserSessionRepository {
  /**
   * Adds a session. When so many sessions are not final that a limit is reached it adds nothing and answers which one: `full`,
   * or `organization_full`. Throws `conflict` when the id exists.
   */
  add(
    session: BrowserSessionRow,
    limits: BrowserSessionLimits,
  ): Promise<'added' | 'full' | 'organization_full'>;
  get(organizationId: string, browserSessionId: string): Promise<BrowserSessionRow | null>;
  /** By id alone, of whichever organization: for a worker. */
  find(browserSessionId: string): Promise<BrowserSessionRow | null>;
  /** Those that are neither final nor deleted, newest first, ties by id descending. */
  listOpen(organizationId: string): Promise<readonly BrowserSessionRow[]>;
  /**
   * Changes a session that is not final and answers the row as it is then; null when it is final or unknown. `owner`: only
   * while this owner has the lease. `idle`: only while no run uses it.
   */
  change(
    browserSessionId: string,
    patch: BrowserSessionPatch,
    options?: { readonly owner?: string; readonly idle?: true },
  ): Promise<BrowserSessionRow | null>;
  /** Takes or renews the lease of a session that is not final; null while another owner's lease is alive. Times are epoch ms. */
  claim(
    browserSessionId: string,
    options: { readonly owner: string; readonly leaseMs: number; readonly now: number },
  ): Promise<BrowserSessionRow | null>;
  /** Returns who has the lease; null when nobody does, or when it is over. */
  ownerOf(browserSessionId: string, now: number): Promise<string | null>;
  /** Sessions of all organizations that are not final and whose lease is absent or over, oldest first, ties by id. */
  unowned(now: number): Promise<readonly BrowserSessionRow[]>;
  /** Ends every lease. For the only process of a store, at its start. */
  endLeases(): Promise<void>;
}
