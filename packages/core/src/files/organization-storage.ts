import { type ArtifactStore, RunwrightError, type Store } from '@runwright/contract';
import type { HasSeveralOrganizations } from '../runtime/several-organizations.ts';

/** Limits the bytes that the artifacts and files of each organization take. */
export interface OrganizationStorage {
  /** Bytes that an organization may still store; `Infinity` without a limit. */
  room(organizationId: string): Promise<number>;
  /** Throws `failed_precondition` when an organization may store nothing more. */
  assertRoom(organizationId: string): Promise<void>;
}

/**
 * Creates the check. The limit is `organizationStorageBytes`; without that setting, half of what the artifact store can hold where there are
 * several organizations. What is stored at the same time may pass the limit together.
 */
export function createOrganizationStorage(deps: {
  readonly store: Pick<Store, 'organizations'>;
  readonly artifacts: Pick<ArtifactStore, 'capacity'>;
  readonly limits: { readonly organizationStorageBytes?: number };
  readonly haveSeveralOrganizations: HasSeveralOrganizations;
}): OrganizationStorage {
  const { store, artifacts, limits, haveSeveralOrganizations } = deps;
  let capacity: Promise<number> | null = null;

  async function limit(): Promise<number> {
    if (limits.organizationStorageBytes !== undefined) return limits.organizationStorageBytes;
    if (!artifacts.capacity || !(await haveSeveralOrganizations())) return Number.POSITIVE_INFINITY;
    capacity ??= artifacts.capacity();
    return Math.floor((await capacity) / 2);
  }

  const storage: OrganizationStorage = {
    async room(organizationId) {
      const most = await limit();
      if (most === Number.POSITIVE_INFINITY) return most;
      return Math.max(0, most - (await store.organizations.storedBytes(organizationId)));
    },
    async assertRoom(organizationId) {
      if ((await storage.room(organizationId)) <= 0) throw storageFull();
    },
  };
  return storage;
}

/** The error when an organization has stored all that it may. */
export function storageFull(): RunwrightError {
  return new RunwrightError(
    'failed_precondition',
    'The storage of your organization is full: its artifacts and files take all bytes that it may have. Delete files, let old runs be ' +
      'deleted sooner, or ask the host for more.',
    { details: { failure_category: 'limit' } },
  );
}
