import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Host names of loopback addresses. */
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Rejects requests with a `Host` that is not allowed with 421. This prevents DNS rebinding, in which a page of another site
 * sends requests to a loopback address under its own host name.
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

/** Returns whether an address is a loopback address. */
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
