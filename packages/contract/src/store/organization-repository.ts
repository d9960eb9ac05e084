/** A tenant. */
export interface Organization {
  readonly organizationId: string;
  readonly name: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** Organizations of the service. */
export interface OrganizationRepository {
  get(organizationId: string): Promise<Organization | null>;
  list(): Promise<readonly Organization[]>;
  /** Inserts or replaces. */
  put(organization: Organization): Promise<void>;
}
