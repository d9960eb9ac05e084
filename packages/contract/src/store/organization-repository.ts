/** A tenant. */
export interface Organization {
  readonly organizationId: string;
  readonly name: string;
  /** Days that its runs are kept after their end. Null: as the host sets it. */
  readonly retentionDays: number | null;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** Epoch ms; null while it is in use. Its rows stay, but its keys open nothing any more. */
  readonly deletedAt: number | null;
}

/** Organizations of the service, deleted ones too. */
export interface OrganizationRepository {
  get(organizationId: string): Promise<Organization | null>;
  /** Oldest first, ties by id. */
  list(): Promise<readonly Organization[]>;
  /** Inserts it unless there is one, and returns the oldest one, deleted or not. Of several calls at once, also of several processes, one inserts. */
  addFirst(organization: Organization): Promise<Organization>;
  /** Inserts or replaces. */
  put(organization: Organization): Promise<void>;
  /** Bytes of all artifacts and files of an organization; 0 for one that has none. */
  storedBytes(organizationId: string): Promise<number>;
}
