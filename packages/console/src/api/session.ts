import { createClient, type ServiceClient } from '@runwright/client';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { serviceUrl } from '../lib/base-url.ts';

/** What the person who signed in uses. The key is in memory, and in `sessionStorage` only on request. */
export interface Session {
  readonly apiKey: string;
  readonly client: ServiceClient;
}

const storageKey = 'runwright-api-key';
const listeners = new Set<() => void>();
let session: Session | null = null;
let reason: string | null = null;

/**
 * Signs in with a key, which one request of the service verifies. Rejects with `ApiError` when the service refuses it.
 *
 * @param options `keep`: stay signed in in this tab, also after a reload
 */
export async function signIn(apiKey: string, { keep }: { readonly keep: boolean }): Promise<void> {
  const next = sessionOf(apiKey);
  await next.client.runs.list({ page_size: 1 });
  if (keep) sessionStorage.setItem(storageKey, apiKey);
  setSession(next, null);
}

/** Goes on with another key of the same organization, because the present one was replaced. */
export function replaceKey(apiKey: string): void {
  if (sessionStorage.getItem(storageKey) !== null) sessionStorage.setItem(storageKey, apiKey);
  setSession(sessionOf(apiKey), null);
}

/** Forgets the key. `why` is shown on the page for signing in. */
export function signOut(why: string | null = null): void {
  sessionStorage.removeItem(storageKey);
  setSession(null, why);
}

/** Takes up the session that this tab kept. */
export function restoreSession(): void {
  const apiKey = sessionStorage.getItem(storageKey);
  if (apiKey !== null) setSession(sessionOf(apiKey), null);
}

/** Returns the session, or null and why the last one ended. */
export function useSignIn(): { readonly session: Session | null; readonly reason: string | null } {
  const current = useSyncExternalStore(subscribe, () => session);
  return { session: current, reason };
}

/** Provides the session to the pages. */
export const SessionContext = createContext<Session | null>(null);

/** Returns the client of the service. */
export function useClient(): ServiceClient {
  return useSession().client;
}

/** Returns the session of a page, which is shown only to those who signed in. */
export function useSession(): Session {
  const current = useContext(SessionContext);
  if (current === null)
    throw new Error('Cannot use the service: nobody has signed in. Render the page below `App`.');
  return current;
}

function sessionOf(apiKey: string): Session {
  return { apiKey, client: createClient({ url: serviceUrl, apiKey, maxRetries: 1, maxRetryDelayMs: 5000 }) };
}

function setSession(next: Session | null, why: string | null): void {
  [session, reason] = [next, why];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
