import type { EngineDeps } from '../engine-deps.ts';

/**
 * Returns why this process, which holds the browsers of so many sessions, opens no further one; null when it does. A session
 * can be idle for hours, so where there are several organizations one browser is left to runs.
 */
export async function refuseSession(
  { browserPlaces, haveSeveralOrganizations }: Pick<EngineDeps, 'browserPlaces' | 'haveSeveralOrganizations'>,
  sessions: number,
): Promise<string | null> {
  const { limit, isFull } = browserPlaces;
  if (isFull)
    return `this process holds ${limit} browsers, and \`maxBrowsers\` allows no more; close one or try again later.`;
  if (limit === null || limit === 1 || sessions < limit - 1 || !(await haveSeveralOrganizations()))
    return null;
  return `this process holds the browsers of ${sessions} sessions, and leaves the last one of ${limit} to runs, because there are several organizations; close a session, or raise \`maxBrowsers\`.`;
}
