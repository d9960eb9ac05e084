import type { Organization, Store } from '@runwright/contract';
import { byTime } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';

/** Organizations in memory. */
export function memoryOrganizations(): Store['organizations'] {
  const rows = new Map<string, Organization>();
  return {
    async get(organizationId) {
      return rows.get(organizationId) ?? null;
    },
    async list() {
      return [...rows.values()].sort(
        byTime(
          (row) => row.createdAt,
          (row) => row.organizationId,
        ),
      );
    },
    async put(organization) {
      rows.set(organization.organizationId, copyFrozen(organization));
    },
  };
}
