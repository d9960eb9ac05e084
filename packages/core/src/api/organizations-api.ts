import type { Organization, Page } from '@runwright/contract';

/** Organizations of this engine. Unknown and deleted ones throw `not_found`. */
export interface OrganizationsApi {
  /** The first organization, which is the host's own; made when there is none. */
  first(): Promise<Organization>;
  /**
   * Makes an organization without keys. Throws `invalid_input` unless its name has 1 to 255 characters, and `conflict` for an id
   * of an organization or of a deleted one. Call `get` first for an id that may exist.
   *
   * @param options `organizationId`: the host's own id, 1 to 64 letters, digits, `_` and `-`; default a new one
   */
  create(options: { readonly name: string; readonly organizationId?: string }): Promise<Organization>;
  /** Those that are not deleted, newest first. `page` counts from 1. */
  list(query?: { readonly page?: number; readonly pageSize?: number }): Promise<Page<Organization>>;
  get(organizationId: string): Promise<Organization>;
  /**
   * The text that signs the webhooks of runs which no API key has started: that of the oldest active API key, else one that
   * is derived from the master key, and changes with it. To rotate it, make an API key and rotate that.
   */
  signingKey(organizationId: string): Promise<string>;
  rename(organizationId: string, name: string): Promise<Organization>;
  /**
   * Sets the days that its runs are kept after their end, 1 to 36,500; null for as long as `settings.retention.days` says. The runs
   * whose time is over are deleted by the next sweeps. Throws `invalid_input` for another number.
   */
  retain(organizationId: string, days: number | null): Promise<Organization>;
  /**
   * Deletes an organization: its keys open nothing from now on, its runs are canceled with their webhooks, its credentials
   * are erased. Other rows stay in the store. Throws `conflict` for the first organization.
   */
  delete(organizationId: string): Promise<void>;
}
