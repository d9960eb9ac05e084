import type { CredentialRow, CredentialType } from '../credential.ts';
import type { Page } from './page.ts';

/** Filter of credentials to list, newest first, ties by id descending. Deleted ones are never included. */
export interface CredentialQuery {
  readonly organizationId: string;
  readonly type?: CredentialType;
  /** Case-insensitive part of the name. */
  readonly search?: string;
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** Credentials of organizations. A deleted one is as if it had never been, except that its id stays taken. */
export interface CredentialRepository {
  /** Throws `conflict` when the id exists. */
  add(credential: CredentialRow): Promise<void>;
  get(organizationId: string, credentialId: string): Promise<CredentialRow | null>;
  /** Changes the named members and answers the row as it is then; null when there is none. */
  change(
    organizationId: string,
    credentialId: string,
    patch: Pick<CredentialRow, 'modifiedAt'> &
      Partial<Pick<CredentialRow, 'name' | 'ciphertext' | 'deletedAt'>>,
  ): Promise<CredentialRow | null>;
  list(query: CredentialQuery): Promise<Page<CredentialRow>>;
  /** Number of previous calls for the name: 0, 1, 2, …; unique per call. */
  nextTurn(organizationId: string, name: string): Promise<number>;
}
