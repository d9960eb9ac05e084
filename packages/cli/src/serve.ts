import { RunwrightError } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { httpAdapter, serverOptions } from '@runwright/http-adapter';
import fastify from 'fastify';
import type { Environment } from './environment.ts';
import { version } from './version.ts';

/** A listening server. */
export interface Server extends AsyncDisposable {
  readonly address: string;
}

/** Serves the engine. Throws `conflict` when the address is taken. */
export async function serve(engine: Engine, environment: Environment): Promise<Server> {
  const { host, port } = environment;
  const app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version });
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
