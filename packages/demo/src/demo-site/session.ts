import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf } from './request.ts';
import type { SiteState } from './state.ts';

/** The one account of the demo site. */
export const demoCredentials = { username: 'demo', password: 'north-by-northwind' } as const;

const cookieName = 'northwind_session';

/** The user who is signed in, or `null`. */
export function memberOf(request: FastifyRequest, site: SiteState): string | null {
  const token = cookieOf(request, cookieName);
  return token === null ? null : (site.sessions.get(token) ?? null);
}

/** Opens a session when the credentials are right; says whether they were. */
export function signIn(reply: FastifyReply, site: SiteState, username: string, password: string): boolean {
  if (username !== demoCredentials.username || password !== demoCredentials.password) return false;
  const token = randomUUID();
  site.sessions.set(token, username);
  reply.header('set-cookie', `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Lax`);
  return true;
}

/** Ends the session of the request, if it has one. */
export function signOut(request: FastifyRequest, reply: FastifyReply, site: SiteState): void {
  const token = cookieOf(request, cookieName);
  if (token !== null) site.sessions.delete(token);
  reply.header('set-cookie', `${cookieName}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`);
}

/** A Fastify hook that sends visitors to the sign-in page and back afterwards. */
export function requireMember(site: SiteState) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (memberOf(request, site) !== null) return undefined;
    return reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 303);
  };
}

/** Where to go after signing in: a path of this site, never another host. */
export function localPath(next: string): string {
  return /^\/(?![/\\])/.test(next) ? next : '/orders';
}
