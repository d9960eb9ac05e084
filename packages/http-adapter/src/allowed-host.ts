import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Names under which a loopback address is reached, whatever the port. */
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses requests whose `Host` is none of ours with 421. A page of a stranger can make a browser send requests to a loopback
 * address under a name of the stranger (DNS rebinding); it cannot choose another `Host` than that name.
 *
 * @param hosts names, with or without a port, that are allowed besides those of the loopback address. Null: every host
 */
export function restrictHosts(app: FastifyInstance, hosts: readonly string[] | null): void {
  if (hosts === null) return;
  const allowed = new Set(hosts.map((host) => host.trim().toLowerCase()));
  app.addHook('onRequest', async (request, reply) => {
    if (isAllowed(request, allowed)) return;
    return reply.code(421).send({
      detail:
        'This host is not served here. Use a loopback address, or add the host to RUNWRIGHT_SERVED_HOSTS.',
    });
  });
}

/** Whether a server that listens there can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  const address = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (address === 'localhost' || address === '::1') return true;
  return isIP(address) === 4 && address.startsWith('127.');
}

function isAllowed(request: FastifyRequest, allowed: ReadonlySet<string>): boolean {
  const host = request.headers.host?.toLowerCase() ?? '';
  const name = host.replace(/:\d{1,5}$/, '');
  return loopbackNames.has(name) || allowed.has(host) || allowed.has(name);
}
