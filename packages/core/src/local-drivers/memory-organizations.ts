import type { Organization, Store, StoredObject } from '@runwright/contract';
import { byTime } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';

/** Organizations in memory. */
export function memoryOrganizations(
  stored: readonly ReadonlyMap<string, Pick<StoredObject, 'organizationId' | 'size'>>[],
): Store['organizations'] {
  const rows = new Map<string, Organization>();
  const list = () =>
    [...rows.values()].sort(
      byTime(
        (row) => row.createdAt,
        (row) => row.organizationId,
      ),
    );
  return {
    async get(organizationId) {
      return rows.get(organizationId) ?? null;
    },
    async list() {
      return list();
    },
    async addFirst(organization) {
      if (rows.size === 0) rows.set(organization.organizationId, copyFrozen(organization));
      return list()[0] ?? organization;
    },
    async put(organization) {
      rows.set(organization.organizationId, copyFrozen(organization));
    },
    async storedBytes(organizationId) {
      return stored
        .flatMap((objects) => [...objects.values()])
        .filter((object) => object.organizationId === organizationId)
        .reduce((total, { size }) => total + size, 0);
    },
  };
}
