import { RunwrightError } from '@runwright/contract';
import { egressPolicy } from './egress.ts';
import { type Connect, createConnect } from './pinned-connect.ts';

/**
 * Returns how blocks of one type reach servers of the host, under a policy that allows these and no other private address.
 * Throws `egress_denied` when the organization of the run may not use what belongs to the host.
 *
 * @param servers as `host:port`
 */
export function connectToHost(
  servers: readonly string[],
  { usesHost }: { readonly usesHost: boolean },
): Connect {
  if (usesHost) return createConnect(egressPolicy({ allowedHosts: servers }));
  throw new RunwrightError(
    'egress_denied',
    'The server of the host is not for this organization. Name a server in the block, or let the operator add the organization to `RUNWRIGHT_HOST_ORGANIZATIONS` (in a program `settings.hostOrganizations`).',
  );
}
