import { expect, it } from 'vitest';
import type { Tab } from '../tabs/tabs.ts';
import { printTab } from './print-pdf.ts';

/** What comes of printing in a browser that does not. */
async function refusal(headless: boolean): Promise<unknown> {
  const session = {
    send: () => Promise.reject(new Error('cdpSession.send: Protocol error: PrintToPDF is not implemented')),
    detach: async () => undefined,
  };
  const context = { newCDPSession: async () => session } as unknown as Parameters<typeof printTab>[0];
  const tab = { reader: { withSecretsHidden: (work: () => Promise<unknown>) => work() } } as unknown as Tab;
  const { signal } = new AbortController();
  const how = { format: 'A4', landscape: false, background: true, footer: null, headless, signal } as const;
  return printTab(context, tab, how).catch((error: unknown) => error);
}

it('a browser with a window that does not print says what to do', async () => {
  expect(await refusal(false)).toMatchObject({
    code: 'browser_failed',
    message: expect.stringMatching(/has a window, answered `.*not implemented`.*`headless: true`/),
  });
});

it('an error of a headless browser is passed on', async () => {
  expect(await refusal(true)).toMatchObject({
    message: expect.stringContaining('PrintToPDF is not implemented'),
  });
});
