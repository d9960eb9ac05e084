import type { Organization, Page } from '@runwright/contract';

/** Organizations of this engine. Unknown and deleted ones throw `not_found`. */
export interface OrganizationsApi {
  /** The first organization, which is the host's own; made when there is none. */
  first(): Promise<Organization>;
  /** Makes an organization without keys. Throws `invalid_input` unless its name has 1 to 255 characters. */
  create(options: { readonly name: string }): Promise<Organization>;
  /** Those that are not deleted, newest first. `page` counts from 1. */
  list(query?: { readonly page?: number; readonly pageSize?: number }): Promise<Page<Organization>>;
  get(organizationId: string): Promise<Organization>;
  rename(organizationId: string, name: string): Promise<Organization>;
  /**
   * Deletes an organization: its keys open nothing from now on, its runs are canceled with their webhooks, its credentials
   * are erased. Other rows stay in the store. Throws `conflict` for the first organization.
   */
  delete(organizationId: string): Promise<void>;
}
