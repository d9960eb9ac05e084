import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { expectError } from '../expect-error.ts';
import { tagged } from '../tagged.ts';
import { type PageSite, pageSite } from './page-site.ts';
import { sessionClient } from './session-client.ts';
import type { SessionContext } from './sessions.ts';

const pages = () => ({
  '/step': `<button onclick="sessionStorage.setItem('step', '2'); show()">Next</button><p id="out"></p><script>
    const show = () => { out.textContent = 'step: ' + sessionStorage.getItem('step') + ', history: ' + history.length }
    show()</script>`,
  '/other': '<p>The other page</p>',
  '/endless': `<button onclick="setTimeout(() => { for (;;); })">Begin</button><script>localStorage.setItem('a', '1')</script>`,
});

/** How tabs are told and loaded again in another browser; passed over for a driver that cannot tell. */
export function testTabStates({ openSession, client }: Pick<SessionContext, 'openSession' | 'client'>): void {
  const signal = new AbortController().signal;
  let site: PageSite;
  const needsTabStates = ({ skip }: TestContext): void => {
    if (!client().session.tabStates) skip('this driver does not tell what tabs are');
  };

  describe('tabs', () => {
    beforeAll(async () => {
      site = await pageSite(pages);
    });
    afterAll(() => site.close());

    it('are loaded again in another browser, with their session storage, and the same one is active', async (context) => {
      needsTabStates(context);
      const first = await openSession();
      const page = sessionClient(first);
      await page.open(`${site.url}/step`);
      await page.click('button "Next"');
      await page.act({ action_type: 'new_tab', url: `${site.url}/other` });
      await page.act({ action_type: 'switch_tab', tab: 't1' });
      const states = await first.tabStates?.({ signal });
      expect(states).toEqual([
        { url: `${site.url}/step`, active: true, sessionStorage: [{ name: 'step', value: '2' }] },
        { url: `${site.url}/other`, active: false },
      ]);
      await first.close();

      const second = await openSession();
      const kept = JSON.parse(JSON.stringify(states));
      expect(await second.loadTabs?.(kept, { signal })).toBe(2);
      expect(await second.tabStates?.({ signal })).toEqual(states);
      const again = sessionClient(second);
      expect((await again.read('extract')).text).toContain('step: 2, ');
      expect((await second.page.tabs()).map(({ url, active }) => [url, active])).toEqual([
        [`${site.url}/step`, true],
        [`${site.url}/other`, false],
      ]);
      await second.close();
    });

    it(
      'are told although a page does not respond, and so is what it has stored',
      tagged('extended'),
      async (context) => {
        needsTabStates(context);
        const session = await openSession();
        const page = sessionClient(session);
        await page.open(`${site.url}/endless`);
        await page.click('button "Begin"');
        const [state, tabs] = await Promise.all([
          session.state?.({ signal }),
          session.tabStates?.({ signal }),
        ]);
        expect(state?.origins).toMatchObject([
          { origin: site.url, localStorage: [{ name: 'a', value: '1' }] },
        ]);
        expect(tabs).toMatchObject([{ url: `${site.url}/endless`, active: true }]);
        await session.close();
      },
    );

    it(
      'that cannot be loaded stay blank, and pages without an http address too',
      tagged('extended'),
      async (context) => {
        needsTabStates(context);
        const session = await openSession();
        const states = [
          { url: 'http://refused.example/', active: false },
          { url: 'data:text/html,<p>data', active: false },
          { url: `${site.url}/other`, active: true },
        ];
        expect(await session.loadTabs?.(states, { signal })).toBe(1);
        expect((await session.page.tabs()).map(({ url }) => url)).toEqual([
          'about:blank',
          'about:blank',
          `${site.url}/other`,
        ]);
        await session.close();
        if (session.tabStates) await expectError(session.tabStates({ signal }), 'browser_failed');
      },
    );
  });
}
