import { expect, it } from 'vitest';
import { createPlaceShares } from './place-shares.ts';

const sharesOf = (places: number, areSeveral: boolean, organizationBrowsers?: number) =>
  createPlaceShares({ organizationBrowsers, haveSeveralOrganizations: async () => areSeveral })(places);

it.each([
  [1, { organization: 1, sessions: 1, organizationSessions: 1 }],
  [2, { organization: 1, sessions: 1, organizationSessions: 1 }],
  [3, { organization: 2, sessions: 2, organizationSessions: 1 }],
  [8, { organization: 4, sessions: 7, organizationSessions: 4 }],
])('of several organizations, one has at most half of %i browsers', async (places, shares) => {
  expect(await sharesOf(places, true)).toEqual(shares);
});

it('a single organization has all browsers', async () => {
  expect(await sharesOf(3, false)).toEqual({ organization: 3, sessions: 3, organizationSessions: 3 });
});

it('the host decides how many browsers an organization has, also of any number', async () => {
  expect(await sharesOf(8, true, 6)).toEqual({ organization: 6, sessions: 7, organizationSessions: 6 });
  expect(await sharesOf(Number.POSITIVE_INFINITY, false, 2)).toMatchObject({ organization: 2 });
});
