import { type FakePage, fakeBrowser } from '@runwright/testing';
import { defineConfig } from '../index.ts';
import { fakeSiteUrl } from './fake-site.test-helpers.ts';

/** The pages of the fake browser: those of the demo site that people see who sign in, and one that is missing. */
const pages: readonly FakePage[] = [
  { url: `${fakeSiteUrl}/`, title: 'Home' },
  { url: `${fakeSiteUrl}/moving`, title: 'Moving' },
  {
    url: `${fakeSiteUrl}/orders`,
    title: 'Sign in',
    elements: [
      { id: 'a1', kind: 'textbox', name: 'User name' },
      { id: 'a2', kind: 'password', name: 'Password' },
      { id: 'a3', kind: 'button', name: 'Sign in' },
    ],
    onAction(action) {
      if (action.action_type === 'click' && action.id === 'a3') return { goTo: `${fakeSiteUrl}/account` };
      if (action.action_type !== 'goto_url') return undefined;
      const message = `Opened ${action.url}. The server answered 404 Not Found.`;
      return { goTo: action.url, result: { httpStatus: 404, message } };
    },
  },
  { url: `${fakeSiteUrl}/account`, title: 'Account', text: 'Signed in as Demo Buyer' },
  { url: `${fakeSiteUrl}/no-such-page`, title: 'No such page' },
];

/** Pages of the demo site, as far as tests in a document read them. */
function pagesOf(site: string): readonly FakePage[] {
  return [
    { url: `${site}/`, title: 'Home' },
    {
      url: `${site}/catalog`,
      title: 'Catalog',
      text: ['table "Products"', '| Name | Price |', '| Lamp | €12.00 |', '| Chair | €40.00 |'],
    },
    { url: `${site}/nothing`, title: 'Not found', httpStatus: 404, text: ['Not found'] },
  ];
}

// biome-ignore lint/style/noDefaultExport: a configuration file has one.
export default defineConfig({
  drivers: () => ({
    browser: fakeBrowser({
      pages: [...pages, ...pagesOf(process.env.RUNWRIGHT_TEST_SITE ?? '')],
      recordings: [
        { type: 'cassette_network', content: '{"log":{"entries":[]}}', contentType: 'application/json' },
      ],
    }),
  }),
});
