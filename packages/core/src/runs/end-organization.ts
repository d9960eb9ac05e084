import { RunwrightError } from '@runwright/contract';
import { cancelWithChildren } from './child-runs.ts';
import type { EndDeps } from './end-run-without-lease.ts';
import { openStatuses } from './open-statuses.ts';

/** Rows that are read at once. */
const pageSize = 100;

/** Cancels the open runs of a deleted organization and erases its credentials. A second call changes nothing. */
export async function endOrganization(deps: EndDeps, organizationId: string): Promise<void> {
  const { store, clock } = deps;
  for (;;) {
    const query = { organizationId, statuses: openStatuses, page: 1, pageSize };
    const { items } = await store.runs.list(query);
    for (const run of items) await cancelWithChildren(deps, run);
    if (items.length < pageSize) break;
  }
  for (;;) {
    const { items } = await store.credentials.list({ organizationId, page: 1, pageSize });
    const now = clock.now();
    const erased = { ciphertext: '', modifiedAt: now, deletedAt: now };
    for (const { credentialId } of items)
      await store.credentials.change(organizationId, credentialId, erased);
    if (items.length < pageSize) return;
  }
}

/** Returns whether an organization is deleted. One that the store does not know is not. */
export async function isDeletedOrganization(
  { store }: Pick<EndDeps, 'store'>,
  organizationId: string,
): Promise<boolean> {
  const organization = await store.organizations.get(organizationId);
  return organization !== null && organization.deletedAt !== null;
}

/** The error of a call for an organization that is deleted or unknown. */
export function unknownOrganization(organizationId: string): RunwrightError {
  return new RunwrightError('not_found', `Organization ${organizationId} not found`);
}
