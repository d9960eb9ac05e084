import type { BrowserSession, PageDriver } from '@runwright/contract';
import { fakeBrowser, fakeContext } from '@runwright/testing';
import { expect, it } from 'vitest';
import { printPage } from './print-page.ts';

const given = {
  include_timestamp: true,
  format: 'A4' as const,
  landscape: false,
  print_background: true,
};
type Printed = Parameters<NonNullable<PageDriver['pdf']>>[0];

/** A browser that shows a page, and prints when it can. */
async function scene(options: { readonly prints: boolean; readonly url?: string }) {
  const url = options.url ?? 'https://shop.test/order';
  const { signal } = new AbortController();
  const driver = fakeBrowser({ pages: [{ url: 'https://shop.test/order', elements: [] }] });
  const egress = { check: async (address: string | URL) => ({ url: new URL(address), addresses: [] }) };
  const session = await driver.open({ egress, reveal: (text) => text, signal });
  if (url !== 'about:blank') await session.page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
  const printed: Printed[] = [];
  const pdf = async (request: Printed) => {
    printed.push(request);
    return new TextEncoder().encode('%PDF-1.7');
  };
  const printing: BrowserSession = {
    ...session,
    page: { ...session.page, ...(options.prints ? { pdf } : {}) },
  };
  return { ...fakeContext({ session: printing }), printed };
}

it('the page becomes a file of the run and an artifact', async () => {
  const { context, printed, files, artifacts } = await scene({ prints: true });
  const output = await printPage.run({ ...given, custom_filename: ' order 7 ', landscape: true }, context);
  expect(output).toMatchObject({
    filename: 'order 7.pdf',
    file_path: 'downloads/order 7.pdf',
    size_bytes: 8,
  });
  expect(output.downloaded_files).toMatchObject([{ file_id: files[0]?.file_id }]);
  expect(artifacts).toMatchObject([{ type: 'pdf' }]);
  expect(printed).toMatchObject([
    {
      format: 'A4',
      landscape: true,
      background: true,
      footer: expect.stringMatching(/^\d{4}-.*Z {2}https:\/\/shop\.test\/order$/),
    },
  ]);
});

it('without a name the time is its name, and the foot may stay empty', async () => {
  const { context, printed } = await scene({ prints: true });
  const output = await printPage.run({ ...given, include_timestamp: false }, context);
  expect(output.filename).toMatch(/^page_\d{14}\.pdf$/);
  expect(printed).toMatchObject([{ footer: null }]);
});

it('fails without a page and with a browser that cannot print, and names the remedy', async () => {
  const blank = await scene({ prints: true, url: 'about:blank' });
  await expect(printPage.run(given, blank.context)).rejects.toThrow(
    'no page is open. Add a block that opens one before it',
  );
  const plain = await scene({ prints: false });
  await expect(printPage.run(given, plain.context)).rejects.toThrow(
    'the browser driver of this host does not support printing',
  );
});
