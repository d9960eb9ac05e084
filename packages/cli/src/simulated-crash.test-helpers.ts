import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EgressPolicy, Store } from '@runwright/contract';
import {
  type CrashCase,
  type CrashPoint,
  countedStore,
  executeCase,
  loopback,
} from './crash-points.test-helpers.ts';

/**
 * Executes a case in this process until the point, and then cuts its engine off from everything, as if the process had
 * been killed: no call to the store settles any more, and its requests reach nobody, not even those under way. Every
 * engine has a server of its own, so that a request that left too late cannot be taken for one of the next engine.
 *
 * @param serve answers the requests of the run
 * @returns whether the point was reached; false when the run has ended before it
 */
export async function executeUntilCrash(
  given: CrashCase,
  point: CrashPoint,
  serve: RequestListener,
): Promise<boolean> {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const crash = Promise.withResolvers<boolean>();
  let hasCrashed = false;
  const store = await countedStore(given.folder, ({ moment, write }) => {
    if (moment === point.moment && write === point.write) {
      hasCrashed = true;
      closeServer(server);
      crash.resolve(true);
    }
    return hasCrashed ? never : undefined;
  });
  const isCutOff = (): boolean => hasCrashed;
  const executed = executeCase(cutOff(store, isCutOff), given, redirected(server, isCutOff)).then(
    () => false,
  );
  try {
    return await Promise.race([crash.promise, executed]);
  } finally {
    closeServer(server);
    if (hasCrashed) await store.close();
  }
}

const never = new Promise<never>(() => undefined);

function closeServer(server: Server): void {
  server.close();
  server.closeAllConnections();
}

/** Lets no call settle once the engine is cut off, nor one that is under way then. */
function cutOff(store: Store, isCutOff: () => boolean): Store {
  const members = Object.entries(store).map(([name, member]) => [name, cutOffMember(member, isCutOff)]);
  return Object.fromEntries(members) as Store;
}

function cutOffMember(member: unknown, isCutOff: () => boolean): unknown {
  if (typeof member === 'function') {
    return async (...args: unknown[]) => {
      if (isCutOff()) return never;
      const result = await member(...args);
      return isCutOff() ? never : result;
    };
  }
  if (typeof member !== 'object' || member === null) return member;
  return Object.fromEntries(
    Object.entries(member).map(([name, inner]) => [name, cutOffMember(inner, isCutOff)]),
  );
}

/** Sends every request of this machine to the engine's own server. */
function redirected(server: Server, isCutOff: () => boolean): EgressPolicy {
  const { port } = server.address() as AddressInfo;
  return {
    async check(url, options) {
      if (isCutOff()) return never;
      const destination = await loopback.check(url, options);
      const moved = new URL(destination.url);
      moved.port = String(port);
      return { ...destination, url: moved };
    },
  };
}
