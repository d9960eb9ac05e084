import type { EngineDeps } from '../engine-deps.ts';

/** Returns why this process opens no further session of an organization; null when it does. */
export async function refuseSession(
  { browserPlaces }: Pick<EngineDeps, 'browserPlaces'>,
  organizationId: string,
): Promise<string | null> {
  const { limit } = browserPlaces;
  switch (await browserPlaces.findRefusal({ organizationId, runId: null, ancestors: [] })) {
    case 'full':
      return `this process holds ${limit} browsers, and \`maxBrowsers\` allows no more; close one or try again later.`;
    case 'organization':
      return 'this process holds as many browsers of your organization as it may; close one, or let the host raise `RUNWRIGHT_ORGANIZATION_BROWSERS` (in a program `limits.organizationBrowsers`).';
    case 'sessions':
      return `this process leaves the last of its ${limit} browsers to runs, because there are several organizations; close a session, or let the host raise \`RUNWRIGHT_MAX_BROWSERS\` (in a program \`maxBrowsers\`).`;
    default:
      return null;
  }
}
