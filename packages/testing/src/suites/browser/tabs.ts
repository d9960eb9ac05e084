import type { BrowserSession } from '@runwright/contract';
import { describe, expect, it, type TestContext, type TestOptions } from 'vitest';
import { expectError } from '../expect-error.ts';
import { type SessionClient, sessionClient } from './session-client.ts';

/** Site, client and session factory of the suite, available while a test runs. */
export interface TabContext {
  readonly site: () => { readonly url: string };
  readonly client: () => SessionClient;
  /** Opens another session. */
  readonly openSession: () => Promise<BrowserSession>;
}

const signal = new AbortController().signal;

/** Opens a tab as a session; skips the test for a driver without tabs. */
export function openTab(
  session: BrowserSession,
  { skip }: Pick<TestContext, 'skip'>,
): Promise<BrowserSession> {
  return session.tab?.({ signal }) ?? skip('this driver opens no tabs');
}

/**
 * Tests the tabs of every driver that supports them; requests `/form` and `/lists` and a field named "Name".
 *
 * @param repeated options of a test that covers nothing more in a real browser
 */
export function testTabs({ site, client, openSession }: TabContext, repeated: TestOptions = {}): void {
  const urls = async ({ page }: BrowserSession) => (await page.tabs()).map(({ url }) => url);

  describe('a tab of its own', () => {
    it('is blank at first, and shows other pages than the session does', async (context) => {
      await client().open(`${site().url}/form`);
      const tab = await openTab(client().session, context);
      expect(tab.id).not.toBe(client().session.id);
      expect(await urls(tab)).toEqual(['about:blank']);
      await sessionClient(tab).open(`${site().url}/lists`);
      expect((await client().read()).url).toBe(`${site().url}/form`);
      expect(await urls(client().session)).toEqual([`${site().url}/form`]);
      expect(await urls(tab)).toEqual([`${site().url}/lists`]);
      await tab.close();
    });

    it('is worked on while others are', repeated, async (context) => {
      const names = ['Ann', 'Ben', 'Cem'];
      const shown = await Promise.all(
        names.map(async (text) => {
          const tab = await openTab(client().session, context);
          const page = sessionClient(tab);
          await page.open(`${site().url}/form`);
          await page.act({ action_type: 'input_text', id: page.id('textbox "Name"'), text });
          const view = await page.read();
          await tab.close();
          return /textbox "Name" =(\w+)/.exec(view.text)?.[1];
        }),
      );
      expect(shown).toEqual(names);
    });

    it('is gone when it is closed, once or twice, and the session goes on', async (context) => {
      const tab = await openTab(client().session, context);
      await tab.close();
      await tab.close();
      expect(tab.gone.aborted).toBe(true);
      await expectError(tab.page.read({ mode: 'action', signal }), 'browser_failed');
      expect(client().session.gone.aborted).toBe(false);
      expect((await client().open(`${site().url}/lists`)).url).toBe(`${site().url}/lists`);
    });

    it('is gone when its session is closed', repeated, async (context) => {
      const session = await openSession();
      const tab = await openTab(session, context);
      await session.close();
      expect(tab.gone.aborted).toBe(true);
      await expectError(tab.page.read({ mode: 'action', signal }), 'browser_failed');
      await expectError(openTab(session, context), 'browser_failed');
    });

    it('is not opened for a caller who has given up', async (context) => {
      const { session } = client();
      const opening = session.tab?.({ signal: AbortSignal.abort() }) ?? context.skip();
      await expectError(opening, 'canceled');
      expect(await urls(session)).toHaveLength(1);
    });
  });
}
