import { type BrowserSessionRow, RunwrightError, type Store } from '@runwright/contract';
import type { Engine } from '../api/engine.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { bearerToken, createHopTokens } from '../sessions/hop-tokens.ts';
import type { SessionHost } from '../sessions/session-host.ts';

/** Finds the process that serves a view of a session. Its address comes from its own report alone. */
export function createSessionHops(
  { store, clock, masterKey }: Pick<EngineDeps, 'store' | 'clock' | 'masterKey'>,
  host: Pick<SessionHost, 'browserOf'>,
): Pick<Engine['browserSessions'], 'hop' | 'verifyHop'> {
  const tokens = createHopTokens(masterKey, clock.now);

  return {
    async hop(organizationId, id, view, { onlyHere = false } = {}) {
      const row = await existingSession(store, organizationId, id);
      if (row.status !== 'running') throw notRunning(id);
      if (view === 'debug' && row.browserAddress === null) throw noAddress(id);
      const browser = host.browserOf(id);
      const authorization = `Bearer ${tokens.create(organizationId, id, view)}`;
      if (browser !== null) {
        if (view === 'live') return null;
        if (browser.address === undefined) throw noAddress(id);
        return { url: browser.address.replace(/^ws/, 'http'), authorization };
      }
      if (onlyHere) throw unreachable(id, 'the process that was asked does not hold its browser any more.');
      return { url: `${await addressOf(id)}/sessions/${id}/${view}`, authorization };
    },
    verifyHop: (authorization, id, view) => tokens.verify(bearerToken(authorization), id, view),
  };

  async function addressOf(id: string): Promise<string> {
    const owner = await store.browserSessions.ownerOf(id, clock.now());
    if (owner === null) throw unreachable(id, 'the worker that held its browser died or stood still.');
    const worker = await store.workers.get(owner);
    if (worker?.address) return worker.address;
    throw unreachable(id, 'the worker that holds its browser has announced no address.');
  }
}

/** Reads a session of an organization. Throws `not_found`. */
export async function existingSession(
  store: Pick<Store, 'browserSessions'>,
  organizationId: string,
  id: string,
): Promise<BrowserSessionRow> {
  const row = await store.browserSessions.get(organizationId, id);
  if (row === null) throw new RunwrightError('not_found', `Browser session ${id} not found`);
  return row;
}

function notRunning(id: string): RunwrightError {
  return new RunwrightError('conflict', `Browser session ${id} is not running`);
}

function noAddress(id: string): RunwrightError {
  return new RunwrightError(
    'conflict',
    `Browser session ${id} has no address for debug clients. Create a session with \`expose_address\`.`,
  );
}

function unreachable(id: string, cause: string): RunwrightError {
  return new RunwrightError(
    'unavailable',
    `Cannot reach the browser of session ${id}: ${cause} Try again, and look at the session if this goes on.`,
    { retryable: true, details: { retry_after_seconds: 5 } },
  );
}
