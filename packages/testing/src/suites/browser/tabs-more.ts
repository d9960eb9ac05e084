import type { ActionResult, BrowserSession, PageAction, PageEvent } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused } from '../refused.ts';
import type { OpenWorld } from './downloads.ts';
import { type FileSite, fileSite } from './file-site.ts';
import { type Visitor, visitor } from './visitor.ts';

const signal = new AbortController().signal;
const most = 20;

/** Tabs, the history, and pages that will not be left. */
export function testTabActions({ another }: OpenWorld): void {
  describe('the tabs of a session', () => {
    let site: FileSite;
    let session: BrowserSession;
    let guest: Visitor;
    beforeAll(async () => {
      site = await fileSite();
      session = await another();
      guest = visitor(session);
    });
    afterAll(async () => {
      await session.close();
      await site.close();
    });

    const act = (action: PageAction): Promise<ActionResult> => guest.act(action);
    const tabs = () => session.page.tabs();
    const active = async () => (await tabs()).find((tab) => tab.active);
    const closeOthers = async (): Promise<void> => {
      for (const { tab, active: isActive } of await tabs()) {
        if (!isActive) await act({ action_type: 'close_page', tab });
      }
    };

    it('are opened, switched and closed by name', async () => {
      await guest.open(`${site.url}/first`);
      const first = (await active())?.tab ?? '';
      const opened = await act({ action_type: 'new_tab', url: `${site.url}/second` });
      expect(opened).toMatchObject({ status: 'ok', urlAfter: `${site.url}/second` });
      const second = (await active())?.tab ?? '';
      expect(second).not.toBe(first);
      expect((await guest.read()).tab).toBe(second);
      expect(await act({ action_type: 'switch_tab', tab: first })).toMatchObject({
        status: 'ok',
        urlAfter: `${site.url}/first`,
      });
      expect(await act({ action_type: 'close_page', tab: second })).toMatchObject({ status: 'ok' });
      expect(await tabs()).toMatchObject([{ tab: first, active: true }]);
      for (const action_type of ['switch_tab', 'close_page'] as const) {
        expect(await act({ action_type, tab: 't99' })).toMatchObject({ status: 'failed', code: 'no_tab' });
      }
    });

    it('a blank one has no page yet, and an address may be refused there as well', async () => {
      expect(await act({ action_type: 'new_tab' })).toMatchObject({ status: 'ok', urlAfter: 'about:blank' });
      const refusal = await act({ action_type: 'new_tab', url: 'http://10.0.0.1/' });
      expect(refusal).toMatchObject({ status: 'failed', code: 'blocked_destination' });
      await closeOthers();
    });

    it.each([
      ['that knows nobody', 'link "Alone"'],
      ['of a script', 'button "Child"'],
      ['of another host', 'link "Other host"'],
    ])('a window %s comes to the front, and gives way to its opener', async (_title, called) => {
      await guest.open(`${site.url}/tabs`);
      const { events, urlAfter } = await guest.click(called);
      const popup = events.find(({ type }) => type === 'popup');
      expect(popup).toMatchObject({ url: expect.stringMatching(/\/first$/) });
      expect(urlAfter).toMatch(/\/first$/);
      expect((await guest.read()).text).toContain('link "Next"');
      expect(await act({ action_type: 'close_page' })).toMatchObject({ urlAfter: `${site.url}/tabs` });
      expect(await active()).toMatchObject({ url: `${site.url}/tabs` });
    });

    it('the last one is replaced by a blank one', async () => {
      await closeOthers();
      await act({ action_type: 'close_page' });
      expect((await guest.read()).url).toBe('about:blank');
      expect(await tabs()).toHaveLength(1);
    });

    it(`are at most ${most}`, async () => {
      for (let count = (await tabs()).length; count < most; count += 1) await act({ action_type: 'new_tab' });
      await guest.open(`${site.url}/tabs`);
      const { events } = await guest.click('button "Child"');
      expect(events).toContainEqual(expect.objectContaining({ type: 'popup', refused: true }));
      expect(await act({ action_type: 'new_tab' })).toMatchObject({ status: 'failed', code: 'unsupported' });
      expect(await tabs()).toHaveLength(most);
      await closeOthers();
    });

    it('have a history', async () => {
      await guest.open(`${site.url}/first`);
      await guest.click('link "Next"');
      expect(await act({ action_type: 'go_back' })).toMatchObject({
        status: 'ok',
        urlAfter: `${site.url}/first`,
      });
      expect(await act({ action_type: 'go_forward' })).toMatchObject({
        status: 'ok',
        urlAfter: `${site.url}/second`,
      });
      expect(await act({ action_type: 'go_forward' })).toMatchObject({
        status: 'failed',
        code: 'navigation_failed',
      });
      await guest.open(`${site.url}/tabs`);
      await guest.click('button "Part"');
      expect(await act({ action_type: 'go_back' })).toMatchObject({
        status: 'ok',
        urlAfter: `${site.url}/tabs`,
      });
    });

    it('are loaded again', async () => {
      await guest.open(`${site.url}/second`);
      const before = site.asked.filter((line) => line.startsWith('GET /second')).length;
      expect(await act({ action_type: 'reload_page' })).toMatchObject({
        status: 'ok',
        urlAfter: `${site.url}/second`,
      });
      expect(site.asked.filter((line) => line.startsWith('GET /second'))).toHaveLength(before + 1);
    });

    it('addresses for other programs lead nowhere and hold nothing up', async () => {
      await guest.open(`${site.url}/tabs`);
      await guest.click('link "Write"');
      await guest.click('link "Strange"');
      expect((await guest.read()).url).toBe(`${site.url}/tabs`);
      await closeOthers();
    });

    describe('pages that will not come to rest', () => {
      it('a server that redirects without end is told as such', async () => {
        const result = await act({ action_type: 'goto_url', url: `${site.url}/around` });
        expect(result).toMatchObject({ status: 'failed', code: 'navigation_failed' });
        expect(result.message).toContain('redirects without end');
      });

      it('a page that sends the browser on without end is left', async () => {
        const result = await act({ action_type: 'goto_url', url: `${site.url}/spin` });
        expect(result).toMatchObject({ status: 'failed', code: 'navigation_failed' });
        expect(await guest.open(`${site.url}/first`)).toMatchObject({ title: 'First' });
      });

      it('a page that goes back to itself when it is left is left all the same, or said to be in the way', async () => {
        await guest.open(`${site.url}/trap`);
        await guest.act({ action_type: 'click', id: guest.id('button "Stay"') });
        const result = await act({ action_type: 'goto_url', url: `${site.url}/first` });
        if (result.status === 'ok') expect(result.urlAfter).toBe(`${site.url}/first`);
        else expect(result).toMatchObject({ status: 'failed', code: 'navigation_failed' });
        await act({ action_type: 'new_tab' });
        await closeOthers();
      });
    });

    describe('what happens', () => {
      it('is told to whoever follows, until they have heard enough', async () => {
        const enough = new AbortController();
        const heard: PageEvent[] = [];
        const listening = (async () => {
          for await (const event of session.page.events({ signal: enough.signal })) heard.push(event);
        })();
        await guest.open(`${site.url}/tabs`);
        await guest.click('link "Alone"');
        await guest.act({ action_type: 'goto_url', url: `${site.url}/dialogs` });
        await guest.click('button "Three"');
        await act({ action_type: 'download_file', url: `${site.url}/data.csv` });
        await session.downloads?.finished(session.downloads.list().at(-1)?.id ?? '', { signal });
        enough.abort();
        await listening;
        expect(heard).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ type: 'navigation', url: `${site.url}/tabs` }),
            expect.objectContaining({ type: 'popup', url: `${site.url}/first` }),
            expect.objectContaining({ type: 'dialog', text: 'Again' }),
            expect.objectContaining({ type: 'download', status: 'started' }),
            expect.objectContaining({ type: 'download', status: 'completed' }),
          ]),
        );
        const before = heard.length;
        await guest.open(`${site.url}/first`);
        expect(heard).toHaveLength(before);
      });

      it('ends when the session does', async () => {
        const other = await another();
        const heard: PageEvent[] = [];
        const listening = (async () => {
          for await (const event of other.page.events({ signal })) heard.push(event);
        })();
        await visitor(other).open(`${site.url}/first`);
        await other.close();
        await listening;
        expect(heard).toContainEqual(expect.objectContaining({ type: 'navigation' }));
      });

      it('a browser that is gone is told apart from a page that has crashed', async () => {
        const other = await another();
        await other.close();
        const reading = other.page.read({ mode: 'action', signal });
        await refused(reading, 'browser_failed');
        await expect(reading).rejects.toMatchObject({ details: { lost: 'browser_gone' } });
      });
    });
  });
}
