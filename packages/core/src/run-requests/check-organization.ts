import { RunwrightError } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';

/** Throws `not_found` for an organization that was never created or is deleted, so that no call stores data for it. */
export async function checkOrganization(
  { store }: Pick<EngineDeps, 'store'>,
  organizationId: string,
): Promise<void> {
  const found = await store.organizations.get(organizationId);
  if (found !== null && found.deletedAt === null) return;
  throw new RunwrightError(
    'not_found',
    `There is no organization \`${organizationId}\`. Create it with \`engine.organizations.create({ name, organizationId })\`, or pass the id of one that \`engine.organizations.list()\` names.`,
  );
}
