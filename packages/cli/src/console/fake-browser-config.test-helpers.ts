import { type FakePage, fakeBrowser } from '@runwright/testing';
import { defineConfig } from '../index.ts';

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
  drivers: () => ({ browser: fakeBrowser({ pages: pagesOf(process.env.RUNWRIGHT_TEST_SITE ?? '') }) }),
});
