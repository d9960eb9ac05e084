import { type BrowserSessionRow, notFound, RunwrightError, type Store } from '@runwright/contract';
import type { Engine } from '../api/engine.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { bearerToken, createHopTokens } from '../sessions/hop-tokens.ts';
import type { SessionHost } from '../sessions/session-host.ts';

/** Finds the process that serves the debug address of a session. Its own address comes from its report alone. */
export function createSessionHops(
  { store, clock, masterKey }: Pick<EngineDeps, 'store' | 'clock' | 'masterKey'>,
  host: Pick<SessionHost, 'browserOf'>,
): Pick<Engine['browserSessions'], 'debugHop' | 'verifyDebugHop'> {
  const tokens = createHopTokens(masterKey, clock.now);

  return {
    async debugHop(organizationId, id, { onlyHere = false } = {}) {
      const row = await existingSession(store, organizationId, id);
      if (row.status !== 'running')
        throw new RunwrightError('conflict', `Browser session ${id} is not running`);
      if (row.browserAddress === null) throw noAddress(id);
      const browser = host.browserOf(id);
      const authorization = `Bearer ${tokens.create(organizationId, id)}`;
      if (browser !== null) {
        if (browser.address === undefined) throw noAddress(id);
        return { url: browser.address.replace(/^ws/, 'http'), authorization };
      }
      if (onlyHere) throw unreachable(id, 'the process that was asked does not hold its browser any more.');
      const owner = await store.browserSessions.ownerOf(id, clock.now());
      return { url: `${await workerAddress(store, id, owner)}/sessions/${id}/debug`, authorization };
    },
    verifyDebugHop: (authorization, id) => tokens.verify(bearerToken(authorization), id),
  };
}

/**
 * Reads the address of the process that holds the browser of a session or run. Throws `unavailable`.
 *
 * @param owner id of the process; null for none
 */
export async function workerAddress(
  store: Pick<Store, 'workers'>,
  id: string,
  owner: string | null,
): Promise<string> {
  if (owner === null) throw unreachable(id, 'the worker that held its browser died or stood still.');
  const worker = await store.workers.get(owner);
  if (worker?.address) return worker.address;
  throw unreachable(id, 'the worker that holds its browser has announced no address.');
}

/** Reads a session of an organization. Throws `not_found`. */
export async function existingSession(
  store: Pick<Store, 'browserSessions'>,
  organizationId: string,
  id: string,
): Promise<BrowserSessionRow> {
  const row = await store.browserSessions.get(organizationId, id);
  if (row === null) throw notFound('Browser session', id);
  return row;
}

/** The error for the browser of a session or run whose process cannot be reached. */
export function unreachable(id: string, cause: string): RunwrightError {
  const [what, call] = id.startsWith('pbs_') ? ['session', 'session'] : ['run', 'run'];
  return new RunwrightError(
    'unavailable',
    `Cannot reach the browser of ${what} ${id}: ${cause} Try again, and look at the ${call} if this goes on.`,
    { retryable: true, details: { retry_after_seconds: 5 } },
  );
}

function noAddress(id: string): RunwrightError {
  return new RunwrightError(
    'conflict',
    `Browser session ${id} has no address for debug clients. Create a session with \`expose_address\`.`,
  );
}
