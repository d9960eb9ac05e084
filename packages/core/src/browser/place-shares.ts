import type { HasSeveralOrganizations } from '../runtime/several-organizations.ts';

/** How many of the browsers of a process one organization, all sessions together, and the sessions of one organization may hold. */
export interface PlaceShares {
  readonly organization: number;
  readonly sessions: number;
  readonly organizationSessions: number;
}

/** Divides so many places among organizations and sessions. */
export type ReadPlaceShares = (places: number) => Promise<PlaceShares>;

/**
 * Creates the division: where there are several organizations, each may hold half of the places, rounded up, and sessions leave one
 * place to runs.
 *
 * @param deps `organizationBrowsers`: what the host lets one organization hold instead
 */
export function createPlaceShares({
  organizationBrowsers,
  haveSeveralOrganizations,
}: {
  readonly organizationBrowsers: number | undefined;
  readonly haveSeveralOrganizations: HasSeveralOrganizations;
}): ReadPlaceShares {
  return async (places) => {
    const areSeveral = await haveSeveralOrganizations();
    const share = (count: number) => organizationBrowsers ?? (areSeveral ? Math.ceil(count / 2) : count);
    // A single browser may be held by a session.
    const sessions = areSeveral ? Math.max(1, places - 1) : places;
    return { organization: share(places), sessions, organizationSessions: share(sessions) };
  };
}
