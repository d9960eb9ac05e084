import type { Organization } from '@runwright/contract';

/** Organizations of this engine. */
export interface OrganizationsApi {
  /** The first organization; made when there is none. */
  first(): Promise<Organization>;
}
