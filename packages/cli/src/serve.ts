import { consoleFolder } from '@runwright/console';
import { RunwrightError } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { type DemoOptions, httpAdapter, isLoopback, serverOptions } from '@runwright/http-adapter';
import fastify from 'fastify';
import type { Environment } from './environment.ts';
import { loadInstalledMcp } from './load-mcp.ts';
import { version } from './version.ts';

/** Listening HTTP server. */
export interface Server extends AsyncDisposable {
  readonly address: string;
}

/**
 * Serves the engine. Throws `conflict` when the address is taken.
 *
 * @param demo null when the service is no demo
 */
export async function serve(
  engine: Engine,
  environment: Environment,
  demo: DemoOptions | null = null,
): Promise<Server> {
  const { organizationId } = await engine.organizations.first();
  const { host, port } = environment;
  const mcp = await loadInstalledMcp();
  const { headersTimeoutMs: headersMs, requestTimeoutMs: requestMs, idleTimeoutMs: idleMs } = environment;
  const app = fastify(
    serverOptions({
      logLevel: environment.logLevel,
      connections: {
        ...(headersMs === null ? {} : { headersMs }),
        ...(requestMs === null ? {} : { requestMs }),
        ...(idleMs === null ? {} : { idleMs }),
      },
    }),
  );
  await app.register(httpAdapter, {
    engine,
    version,
    hostOrganizationId: organizationId,
    ...(demo ? { demo } : {}),
    ...(environment.console ? { console: { folder: consoleFolder } } : {}),
    ...(mcp ? { mcp: mcp.mcpEndpoint({ engine, version }) } : {}),
    ...(environment.maxConnections === null ? {} : { maxConnections: environment.maxConnections }),
    allowedOrigins: pageOrigins(environment),
    ...(environment.corsOrigins === null ? {} : { cors: { origins: environment.corsOrigins } }),
    ...(environment.unknownMembers === null ? {} : { unknownMembers: environment.unknownMembers }),
    ...(environment.requestLimit ? { rateLimits: { requests: environment.requestLimit } } : {}),
    ...(isLoopback(host) ? { allowedHosts: servedHosts(environment) } : {}),
  });
  try {
    const address = await app.listen({ host, port });
    return { address, [Symbol.asyncDispose]: () => app.close() };
  } catch (cause) {
    await app.close();
    const taken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    if (!taken) throw cause;
    const message = `The address ${host}:${port} is taken by another process; set RUNWRIGHT_PORT to a free port.`;
    throw new RunwrightError('conflict', message, { cause });
  }
}

/** Returns the allowed hosts, including the public URL's host with any port, because a reverse proxy may be in front. */
function servedHosts({ publicUrl, servedHosts: hosts }: Environment): readonly string[] {
  const own = publicUrl === null ? null : URL.parse(publicUrl);
  return own === null ? hosts : [...hosts, own.host, own.hostname];
}

/** Returns the allowed origins, including the public URL's, because a reverse proxy may change the `Host` header. */
function pageOrigins({ publicUrl, allowedOrigins }: Environment): readonly string[] {
  const own = publicUrl === null ? null : URL.parse(publicUrl);
  return own === null ? allowedOrigins : [...allowedOrigins, own.origin];
}
