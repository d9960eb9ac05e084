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
  if (usesHost) {
    const connect = createConnect(egressPolicy({ allowedHosts: servers }));
    return async (to, { signal }) => {
      if (!servers.includes(`${to.host}:${to.port}`)) {
        throw new RunwrightError('egress_denied', `\`${to.host}:${to.port}\` is no server of the host.`);
      }
      return connect(to, { signal }).catch((cause: unknown) => {
        signal.throwIfAborted();
        // Only the operator may see the address, which is in the cause.
        throw new RunwrightError(
          'block_failed',
          'Cannot connect to the server of the host. Ask the operator to check it.',
          { cause, retryable: true },
        );
      });
    };
  }
  throw new RunwrightError(
    'egress_denied',
    'The server of the host is not for this organization. Name a server in the block, or let the operator add the organization to `RUNWRIGHT_HOST_ORGANIZATIONS` (in a program `settings.hostOrganizations`).',
  );
}
