import type { BrowserProfile, BrowserProfileRow } from '../browser-profile.ts';
import type { Page } from './page.ts';

/** Filter of profiles to list, newest first, ties by id descending. */
export interface BrowserProfileQuery {
  readonly organizationId: string;
  readonly includeDeleted: boolean;
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** Browser profiles of organizations. Only a list shows deleted ones. */
export interface BrowserProfileRepository {
  /** Throws `conflict` when the id exists or the name is in use. */
  add(profile: BrowserProfileRow): Promise<void>;
  get(organizationId: string, browserProfileId: string): Promise<BrowserProfileRow | null>;
  /** Changes the named members and answers the profile as it is then; null when there is none. Throws `conflict` when the name is in use. */
  change(
    organizationId: string,
    browserProfileId: string,
    patch: Pick<BrowserProfileRow, 'modifiedAt'> &
      Partial<Pick<BrowserProfileRow, 'name' | 'description' | 'ciphertext' | 'deletedAt'>>,
  ): Promise<BrowserProfile | null>;
  list(query: BrowserProfileQuery): Promise<Page<BrowserProfile>>;
}
