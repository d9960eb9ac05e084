import type { BrowserSession } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { expectError } from '../expect-error.ts';
import { tagged } from '../tagged.ts';
import { type PageSite, pageSite } from './page-site.ts';
import { sessionClient } from './session-client.ts';
import type { SessionContext } from './sessions.ts';

/** How a driver's test breaks things that no page can. */
export interface BrowserFaults {
  /** Crashes the active page, as a bug of the browser would. */
  crashPage(session: BrowserSession): Promise<void>;
  /** Ends the browser without a word. */
  killBrowser(session: BrowserSession): Promise<void>;
}

const pages = () => ({
  '/calm': '<button onclick="document.title = \'Pressed\'">Press</button>',
  '/guarded': `<a href="/calm">Leave</a><label>Name <input></label><script>addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay' })</script>`,
  '/asking': `<button onclick="for (let left = 200; left > 0; left -= 1) alert('again ' + left); document.title = 'Asked'">Ask</button>`,
  '/restless': `<button>Stay</button><script>setInterval(() => { location.hash = Math.random() }, 5); setInterval(() => history.pushState(null, '', '?' + Math.random()), 5)</script>`,
  '/reloading': `<button>Stay</button><script>setTimeout(() => location.reload(), 30)</script>`,
  '/opening': `<button onclick="for (let left = 60; left > 0; left -= 1) window.open('/calm?' + left)">Open many</button>`,
  '/closing': `<button onclick="window.close()">Close</button><button onclick="window.open('/closing')">Open</button>`,
});

/** What a page, or a mishap, cannot do to a session. */
export function testHostilePages({
  openSession,
  breaks,
}: Pick<SessionContext, 'openSession'> & { readonly breaks: BrowserFaults | null }): void {
  const signal = new AbortController().signal;

  describe('a page that misbehaves', tagged('extended'), () => {
    let site: PageSite;
    let session: BrowserSession;
    beforeAll(async () => {
      site = await pageSite(pages, (url, response) => {
        const step = Number(url.searchParams.get('step') ?? 0);
        response.writeHead(302, { location: `${url.pathname}?step=${step + 1}` }).end();
      });
      session = await openSession();
    });
    afterAll(async () => {
      await session.close();
      await site.close();
    });
    const calms = async (): Promise<void> => {
      const page = sessionClient(session);
      await page.open(`${site.url}/calm`);
      expect(await page.click('button "Press"')).toMatchObject({ status: 'ok' });
    };

    it('cannot redirect for ever', async () => {
      const result = await sessionClient(session).act({
        action_type: 'goto_url',
        url: `${site.url}/endless`,
      });
      expect(result).toMatchObject({ status: 'failed', code: 'navigation_failed' });
      await calms();
    });

    it('cannot keep a visitor who wants to leave', async () => {
      const page = sessionClient(session);
      await page.open(`${site.url}/guarded`);
      await page.act({ action_type: 'input_text', id: page.id('textbox "Name"'), text: 'Ann' });
      const result = await page.click('link "Leave"');
      expect(result).toMatchObject({ status: 'ok', urlAfter: `${site.url}/calm` });
      await page.open(`${site.url}/guarded`);
      await calms();
    });

    it('cannot ask without end', async () => {
      const page = sessionClient(session);
      await page.open(`${site.url}/asking`);
      await page.click('button "Ask"');
      await calms();
    });

    const isLeft = async (path: string): Promise<void> => {
      const page = sessionClient(session);
      await page.act({ action_type: 'goto_url', url: `${site.url}${path}` });
      // On a busy machine such a page may leave the reader no time; the session goes on all the same.
      await page.read().catch((error: unknown) => expect(error).toMatchObject({ code: 'browser_failed' }));
      await calms();
    };
    it.each(['/reloading', '/restless'])('is left although it never stands still: %s', isLeft);

    it('cannot open windows without end', async () => {
      const other = await openSession();
      const page = sessionClient(other);
      await page.open(`${site.url}/opening`);
      await page.click('button "Open many"');
      expect((await other.page.tabs()).length).toBeLessThanOrEqual(20);
      await page.open(`${site.url}/calm`);
      await other.close();
    });

    it('may close itself, and the session goes on', async () => {
      const other = await openSession();
      const page = sessionClient(other);
      await page.open(`${site.url}/closing`);
      await page.click('button "Open"');
      await page.act({ action_type: 'wait', for: 'text', value: 'Close' });
      await page.click('button "Close"');
      expect((await page.open(`${site.url}/calm`)).url).toBe(`${site.url}/calm`);
      await other.close();
    });
  });

  describe('a mishap', tagged('extended'), () => {
    const broken = ({ skip }: TestContext): BrowserFaults => breaks ?? skip('this driver breaks nothing');

    it('of the page is a typed error, and the session opens another one', async (context) => {
      const { crashPage } = broken(context);
      const site = await pageSite(pages);
      const session = await openSession();
      const page = sessionClient(session);
      await page.open(`${site.url}/calm`);
      const waiting = page.act({ action_type: 'wait', for: 'text', value: 'never' });
      waiting.catch(() => undefined);
      await crashPage(session);
      await expectError(waiting, 'browser_failed');
      await expectError(page.read(), 'browser_failed');
      expect(session.gone.aborted).toBe(false);
      await session.close();
      await site.close();
    });

    it('of the browser aborts `gone`, and everything fails with `browser_failed`', async (context) => {
      const { killBrowser } = broken(context);
      const session = await openSession();
      const waiting = sessionClient(session).act({ action_type: 'wait', for: 'ms', value: 10_000 });
      waiting.catch(() => undefined);
      await killBrowser(session);
      await expectError(waiting, 'browser_failed');
      if (!session.gone.aborted)
        await new Promise((resolve) => session.gone.addEventListener('abort', resolve, { once: true }));
      await expectError(session.page.read({ mode: 'action', signal }), 'browser_failed');
      await session.close();
    });
  });
}
