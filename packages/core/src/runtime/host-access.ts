import type { Store } from '@runwright/contract';

/** Who may use what belongs to the host: secrets of its environment, its password managers, its mail server. */
export interface HostAccess {
  has(organizationId: string): Promise<boolean>;
}

/** Creates it. `named`: ids, or `*` for all; null for the first organization of the store. */
export function createHostAccess(
  { organizations }: Pick<Store, 'organizations'>,
  named: readonly string[] | '*' | null,
): HostAccess {
  // The first one is never deleted, so it is read once.
  let first: string | null = null;
  return {
    async has(organizationId) {
      if (named !== null) return named === '*' || named.includes(organizationId);
      first ??= (await organizations.list())[0]?.organizationId ?? null;
      return organizationId === first;
    },
  };
}
