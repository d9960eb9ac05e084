import type { BrowserProfile, BrowserProfileChange, BrowserProfileRequest, Page } from '@runwright/contract';

/** Browser profiles: cookies and storage under a name. A run or session works on a copy of a profile. */
export interface BrowserProfilesApi {
  /**
   * Creates a profile: empty, or with the state that a session or a run has left. Throws `not_found` for an unknown source,
   * `conflict` when the name is in use or the source has not ended, and `failed_precondition` when it has left no state.
   */
  create(organizationId: string, request: BrowserProfileRequest): Promise<BrowserProfile>;
  get(organizationId: string, browserProfileId: string): Promise<BrowserProfile>;
  /** Newest first. `includeDeleted`: default false. */
  list(
    organizationId: string,
    query?: { readonly page?: number; readonly pageSize?: number; readonly includeDeleted?: boolean },
  ): Promise<Page<BrowserProfile>>;
  /** Changes name or description. Throws `conflict` when the name is in use. */
  change(
    organizationId: string,
    browserProfileId: string,
    change: BrowserProfileChange,
  ): Promise<BrowserProfile>;
  /** Deletes a profile and erases its state. Runs and sessions that have loaded it go on. */
  delete(organizationId: string, browserProfileId: string): Promise<void>;
}
