import { describe, expect, it, type TestContext } from 'vitest';
import { tagged } from '../tagged.ts';
import { secretPlaceholder, secretValue, sessionClient } from './session-client.ts';
import { openTab, type TabContext } from './tabs.ts';

/** What pages in tabs of their own share, and what they do not. */
export function testTabPages({ site, client }: TabContext): void {
  const open = (path: string) => client().open(`${site().url}${path}`);

  describe('pages in tabs of their own', () => {
    it('share cookies', tagged('extended'), async (context) => {
      const [one, other] = [
        await openTab(client().session, context),
        await openTab(client().session, context),
      ];
      const page = sessionClient(one);
      await page.open(`${site().url}/cookies`);
      await page.click('button "Sign in"');
      expect((await sessionClient(other).open(`${site().url}/cookies`)).text).toContain('user=ann');
      expect((await open('/cookies')).text).toContain('user=ann');
      await Promise.all([one.close(), other.close()]);
    });

    it(
      'open windows in that session alone, and take them along when it is closed',
      tagged('extended'),
      async (context) => {
        await open('/lists');
        const before = await client().session.page.tabs();
        const tab = await openTab(client().session, context);
        const page = sessionClient(tab);
        await page.open(`${site().url}/events`);
        const { events } = await page.click('link "New tab"');
        expect(events).toContainEqual({ type: 'popup', tab: 't2', url: `${site().url}/form` });
        expect(await tab.page.tabs()).toMatchObject([
          { tab: 't1', active: false },
          { tab: 't2', url: `${site().url}/form`, active: true },
        ]);
        expect(await client().session.page.tabs()).toEqual(before);
        expect(await client().act({ action_type: 'scroll', to: 'bottom' })).toMatchObject({ events: [] });
        await tab.close();
        expect(await client().session.page.tabs()).toEqual(before);
      },
    );

    it('report downloads and questions to that session alone', tagged('extended'), async (context) => {
      await open('/lists');
      const tab = await openTab(client().session, context);
      const page = sessionClient(tab);
      await page.open(`${site().url}/events`);
      const asked = await page.click('button "Alert"');
      expect(asked.events).toMatchObject([{ type: 'dialog', text: 'Saved' }]);
      await page.read();
      const id = page.id('link "File"');
      const brought = await page.act({ action_type: 'click', id, download: true });
      expect(brought.events).toMatchObject([{ type: 'download', filename: 'data.bin' }]);
      expect(await client().act({ action_type: 'scroll', to: 'bottom' })).toMatchObject({ events: [] });
      await tab.close();
    });

    it('show no secret that was typed in another one', async (context) => {
      const [one, other] = [
        await openTab(client().session, context),
        await openTab(client().session, context),
      ];
      const page = sessionClient(one);
      await page.open(`${site().url}/form`);
      const id = page.id('textbox "Password"');
      expect(await page.act({ action_type: 'input_text', id, text: secretPlaceholder })).toMatchObject({
        status: 'ok',
      });
      const echo = `${site().url}/echo?word=${encodeURIComponent(secretValue)}`;
      const view = await sessionClient(other).open(echo);
      const shown = JSON.stringify([view, await other.page.tabs()]);
      expect(shown).toContain('[secret]');
      expect(shown).not.toContain(encodeURIComponent(secretValue));
      await Promise.all([one.close(), other.close()]);
    });

    const areOpenAtOnce = async (count: number, context: TestContext): Promise<void> => {
      const tabs = await Promise.all(Array.from({ length: count }, () => openTab(client().session, context)));
      const titles = await Promise.all(
        tabs.map(async (tab) => (await sessionClient(tab).open(`${site().url}/lists`)).title),
      );
      expect(titles).toEqual(Array.from({ length: count }, () => 'Lists'));
      await Promise.all(tabs.map((tab) => tab.close()));
      expect(await client().session.page.tabs()).toHaveLength(1);
    };
    it('are several at once', tagged('extended'), (context) => areOpenAtOnce(4, context));
    it('are up to 16 at once', tagged('extended'), (context) => areOpenAtOnce(16, context));
  });
}
